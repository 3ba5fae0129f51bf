import { columnTraits } from './column-traits.ts';
import { cellDate, type DataTable, type TableRow } from './data-table.ts';
import { onlyMoneyColumn, pointsToMoney } from './meant-columns.ts';
import { headingStems } from './named-columns.ts';
import type { ParseState } from './parse-state.ts';
import { questionWords, stemOf } from './question-words.ts';
import { given, numbersOf, rowsOf, shown } from './say-rows.ts';
import type { TableAnswer } from './table-answer.ts';
import type { TableQuestion } from './table-question.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const mostGroups = 40;
const eachOf =
  /(?<!\p{L})(?:per|by|(?:for |in |on |of )?(?:each|every)|broken down by|pro|je|nach|(?:por |en )?cada|por|par|chaque)\s+(?<noun>\p{L}+)/giu;
/** How much of a date names a period. */
const periods: readonly [RegExp, number][] = [
  [/^(?:months?|monat|mes|mois)$/iu, 7],
  [/^(?:years?|jahr|año|année)$/iu, 4],
  [/^(?:days?|dates?|tag|datum|día|fecha|jour)$/iu, 10],
];

const eachWord = /^(?:per|by|each|every|broken|down|pro|je|nach|por|cada|par|chaque)$/iu;

interface Group {
  column: number;
  /** Of a column of days, how many characters of each make a group. */
  length?: number;
}

/** By what a question groups: "per supplier", "each month"; undefined where it does not. */
function groupAsked(question: string, table: DataTable): (Group & { noun: string }) | undefined {
  for (const { groups = {} } of question.matchAll(eachOf)) {
    const noun = groups.noun ?? '';
    const stem = stemOf(noun, 'en');
    const headed = [...table.headings.keys()].filter((column) =>
      headingStems(table.headings[column] ?? '', 'en').includes(stem),
    );
    // "Price per litre" is a heading, and no group.
    const ofNames = headed.filter((column) => table.kinds[column] === 'text' || table.kinds[column] === 'boolean');
    const [only] = ofNames;
    if (only !== undefined && headed.length === 1) return { column: only, noun };
    // "Rent per month" of a column of it is what one row comes to each month.
    if (ofNames.length === 0 && headed.some((column) => columnTraits(column, table).isReading)) continue;
    const length = periods.find(([pattern]) => pattern.test(noun))?.[1];
    const dates = [...table.kinds.keys()].filter((column) => table.kinds[column] === 'date');
    const [date] = dates;
    if (length !== undefined && date !== undefined && dates.length === 1) return { column: date, length, noun };
  }
  return undefined;
}

/** Takes "per month" for the days of a column, which bears no such name, and the word for each group for what it is. */
export function useGroupWords({ question, words, table, used }: ParseState): void {
  const group = groupAsked(question, table);
  if (group === undefined) return;
  for (const word of words)
    if (word.text === group.noun ? group.length !== undefined : eachWord.test(word.text)) used.add(word);
}

/** "Takings per play", "how many jobs does each mechanic have?": a line for each group; undefined where none are asked for. */
export function perGroup(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null | undefined {
  const { functions } = asked;
  const group = groupAsked(question, table);
  if (group === undefined || functions.has('max') || functions.has('min') || asked.conditionColumns.has(group.column))
    return undefined;
  const numeric = asked.targets.filter((column) => table.kinds[column] === 'number');
  if (!functions.has('count') && !functions.has('sum') && !functions.has('mean') && numeric.length === 0)
    return undefined;
  if (!table.isWhole || numeric.length > 1) return null;
  const isMean = functions.has('mean');
  const money =
    pointsToMoney(questionWords(question, 'en')) || functions.has('sum')
      ? onlyMoneyColumn(table, asked.conditionColumns)
      : undefined;
  const measure = numeric[0] ?? money;
  const isCount = measure === undefined;
  if (isCount && !functions.has('count')) return null;
  const rows = new Map<string, TableRow[]>();
  for (const row of asked.rows) {
    const cell = row.cells[group.column] ?? '';
    const key = group.length === undefined ? cell : (cellDate(cell) ?? cell).slice(0, group.length);
    if (key !== '') rows.set(key, [...(rows.get(key) ?? []), row]);
  }
  // "Points per team" of a list with one row for each team is one mean of all.
  if (isMean && rows.size === asked.rows.length) return undefined;
  if (rows.size === 0 || rows.size > mostGroups) return null;
  const lines = [...rows].map(([key, mine]) => {
    const values = measure === undefined ? [] : numbersOf(mine, measure, table);
    const sum = values.reduce((one, other) => one + other, 0);
    const figure = isCount ? rowsOf(mine.length) : shown(isMean ? sum / Math.max(1, values.length) : sum);
    return `- ${key}: ${figure}`;
  });
  const what = isCount ? 'Rows' : `${isMean ? 'Mean' : 'Sum'} of ${table.headings[measure]}`;
  const text = `${what} by ${table.headings[group.column]}${given(asked)}:\n${lines.join('\n')}`;
  return { text, rows: asked.rows.slice(0, 8), certainty: 2.5 };
}
