import { currencyMarkPattern, weekdayOf } from '@parley/text';
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
