import { currencyOf, measureOf } from '@parley/text';
import type { DataTable } from './data-table.ts';
import { moneyHeading, quantityHeading } from './heading-traits.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** What the heading and the cells of a column say of what it measures. */
export interface ColumnTraits {
  /** Units that it is in, by name: `kg`, `minute`, `gbp`. */
  units: ReadonlySet<string>;
  isMoney: boolean;
  /** How many there are of something: quantities, pieces, litres in stock. */
  isQuantity: boolean;
  /** Read off or set, so that it does not add up over rows: prices, rates, per cents, temperatures. */
  isReading: boolean;
}

const readingHeading =
  /(?:^|[^\p{L}])(?:rates?|prices?|unit cost|temp(?:erature)?s?|min|max|mean|average|avg|levels?|ratio|percent|pct|share|speed|depth|height|age|pressure|score|marks?|grades?|rating|rank|year|ph|preis\p{L}*|precio|prix|alter|höhe|per|pro|[cf])(?:[^\p{L}]|$)|[%°]|\p{L}\s?\/\s?\p{L}/iu;

/** The traits of a column, from its heading and the units in its cells. */
export function columnTraits(column: number, table: DataTable): ColumnTraits {
  const heading = (table.headings[column] ?? '').replaceAll('_', ' ');
  const cells = table.rows.slice(0, 50).map((row) => row.cells[column] ?? '');
  const isNumber = table.kinds[column] === 'number' || table.kinds[column] === 'duration';
  const marks = [heading, ...(isNumber ? cells.slice(0, 10) : [])].flatMap(
    (text) => text.match(/[\p{L}²³]+(?:\/[\p{L}]+)?|[%°]\p{L}?|\p{Sc}/gu) ?? [],
  );
  const isRatio = /\p{L}\s?\/\s?\p{L}|\bper\b|\bpro\b/iu.test(heading);
  const isLetter = (mark: string) =>
    mark.length === 1 && /\p{Ll}/u.test(mark) && (mark === heading || moneyHeading.test(heading));
  const currencies = marks.flatMap((mark) => (isCurrencyMark(mark) ? (currencyOf(mark)?.toLowerCase() ?? []) : []));
  const measures = marks.flatMap((mark) => (isRatio || isLetter(mark) ? [] : (measureOf(mark)?.name ?? [])));
  const isMoney =
    isNumber &&
    (currencies.length > 0 || (measures.length === 0 && moneyHeading.test(heading) && !quantityHeading.test(heading)));
  return {
    units: new Set([...currencies, ...measures]),
    isMoney,
    isQuantity: isNumber && !isMoney && quantityHeading.test(heading),
    isReading: readingHeading.test(heading),
  };
}

/** In words a code of three letters may be a word: "all", "try". */
const isCurrencyMark = (mark: string): boolean =>
  /\p{Sc}|^(?:[A-Z]{3}|[a-z]{3}|Rs|RM|euros?|pounds?|dollars?)$/u.test(mark);
