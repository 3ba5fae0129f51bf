import { currencyMarkPattern, findDays, monthOf, weekdayOf } from '@parley/text';
import type { DataTable, TableRow } from './data-table.ts';
import { unitsOf } from './heading-units.ts';
import type { TableQuestion } from './table-question.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const asksWhen = /\b(?:when|what time|which day|since when)\b/i;
const moment =
  /\d{1,2}[:.]\d{2}|\b(?:19|20)\d{2}\b|\b\d{1,2}\b.*\p{L}{3,}|\b(?:closed|daily|day|month|quarter|week|year)\b/iu;

const isMoment = (cell: string): boolean =>
  moment.test(cell) || (cell.match(/\p{L}+/gu) ?? []).some((word) => weekdayOf(word) !== undefined);

/** A question for an amount of money. */
export const asksMoney = /\b(?:how much|what)\b.*\b(?:costs?|price|pay|paid)\b|\bhow expensive\b/i;
const amount = new RegExp(
  `\\p{Sc}|(?<!\\p{L})${currencyMarkPattern}\\s?\\d|\\d\\s?${currencyMarkPattern}|\\d[.,]\\d{2}$`,
  'iu',
);
const ofMoney = /price|cost|fee|fare|rate|charge|amount|total|sum|paid|value|rent|salary|preis|kosten|betrag/i;
const isOfMoney = (heading: string): boolean =>
  ofMoney.test(heading) || unitsOf(heading).some(({ dimension }) => dimension === 'money');

/** A column that is asked for is of money by its heading or its cell; where none is asked for, any cell is an amount. */
export function holdsMoney({ cells }: TableRow, targets: readonly number[], { headings }: DataTable): boolean {
  if (targets.length === 0) return cells.some((cell) => amount.test(cell));
  return targets.some((column) => isOfMoney(headings[column] ?? '') || amount.test(cells[column] ?? ''));
}

const asksClock =
  /\bwhat time\b|\bum wie ?viel uhr\b|(?<!\p{L})a qué hora(?!\p{L})|(?<!\p{L})à quelle heure(?!\p{L})/iu;
const clock = /\d{1,2}[:.h]\d{2}|\d\s?[ap]\.?\s?m\b|\d\s?(?:uhr|h)\b|\b(?:noon|midday|midnight|mittag|mitternacht)\b/iu;
const asksSelling =
  /\b(?:sell|sells|sold|selling)\b[^?]*\bfor\b|\bselling price\b|\bverkaufspreis\b|\b(?:verkauf(?:en|t)|verkauft)\b[^?]*\bfür\b/iu;
const sellingHeading =
  /sell|sale|sold|retail|rrp|price|verkauf|preis|venta|precio|vente|prix|amount|betrag|total|revenue|takings/iu;

/** An amount is no day: "912.40" could pass for a time. */
const isDay = (cell: string): boolean =>
  findDays(cell).length > 0 ||
  /\d{1,2}:\d{2}|\b\d{1,2}\s?[ap]\.?m\b|(?<![\d.,])(?:19|20)\d{2}(?![\d.,])|\b(?:day|week|month|quarter|year|daily|noon)\b/iu.test(
    cell,
  ) ||
  (cell.match(/\p{L}+/gu) ?? []).some((word) => weekdayOf(word) !== undefined || monthOf(word) !== undefined);
const asksDay = /^\W*(?:(?:and|so|since|until|by) )?(?:when|wann|cuándo|quand)(?!\p{L})/iu;

/** Whether what is asked for has a form that nothing there can have: a time of day, or what something is sold for where only its cost stands there. */
export function lacksForm(
  question: string,
  { rows, targets, conditionColumns }: TableQuestion,
  table: DataTable,
): boolean {
  if (asksSelling.test(question) && !table.headings.some((heading) => sellingHeading.test(heading))) return true;
  if (asksDay.test(question) && targets.length === 0 && !rows.some(({ cells }) => cells.some(isDay))) return true;
  if (!asksClock.test(question)) return false;
  if (targets.length > 0) return targets.every((column) => table.kinds[column] === 'number');
  return !rows.some(({ cells }) => cells.some((cell, column) => !conditionColumns.has(column) && clock.test(cell)));
}

/** Where no column is named, "who" and "where" need one that they point to, and "when" a cell that tells a time besides the ones asked by. */
export function fits(question: string, row: TableRow, asked: TableQuestion, table: DataTable): boolean {
  if (/\b(?:who|where|why|wer|wo|warum)\b/i.test(question)) return asked.targets.length > 0;
  const rest = row.cells.filter(
    (_cell, column) => !asked.conditionColumns.has(column) && table.headings[column] !== undefined,
  );
  // A column that the question points to says its unit in the heading: "duration_min".
  const pointed = asked.targets.some((column) => /\d/.test(row.cells[column] ?? ''));
  return pointed || !asksWhen.test(question) || rest.some(isMoment);
}
