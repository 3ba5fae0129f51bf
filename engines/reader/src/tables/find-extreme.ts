import { columnTraits } from './column-traits.ts';
import { cellDate, type DataTable, type TableRow } from './data-table.ts';
import { measuredColumn, moneyColumns, onlyMoneyColumn, pointsToMoney } from './meant-columns.ts';
import { headingStems } from './named-columns.ts';
import { personNames } from './person-names.ts';
import { questionWords, stemOf, stemsOf } from './question-words.ts';
import { rankAsked, topCount } from './row-nouns.ts';
import { compare, given, numbersOf, orderOf, rowsOf, rowText, shown } from './say-rows.ts';
import type { TableAnswer } from './table-answer.ts';
import type { TableQuestion } from './table-question.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** The row, or the group of rows, with the most or least of what is asked for. */
export function extreme(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null {
  if (!table.isWhole || table.rows.length < 2) return null;
  const isMax = asksMost(question, asked, table);
  const sortable = (column: number) => /^(?:number|date|duration)$/.test(table.kinds[column] ?? '');
  // "On which day was it highest?": the day is what is asked for, not what is highest.
  const asksDay = dayAsked.test(question) && !ofTime.test(question);
  const named = asked.targets.filter((column) => sortable(column) && !(asksDay && table.kinds[column] === 'date'));
  const numbers = named.filter((target) => table.kinds[target] === 'number');
  const measures = ofOneEnd(numbers.length > 0 ? numbers : named, isMax, table);
  const all = [...table.kinds.keys()].filter(
    (column) => table.kinds[column] === 'number' && !asked.conditionColumns.has(column),
  );
  const label =
    labelAsked(question, asked, table) ??
    doerNamed(question, asked, table) ??
    personColumn(question, table, asked) ??
    asked.targets.find((target) => table.kinds[target] !== 'number' && !named.includes(target));
  const column =
    measures[0] ?? (all.length === 1 && !ofTime.test(question) ? all[0] : meantMeasure(question, asked, table));
  if (measures.length <= 1 && isDear.test(question)) {
    const money = moneyColumns(table, asked.conditionColumns);
    const stems = stemsOf(question, 'en');
    const isSaid = money.some((each) =>
      headingStems(table.headings[each] ?? '', 'en').some((stem) => stems.includes(stem)),
    );
    const each =
      !isSaid && money.length > 1 ? ofEach(money, { isMax, rank: rankAsked(question) ?? 1 }, asked, table) : null;
    if (each !== null && (each.rows.length > 1 || measures.length === 0)) return each;
  }
  if (measures.length > 1) return ofEach(measures, { isMax, rank: rankAsked(question) ?? 1 }, asked, table);
  if (column === undefined || column === label) return null;
  const count = topCount(question);
  const rank = rankAsked(question) ?? 1;
  const rows = asked.rows.filter((row) => orderOf(row, column, table) !== null);
  if (rows.length === 0) return null;
  // Amounts add up over the rows of one name or day; prices and readings do not.
  const isAmount = !columnTraits(column, table).isReading;
  const isAdded =
    (asksDay && isAmount) ||
    (count !== undefined && isAmount && label !== undefined && asked.isTargetNamed && asked.rowNouns.length === 0) ||
    (/\b(?:most|least|fewest|in total|altogether|overall|insgesamt|en total|am meisten|meisten?)\b/i.test(question) &&
      !/\b(?:most|least) expensive\b/i.test(question));
  const length = table.kinds[label ?? -1] === 'date' ? periodLength(question) : undefined;
  const groups = label === undefined || !isAdded ? null : grouped(rows, { label, length }, column, table);
  if (groups !== null && label !== undefined) {
    const sorted = groups.sort((a, b) => (isMax ? b.sum - a.sum : a.sum - b.sum));
    const [best, second] = sorted.slice(rank - 1);
    const ahead = sorted[rank - 2];
    if (count !== undefined) return topGroups(sorted.slice(0, count), column, isMax, asked, table);
    if (best === undefined || best.sum === second?.sum || best.sum === ahead?.sum) return null;
    const text = `${best.key} has the ${ordinal(rank)}${isMax ? 'highest' : 'lowest'} sum of ${table.headings[column]}: ${shown(best.sum)} over ${rowsOf(best.rows.length)}${given(asked)}.`;
    return { text, value: best.key, rows: best.rows, certainty: 2 };
  }
  const sorted = [...rows].sort(
    (a, b) => compare(orderOf(a, column, table), orderOf(b, column, table)) * (isMax ? -1 : 1),
  );
  const best = sorted[rank - 1];
  const ahead = sorted[rank - 2];
  if (best === undefined) return null;
  // Two that share the place before leave none for the next.
  if (ahead && compare(orderOf(ahead, column, table), orderOf(best, column, table)) === 0) return null;
  if (count !== undefined) return topRows(sorted, count, column, isMax, asked, table);
  const ties = sorted.filter((row) => compare(orderOf(row, column, table), orderOf(best, column, table)) === 0);
  const text = `The ${ordinal(rank)}${isMax ? 'highest' : 'lowest'} ${table.headings[column]}${given(asked)} is ${best.cells[column]}:\n${ties
    .slice(0, 5)
    .map((row) => `- ${rowText(row, table)}`)
    .join('\n')}`;
  // "What is the highest price?" asks for the price, "What is the cheapest bench?" for a row.
  const isMeasureNamed = asked.isTargetNamed && asked.targets.includes(column);
  const isRow = /\b(?:which|who|what) (?!is the|was the)/i.test(question) || !isMeasureNamed;
  const wanted = label ?? (isRow ? undefined : column);
  const value = ties.length === 1 && wanted !== undefined ? best.cells[wanted] : undefined;
  return { text, ...(value !== undefined && value !== '' && { value }), rows: ties.slice(0, 5), certainty: 2 };
}

const ordinal = (rank: number): string => ['', '', 'second ', 'third ', 'fourth ', 'fifth '][rank] ?? '';

/** The oldest was born first, and has the highest age. */
function asksMost(question: string, { functions }: TableQuestion, { headings, kinds }: DataTable): boolean {
  const isOfAge = /\b(?:oldest|youngest|eldest)\b|(?<!\p{L})(?:älteste\p{L}*|jüngste\p{L}*)/iu.test(question);
  const hasAge = headings.some(
    (heading, column) => kinds[column] === 'number' && /(?:^|[ _])(?:age|alter|edad|âge)(?:[ _(]|$)/iu.test(heading),
  );
  return functions.has('max') !== (isOfAge && hasAge);
}

/** "Who paid most?" of a column "Paid by": those that the heading says did it. */
const doerNamed = (question: string, { targets }: TableQuestion, { headings, kinds }: DataTable): number | undefined =>
  /\b(?:who|wer|quién|qui)\b/iu.test(question)
    ? targets.find((column) => kinds[column] === 'text' && /[ _](?:by|von|por|par)$/iu.test(headings[column] ?? ''))
    : undefined;

type Sorted = readonly { key: string; sum: number; rows: TableRow[] }[];

function topGroups(best: Sorted, column: number, isMax: boolean, asked: TableQuestion, table: DataTable): TableAnswer {
  const lines = best.map(({ key, sum, rows }) => `- ${key}: ${shown(sum)} over ${rowsOf(rows.length)}`);
  const text = `The ${best.length} ${isMax ? 'highest' : 'lowest'} sums of ${table.headings[column]}${given(asked)}:\n${lines.join('\n')}`;
  return { text, rows: best.flatMap(({ rows }) => rows).slice(0, 8), certainty: 2 };
}

/** So many rows of one end, and those that are equal to the last of them. */
function topRows(
  sorted: readonly TableRow[],
  count: number,
  column: number,
  isMax: boolean,
  asked: TableQuestion,
  table: DataTable,
): TableAnswer | null {
  const last = sorted[Math.min(count, sorted.length) - 1];
  if (last === undefined || count > 12) return null;
  const limit = orderOf(last, column, table);
  const end = sorted.findLastIndex((row) => compare(orderOf(row, column, table), limit) === 0) + 1;
  const best = sorted.slice(0, Math.min(end, count + 5));
  const lines = best.map((row) => `- ${rowText(row, table)}`);
  const text = `The ${best.length === 1 ? 'row' : `${best.length} rows`} with the ${isMax ? 'highest' : 'lowest'} ${table.headings[column]}${given(asked)}:\n${lines.join('\n')}`;
  return { text, rows: best, certainty: 2 };
}

const isDear =
  /\b(?:dearest|cheapest|(?:most|least) expensive|teuerste\p{L}*|billigste\p{L}*|günstigste\p{L}*|más (?:car|barat)\p{L}*|(?:plus|moins) cher\p{L}*)(?!\p{L})/iu;

/** Several columns may be meant, such as a price and an amount: the row of each, and no value. */
function ofEach(
  columns: readonly number[],
  { isMax, rank }: { isMax: boolean; rank: number },
  asked: TableQuestion,
  table: DataTable,
): TableAnswer | null {
  if (columns.length > 3 || !columns.every((column) => columnTraits(column, table).isMoney)) return null;
  const ends = columns.flatMap((column) => {
    const sorted = asked.rows
      .filter((row) => orderOf(row, column, table) !== null)
      .sort((a, b) => compare(orderOf(a, column, table), orderOf(b, column, table)) * (isMax ? -1 : 1));
    const [best, ahead] = [sorted[rank - 1], sorted[rank - 2]];
    return best === undefined || ahead?.cells[column] === best.cells[column] ? [] : [{ best, column }];
  });
  if (ends.length === 0) return null;
  const text = ends
    .map(
      ({ best, column }) =>
        `The ${ordinal(rank)}${isMax ? 'highest' : 'lowest'} ${table.headings[column]}${given(asked)} is ${best.cells[column]}:\n- ${rowText(best, table)}`,
    )
    .join('\n');
  return { text, rows: [...new Set(ends.map(({ best }) => best))], certainty: 1.5 };
}

/** "In which location …": the column of names that the question asks for one of. */
export function labelAsked(
  question: string,
  { targets }: TableQuestion,
  { kinds, headings }: DataTable,
): number | undefined {
  const word = /\b(?:which|what|welche[rsnm]?|quel(?:le)?|qué)\s+(\p{L}+)/iu.exec(question)?.[1];
  if (word === undefined) return undefined;
  const stem = stemOf(word, 'en');
  return targets.find(
    (column) => kinds[column] === 'text' && headingStems(headings[column] ?? '', 'en').includes(stem),
  );
}

const dayAsked = /\b(?:when|(?:which|what) (?:day|date|month|year))\b/i;
const ofTime = /\b(?:oldest|newest|latest|earliest|youngest|most recent)\b/i;
/** Where no column is named: money where the question speaks of it, else the only measure that adds up. */
function meantMeasure(question: string, { conditionColumns }: TableQuestion, table: DataTable): number | undefined {
  if (ofTime.test(question)) return undefined;
  if (pointsToMoney(questionWords(question, 'en'))) return onlyMoneyColumn(table, conditionColumns);
  return /\b(?:most|fewest|least|highest|lowest|meisten?|más|menos)\b/iu.test(question)
    ? (measuredColumn(table, conditionColumns) ?? onlyMoneyColumn(table, conditionColumns))
    : undefined;
}

/** "Who": the only column of names of two words and more. */
function personColumn(question: string, table: DataTable, { conditionColumns }: TableQuestion): number | undefined {
  if (!/\b(?:who|wer|quién|qui)\b/iu.test(question)) return undefined;
  const found = personNames(table, conditionColumns);
  return found.length === 1 ? found[0] : undefined;
}

/** Of "temp_min" and "temp_max" the one of the end that is asked for. */
function ofOneEnd(columns: readonly number[], isMax: boolean, table: DataTable): readonly number[] {
  const end = isMax
    ? /(?:^|[ _])(?:max|maximum|high|highest|peak)(?:[ _]|$)/i
    : /(?:^|[ _])(?:min|minimum|low|lowest)(?:[ _]|$)/i;
  const own = columns.filter((column) => end.test(table.headings[column] ?? ''));
  return columns.length > 1 && own.length === 1 ? own : columns;
}

/** "Which month" adds up the days of a month; undefined where cells are taken whole. */
function periodLength(question: string): number | undefined {
  if (/\b(?:months?|monat|mes|mois)\b/iu.test(question)) return 7;
  return /\b(?:years?|jahr|año|année)\b/iu.test(question) ? 4 : undefined;
}

function grouped(
  rows: readonly TableRow[],
  { label, length }: { label: number; length: number | undefined },
  column: number,
  table: DataTable,
): { key: string; sum: number; rows: TableRow[] }[] | null {
  if (table.kinds[column] !== 'number') return null;
  const groups = new Map<string, TableRow[]>();
  for (const row of rows) {
    const cell = row.cells[label] ?? '';
    const key = length === undefined ? cell : (cellDate(cell)?.slice(0, length) ?? cell);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  if (groups.size === rows.length) return null;
  return [...groups].map(([key, mine]) => ({
    key,
    rows: mine,
    sum: numbersOf(mine, column, table).reduce((total, value) => total + value, 0),
  }));
}
