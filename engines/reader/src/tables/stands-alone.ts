import { columnTraits } from './column-traits.ts';
import type { DataTable } from './data-table.ts';
import { moneyColumns } from './meant-columns.ts';
import { headingStems } from './named-columns.ts';
import { stemsOf } from './question-words.ts';
import type { TableQuestion } from './table-question.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const asksReason = /\b(?:why|how come|warum|wieso|pourquoi)\b|por qué/iu;
const asksWho = /\b(?:who|whom|whose|wer|wem|quién|qui)\b/iu;
const asksWhether =
  /^[\s¿¡]*(?:can|could|may|might|must|should|do|does|did|is|are|was(?! (?:kost|macht|ist|sind|war))|were|am|has|have|will|darf|dürfen|kann|können|muss|müssen|ist|sind|gibt es|puedo|se puede|puis-je|peut-on|est-ce)(?!\p{L})/iu;
const asksAmount =
  /\b(?:how much|how many|wie ?viele?|combien)\b|\bcu[aá]nt[oa]s?(?!\p{L})|\bwhat (?:do|does|did|will|would|has|have|had)\b.*\b(?:pay|paid|cost|charge[ds]?|spen[dt]|earn(?:ed)?|owe[ds]?)\b/iu;
const asksGap =
  /\b(?:how (?:much|many|far)|what)\b.{0,30}\b(?:more|less|fewer|higher|lower|longer|shorter|cheaper|dearer|above|below|over|under)\b.*\bthan\b|\bby how (?:much|many)\b|\bdifference\b|\bum wie ?viel\b|\bunterschied\b|\bdiferencia\b|\bdifférence\b/iu;

/**
 * Whether the one value that was looked up may stand alone as the answer: it has the form that is asked for (an amount is no day, nobody is
 * a number, yes or no is none), and no other value could be meant.
 */
export function standsAlone(question: string, value: string, asked: TableQuestion, table: DataTable): boolean {
  const { targets, isTargetNamed } = asked;
  const [column] = targets;
  if (column === undefined || targets.length > 1 || asksReason.test(question)) return false;
  // "What does the planer cost?" names no column, and there is one price.
  if (!isTargetNamed && !columnTraits(column, table).isMoney) return false;
  const isFitting = hasForm(question, value, table.kinds[column] === 'date');
  return isFitting && !isTorn(column, table) && !isOneOfTwo(question, asked, table);
}

function hasForm(question: string, value: string, isDate: boolean): boolean {
  const hasDigit = /\d/.test(value);
  if (asksWho.test(question) && !/\p{L}/u.test(value)) return false;
  if (asksWhether.test(question) && hasDigit) return false;
  if (asksAmount.test(question) && (!hasDigit || isDate)) return false;
  // What lies between two values is neither of them.
  return !asksGap.test(question);
}

/** Rows that say themselves how many of a thing they are, "4 candles each 2.60": their number is not that of the things. */
export const countThemselves = ({ rows, conditionColumns }: TableQuestion): boolean =>
  rows.some(({ cells }) =>
    [...conditionColumns].some((column) => /^\s*\d+\s*[x×]?\s+\p{L}/u.test(cells[column] ?? '')),
  );

/** One heading over this column and the next ones, which have none: it is not known whose it is. */
export const isTorn = (column: number, { headings, rows }: DataTable): boolean =>
  headings[column + 1] === '' && rows.some(({ cells }) => (cells[column + 1] ?? '') !== '');

/** "What do the doors cost?" where a price of one and an amount for all of them stand side by side. */
function isOneOfTwo(question: string, { targets, rows }: TableQuestion, table: DataTable): boolean {
  const [column] = targets;
  if (column === undefined || !columnTraits(column, table).isMoney || namesHeading(question, column, table))
    return false;
  const values = moneyColumns(table, new Set()).flatMap((each) => rows.map((row) => row.cells[each] ?? ''));
  return new Set(values.filter((cell) => cell !== '')).size > 1;
}

export const namesHeading = (question: string, column: number, { headings }: DataTable): boolean => {
  const said = stemsOf(question, 'en');
  return headingStems(headings[column] ?? '', 'en').some((stem) => said.includes(stem));
};
