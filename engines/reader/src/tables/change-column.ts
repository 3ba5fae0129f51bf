import { cellNumber, type DataTable } from './data-table.ts';
import { shown } from './say-rows.ts';
import type { WorkedColumn } from './worked-column.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const yearBefore =
  '(?:(?:in |im )?(?:the |im |el )?(?:year before|previous year|prior year|last year|vorjahr|año anterior)|(?:in )?(?:19|20)\\d{2}(?:[/-]\\d{2,4})?)';
const than = new RegExp(
  `\\b(?:more|less|fewer|higher|lower|mehr|weniger|más|menos)\\b(?=[^?]*\\b(?:than|als|que) ${yearBefore})|\\b(?:than|als|que) ${yearBefore}`,
  'giu',
);
const rises =
  /\b(?:by (?=how much))|\b(?:go(?:es|ne)? up|going up|went up|increases?|increased|rises?|risen|rose|grow[ns]?|grew|gain(?:s|ed)?|changed?|changes|gestiegen|steigt|zugenommen|subido|sube|aumentado)\b/giu;
const falls =
  /\b(?:go(?:es|ne)? down|going down|went down|decreases?|decreased|declined?|declines|falls?|fell|fallen|drop(?:s|ped)?|lost|gesunken|sinkt|abgenommen|bajado|baja)\b/giu;
const since = new RegExp(
  `\\b(?:compared (?:with|to)|from|since|between|seit|von|gegenüber) (?:the )?${yearBefore}(?:\\s*(?:to|and|bis|und|[-–])\\s*${yearBefore})?`,
  'giu',
);
const yearOf = /^(?<before>\D*)(?<year>(?:19|20)\d{2})(?:[/-]\d{2,4})?(?<after>\D*)$/u;

/**
 * "How much more than the year before?", "which went up most?": what lies between two columns of the same in two years. Undefined where the
 * table has no two such columns, or more.
 */
export function changeColumn(question: string, table: DataTable): WorkedColumn | undefined {
  const isFall = matches(falls, question);
  if (!isFall && !matches(rises, question) && !matches(than, question)) return undefined;
  if (/\bper ?cent\p{L}*|%|\bprozent|\bporcentaje/iu.test(question)) return undefined;
  const years = table.headings.flatMap((heading, column) => {
    const { before = '', year = '', after = '' } = yearOf.exec(heading.trim())?.groups ?? {};
    return year === '' || table.kinds[column] !== 'number'
      ? []
      : [{ column, year: Number(year), series: `${before}|${after}` }];
  });
  const [first, second] = years.sort((one, other) => one.year - other.year);
  if (!first || !second || years.length !== 2 || first.series !== second.series || first.year === second.year)
    return undefined;
  const [from, to] = isFall ? [second.column, first.column] : [first.column, second.column];
  const number = (cell: string | undefined) => cellNumber(cell ?? '', table.hasDecimalComma);
  const cells = table.rows.map((row) => {
    const [left, right] = [number(row.cells[from]), number(row.cells[to])];
    return left === null || right === null ? '' : withMark(right - left, row.cells[to] ?? '');
  });
  const name = isFall ? 'Fall' : 'Change';
  return {
    heading: `${name} from ${table.headings[first.column]} to ${table.headings[second.column]}`,
    cells,
    said: [than, rises, falls, since],
  };
}

// such as: /\b(?:more|less|fewer|mehr|weniger)\b/iu
const matches = (pattern: RegExp, text: string): boolean => new RegExp(pattern.source, 'iu').test(text);

/** With the mark of money that the cell has: "$ 40". */
function withMark(value: number, cell: string): string {
  const { ahead = '', behind = '' } =
    /^(?<ahead>\p{Sc}\s?)?[-−\d.,' ]+(?<behind>\s?\p{Sc})?$/u.exec(cell.trim())?.groups ?? {};
  return `${value < 0 ? '-' : ''}${ahead}${shown(Math.abs(value))}${behind}`;
}
