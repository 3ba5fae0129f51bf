import { columnTraits } from './column-traits.ts';
import { cellNumber, type DataTable, type TableRow } from './data-table.ts';
import { moneyColumns, quantityColumn } from './meant-columns.ts';
import { headingStems, ratedUnits } from './named-columns.ts';
import type { ParseState } from './parse-state.ts';
import { questionWords } from './question-words.ts';
import { given, rowsOf, shown } from './say-rows.ts';
import type { TableAnswer } from './table-answer.ts';
import type { TableQuestion } from './table-question.ts';
import { comparesRows } from './value-conditions.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const times = /\b(?:times|multiplied by|mal|por|fois)\b|[×*]/iu;
const joins = /\b(?:and|plus|together|combined|und|zusammen|y|juntos|juntas|et|ensemble)\b|\+/iu;
const share =
  /\b(?:what|which|how (?:big|large|high)) (?:is the |was the )?(?:percentage|per ?cent|share|proportion|fraction)\b|\bwie ?viel prozent\b|\bqué porcentaje\b|\bquel pourcentage\b/iu;

/** Numbers of one row added up over columns; null where a cell is empty or is no number. */
function ofRow(row: TableRow, columns: readonly number[], table: DataTable, isProduct: boolean): number | null {
  const cells = columns.map((column) => cellNumber(row.cells[column] ?? '', table.hasDecimalComma));
  const numbers = cells.filter((cell) => cell !== null);
  if (numbers.length === 0 || (isProduct && numbers.length < columns.length)) return null;
  return numbers.reduce((one, other) => (isProduct ? one * other : one + other));
}

/** Which columns a question adds up or multiplies row by row; undefined when it names fewer than two, or does not say what to do with them. */
export function joinedColumns(
  question: string,
  { targets, months = [] }: TableQuestion,
  table: DataTable,
): { columns: readonly number[]; isProduct: boolean } | undefined {
  const numeric = targets.filter((column) => table.kinds[column] === 'number');
  if (months.length > 1) return { columns: months.filter((column) => numeric.includes(column)), isProduct: false };
  const rated = asksWhatItComesTo.test(question) && numeric.length === 1 ? ratedColumns(numeric[0] ?? -1, table) : [];
  if (rated.length === 2) return { columns: rated, isProduct: true };
  if (numeric.length === 2 && (times.test(question) || asksWorth.test(question)))
    return { columns: numeric, isProduct: true };
  return numeric.length > 1 && joins.test(question) ? { columns: numeric, isProduct: false } : undefined;
}

/** "What do her lessons come to at her rate?" */
export const asksWhatItComesTo =
  /\b(?:com(?:e|es|ing)|came|amount(?:s|ed)?|adds?|added)\s{1,9}(?:up\s{1,9})?to\b|\bergeben\b|\bmachen\b[^?]{0,200}\bzusammen\b/iu;

/** Of a rate "per hour" the only other column of hours, and itself; empty where there is none, or more than one. */
function ratedColumns(rate: number, table: DataTable): readonly number[] {
  const heading = table.headings[rate] ?? '';
  const [only, second] = [...ratedUnits(heading, headingStems(heading, 'en'))];
  if (only === undefined || second !== undefined) return [];
  const isAmount = (column: number): boolean =>
    column !== rate &&
    table.kinds[column] === 'number' &&
    headingStems(table.headings[column] ?? '', 'en').includes(only);
  const amounts = [...table.headings.keys()].filter(isAmount);
  return amounts.length === 1 ? [...amounts, rate] : [];
}

/** "What is the stock worth?": how many of it times what one costs. */
const asksWorth =
  /\b(?:(?:stock|total|overall|inventory|whole|combined|retail) (?:value|worth)|value of|worth)\b|\bwie ?viel\b[^?]*\bwert\b|\bcuánto vale\p{L}?\b|\b(?:lager|gesamt|waren)wert\b|\bvalor (?:total|de[l]?)\b/iu;

/** Of a table with a quantity and a price, both are named where a question asks what the rows are worth, and no heading says it. */
export function nameWorth({ question, words, table, named, used }: ParseState): void {
  if (
    !asksWorth.test(question) ||
    table.headings.some((heading) =>
      /\b(?:value|worth|total|amount|wert|valor|importe)\b/iu.test(heading.replaceAll('_', ' ')),
    )
  )
    return;
  const quantity = quantityColumn(table, new Set());
  const prices = moneyColumns(table, new Set()).filter((column) => columnTraits(column, table).isReading);
  const [price, second] = prices;
  if (quantity === undefined || price === undefined || second !== undefined) return;
  for (const column of [quantity, price]) named.add(column);
  for (const word of words)
    if (/^(?:stock|value|worth|inventory|retail|wert|vale[n]?|lagerwert|gesamtwert|warenwert|valor)$/iu.test(word.text))
      used.add(word);
}

