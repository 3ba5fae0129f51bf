import { columnTraits } from './column-traits.ts';
import type { DataTable, TableRow } from './data-table.ts';
import type { QuestionWord } from './question-words.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const moneyWord =
  /^(?:money|costs?|prices?|charges?|charged|spending|expenditure|ausgaben|gastos|fees?|fares?|amounts?|bills?|billed|paid|pay|pays|payments?|spend|spent|earn(?:ed|ings)?|takings|income|revenue|gross|dear|dearest|cheap|cheapest|expensive|kosten|kostet|preis\p{L}*|betrag|geld|teuer\p{L}*|billig\p{L}*|precios?|cuesta\p{L}?|costes?|dinero|importe|car[oa]s?|barat[oa]s?|prix|montant|argent|co[uû]te|cher)$/iu;
const isNumeric = (column: number, { kinds }: DataTable): boolean =>
  kinds[column] === 'number' || kinds[column] === 'duration';

/** Whether a question asks for an amount of money by a verb or an adjective, without the noun: "How much did she spend?", "the dearest". */
export const pointsToMoney = (words: readonly QuestionWord[]): boolean =>
  words.some(({ text }) => moneyWord.test(text));

/**
 * The column of money that is not asked for by a condition: the only one, the only one of what was paid beside what was planned, held back or
 * asked for one piece, or the only total. Undefined when there is none or several are left.
 */
export function onlyMoneyColumn(table: DataTable, conditions: ReadonlySet<number>): number | undefined {
  const free = [...table.headings.keys()].filter((column) => isNumeric(column, table) && !conditions.has(column));
  const money = free.filter((column) => columnTraits(column, table).isMoney);
  return paidColumn(money, table) ?? (money.length === 0 ? paidColumn(free, table, true) : undefined);
}

const planned =
  /(?:^|[^\p{L}])(?:budget(?:ed)?|planned|plan|estimated?|target|limit|deposit|quoted?|forecast|expected|saving|discount|vat|tax|tip|geplant|anzahlung|rabatt|mwst|presupuesto|previsto|descuento|iva)(?:[^\p{L}]|$)/iu;
const total = /(?:^|[^\p{L}])(?:totals?|gesamt\p{L}*|sum|summe|amount|brutto|gross|importe|montant)(?:[^\p{L}]|$)/iu;

function paidColumn(money: readonly number[], table: DataTable, isTotal = false): number | undefined {
  const heading = (column: number) => (table.headings[column] ?? '').replaceAll('_', ' ');
  const paid = money.filter((column) => !planned.test(heading(column)));
  const added = paid.filter((column) => !columnTraits(column, table).isReading);
  const totals = added.filter((column) => total.test(heading(column)));
  for (const found of isTotal ? [totals] : [money, paid, added, totals]) if (found.length === 1) return found[0];
  return undefined;
}

/** All columns of money that no condition is on. */
export const moneyColumns = (table: DataTable, conditions: ReadonlySet<number>): number[] =>
  [...table.headings.keys()].filter(
    (column) =>
      isNumeric(column, table) &&
      !conditions.has(column) &&
      columnTraits(column, table).isMoney &&
      !planned.test((table.headings[column] ?? '').replaceAll('_', ' ')),
  );

/** The only column that says how many there are of what a row is about; undefined when there is none or more than one. */
export function quantityColumn(table: DataTable, conditions: ReadonlySet<number>): number | undefined {
  const own = [...table.headings.keys()].filter(
    (column) => isNumeric(column, table) && !conditions.has(column) && columnTraits(column, table).isQuantity,
  );
  return own.length === 1 ? own[0] : undefined;
}

const participle =
  /(?:ed|(?<=g)iven|(?<=t)aken|sold|sent|lost|born|made|paid|left|ge\p{L}+(?:t|en)|\p{L}iert|[ai]d[oa]s?|ées?|és)$/iu;

/** "How many orders were returned?": of the orders and the returned ones the latter, whichever is named first. */
export function ofWhatHappened(columns: readonly number[], { headings }: DataTable): readonly number[] {
  if (columns.length < 2) return columns;
  const happened = columns.filter((column) => participle.test(headings[column] ?? ''));
  return happened.length === 1 ? happened : columns;
}

/** Whether the cells of a column are all in one unit, if in any: pounds and dollars add up to nothing. */
export function isOneUnit(rows: readonly TableRow[], column: number): boolean {
  const units = rows.flatMap(({ cells }) => {
    const cell = cells[column] ?? '';
    return /\d/.test(cell) ? [cell.replaceAll(/[\d\s.,'’+−–-]+/g, '').toLowerCase()] : [];
  });
  return new Set(units.filter((unit) => unit !== '')).size < 2;
}