/** The sum of several columns, or of the products of two, over the rows that are asked for. */
export function sumOfColumns(
  columns: readonly number[],
  isProduct: boolean,
  asked: TableQuestion,
  table: DataTable,
): TableAnswer | null {
  if (!table.isWhole) return null;
  const values = asked.rows.flatMap((row) => ofRow(row, columns, table, isProduct) ?? []);
  if (values.length === 0) return null;
  const value = shown(values.reduce((one, other) => one + other));
  const names = columns.map((column) => table.headings[column]).join(isProduct ? ' times ' : ', ');
  const text = `${value} is the sum of ${names} over ${rowsOf(values.length)}${given(asked)}.`;
  return { text, value, rows: asked.rows, certainty: 2.5 };
}

/** The row or the group with the most of several columns together, as its own function of a row. */
export const sumOfRow = (row: TableRow, columns: readonly number[], table: DataTable): number =>
  ofRow(row, columns, table, false) ?? 0;

/** "How much more is A than B?", of two values of one column or of two columns; undefined where the question does not compare. */
export function difference(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null | undefined {
  if (!comparesRows.test(question)) return undefined;
  const numeric = asked.targets.filter((column) => table.kinds[column] === 'number');
  const [first, second] = asked.parts?.parts ?? [];
  const [column, other] = numeric;
  if (!table.isWhole || column === undefined) return null;
  const total = (rows: readonly TableRow[], of: number): number | null => {
    const numbers = rows.flatMap((row) => cellNumber(row.cells[of] ?? '', table.hasDecimalComma) ?? []);
    if (numbers.length === 0 || (numbers.length > 1 && columnTraits(of, table).isReading)) return null;
    return numbers.reduce((one, each) => one + each);
  };
  if (first && second && asked.parts && asked.parts.parts?.length === 2) {
    if (other !== undefined) return null;
    const rowsOfPart = (values: ReadonlySet<string>) =>
      asked.rows.filter((row) => values.has(row.cells[asked.parts?.column ?? -1] ?? ''));
    const [left, right] = [total(rowsOfPart(first.values), column), total(rowsOfPart(second.values), column)];
    if (left === null || right === null) return null;
    return apart(`${table.headings[column]} of ${first.text}`, left, `of ${second.text}`, right, asked);
  }
  if (other === undefined || numeric.length !== 2 || asked.parts) return null;
  const [left, right] = [total(asked.rows, column), total(asked.rows, other)];
  if (left === null || right === null) return null;
  return apart(table.headings[column] ?? '', left, table.headings[other] ?? '', right, asked);
}

function apart(name: string, left: number, otherName: string, right: number, asked: TableQuestion): TableAnswer {
  const value = shown(Math.abs(left - right));
  const text = `${value} is the difference: ${name} ${shown(left)}, ${otherName} ${shown(right)}${given(asked)}.`;
  return { text, value, rows: asked.rows, certainty: 2.5 };
}

/** "What percentage of the jobs is done?": of rows, or of the sum of a column; undefined where no share is asked for. */
export function shareOfAll(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null | undefined {
  if (!share.test(question)) return undefined;
  if (!table.isWhole || asked.conditions.length !== 1) return null;
  const numeric = asked.targets.filter((column) => table.kinds[column] === 'number');
  const [column] = numeric;
  // "What share of the production was sold?" of a table that has both is no share of all rows.
  const said = new Set(questionWords(question, 'en').map(({ stem }) => stem));
  const isOther = (each: number) =>
    table.kinds[each] === 'number' &&
    each !== column &&
    headingStems(table.headings[each] ?? '', 'en').some((stem) => said.has(stem));
  if ([...table.headings.keys()].some(isOther)) return null;
  if (numeric.length > 1 || (column !== undefined && columnTraits(column, table).isReading)) return null;
  const sum = (rows: readonly TableRow[]): number =>
    column === undefined ? rows.length : rows.reduce((total, row) => total + sumOfRow(row, [column], table), 0);
  const [part, all] = [sum(asked.rows), sum(table.rows)];
  if (all === 0) return null;
  const value = `${shown(Number(((100 * part) / all).toFixed(2)))} %`;
  const of = column === undefined ? 'rows' : `the sum of ${table.headings[column]}`;
  const text = `${value}: ${shown(part)} of ${shown(all)} ${column === undefined ? of : `of ${of}`}${given(asked)}.`;
  return { text, value, rows: asked.rows, certainty: 2 };
}

/** A question for a share, whose words "percentage of" name no column. */
export const asksShare = (question: string): boolean => share.test(question);
