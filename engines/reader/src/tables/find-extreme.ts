import { guessLanguage } from '@parley/text';
import { columnTraits } from './column-traits.ts';
import type { DataTable } from './data-table.ts';
import { bestGroup, flow } from './group-rows.ts';
import { moneyColumns } from './meant-columns.ts';
import { headingStems } from './named-columns.ts';
import { placesOf } from './places.ts';
import { questionWords, stemOf, stemsOf } from './question-words.ts';
import { timeColumns } from './row-nouns.ts';
import { compare, given, orderOf, rowText } from './say-rows.ts';
import type { TableAnswer } from './table-answer.ts';
import type { TableQuestion } from './table-question.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** The row, or the group of rows, with the most or least of what is asked for. */
export function extreme(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null {
  if (!table.isWhole || table.rows.length < 2) return null;
  const isMax = asksMost(question, asked, table);
  const isOfTime = ofTime.test(question);
  const sortable = (column: number) =>
    (isOfTime ? /^(?:number|date|duration)$/ : /^(?:number|duration)$/).test(table.kinds[column] ?? '');
  // "On which day was it highest?": the day is what is asked for, not what is highest.
  const asksDay = dayAsked.test(question) && !ofTime.test(question);
  const named = asked.targets.filter((column) => sortable(column) && !(asksDay && table.kinds[column] === 'date'));
  const numbers = named.filter((target) => table.kinds[target] === 'number');
  const measures = ofOneEnd(numbers.length > 0 ? numbers : named, isMax, table);
  const all = [...table.kinds.keys()].filter(
    (column) => table.kinds[column] === 'number' && !asked.conditionColumns.has(column),
  );
  const [time, other] = asksDay ? timeColumns(table).filter((each) => !asked.conditionColumns.has(each)) : [];
  const label =
    labelAsked(question, asked, table) ??
    (other === undefined ? time : undefined) ??
    asked.targets.find((target) => table.kinds[target] !== 'number' && !named.includes(target));
  if (label !== undefined && asksOften.test(question)) return bestGroup(asked, { label, isMax }, table);
  const column = measures[0] ?? (all.length === 1 && !ofTime.test(question) ? all[0] : undefined);
  if (measures.length <= 1 && isDear.test(question)) {
    const money = moneyColumns(table, asked.conditionColumns);
    const stems = stemsOf(question, 'en');
    const isSaid = money.some((each) =>
      headingStems(table.headings[each] ?? '', 'en').some((stem) => stems.includes(stem)),
    );
    const each = !isSaid && money.length > 1 ? ofEach(money, isMax, asked, table) : null;
    if (each !== null && (each.rows.length > 1 || measures.length === 0)) return each;
  }
  if (measures.length > 1) return ofEach(measures, isMax, asked, table);
  if (column === undefined || column === label) return null;
  // What takes least time is the fastest: only a column of speeds is sorted by that word.
  if (asksSpeed.test(question) && !ofSpeed.test(table.headings[column] ?? '')) return null;
  const rows = asked.rows.filter((row) => orderOf(row, column, table) !== null);
  if (rows.length === 0) return null;
  // Amounts add up over the rows of one name or day; prices and readings do not.
  const isAmount = !columnTraits(column, table).isReading;
  const isAdded =
    (asksDay && isAmount) ||
    (/\b(?:most|least|fewest|in total|altogether|overall|insgesamt|en total|am meisten|meisten?)\b/i.test(question) &&
      !/\b(?:most|least) expensive\b/i.test(question));
  const places = placesOf(question);
  const names = label === undefined ? rows.length : new Set(rows.map(({ cells }) => cells[label])).size;
  // What is one figure for any time or group is that of all its rows: "which region had the highest revenue".
  const isOfGroup =
    isAmount && names * 2 <= rows.length && label !== undefined && labelAsked(question, asked, table) === label;
  if (
    label !== undefined &&
    ((isAdded && names < rows.length) ||
      (isOfGroup && (asked.functions.has('sum') || flow.test(table.headings[column] ?? ''))))
  )
    return places === null ? bestGroup({ ...asked, rows }, { label, column, isMax }, table) : null;
  const sorted = [...rows].sort(
    (a, b) => compare(orderOf(a, column, table), orderOf(b, column, table)) * (isMax ? -1 : 1),
  );
  if (places?.count !== undefined && places.count > 1) {
    if (sorted.length < places.count) return null;
    const first = sorted.slice(0, places.count);
    const text = `The ${first.length} rows with the ${isMax ? 'highest' : 'lowest'} ${table.headings[column]}${given(asked)}:\n${first
      .map((row) => `- ${rowText(row, table)}`)
      .join('\n')}`;
    return { text, rows: first, certainty: 2 };
  }
  const orders = [...new Set(sorted.map((row) => orderOf(row, column, table)))];
  const best = sorted.find((row) => orderOf(row, column, table) === orders[places?.skipped ?? 0]);
  if (best === undefined) return null;
  const ties = sorted.filter((row) => compare(orderOf(row, column, table), orderOf(best, column, table)) === 0);
  const place = places === null ? '' : `${ordinals[places.skipped] ?? `${places.skipped + 1}th`} `;
  const text = `The ${place}${isMax ? 'highest' : 'lowest'} ${table.headings[column]}${given(asked)} is ${best.cells[column]}:\n${ties
    .slice(0, 5)
    .map((row) => `- ${rowText(row, table)}`)
    .join('\n')}`;
  // "What is the highest price?" asks for the price, "What is the cheapest bench?" for a row.
  const isMeasureNamed = asked.isTargetNamed && asked.targets.includes(column);
  const isRow = !isMeasureNamed || !asksMeasure(question, table.headings[column] ?? '');
  const wanted = label ?? (isRow ? undefined : column);
  const cell = wanted === undefined ? undefined : best.cells[wanted];
  // "Who has most of them?" and "the dearest" ask for no number.
  const isOther = !/\p{L}/u.test(cell ?? '') && (asksWho.test(question) || isDear.test(question));
  const value = ties.length === 1 && !isOther ? cell : undefined;
  // Of amounts, one row may be meant or all of a name: both are told, and a value where they agree.
  const together =
    isOfGroup && label !== undefined && places === null
      ? bestGroup({ ...asked, rows }, { label, column, isMax }, table)
      : null;
  if (together !== null) {
    const both = `${together.text}\n${text}`;
    return value === together.value
      ? { ...together, text: both }
      : { text: both, rows: together.rows, certainty: together.certainty };
  }
  return { text, ...(value !== undefined && value !== '' && { value }), rows: ties.slice(0, 5), certainty: 2 };
}

/** "What is the highest price?", "¿Cuál es el precio más alto?": the first thing that is named is the measure, and none of the rows. */
function asksMeasure(question: string, heading: string): boolean {
  if (/\b(?:which|who|what) (?!is the|was the)/i.test(question)) return false;
  const first = questionWords(question, guessLanguage(question) ?? 'en').find(({ isStop }) => !isStop);
  return first !== undefined && headingStems(heading, guessLanguage(question) ?? 'en').includes(first.stem);
}

/** The oldest was born first, and has the highest age. */
function asksMost(question: string, { functions }: TableQuestion, { headings, kinds }: DataTable): boolean {
  const isOfAge = /\b(?:oldest|youngest|eldest)\b|(?<!\p{L})(?:älteste\p{L}*|jüngste\p{L}*)/iu.test(question);
  const hasAge = headings.some(
    (heading, column) => kinds[column] === 'number' && /(?:^|[ _])(?:age|alter|edad|âge)(?:[ _(]|$)/iu.test(heading),
  );
  return functions.has('max') !== (isOfAge && hasAge);
}

const asksSpeed = /\b(?:fastest|quickest|slowest)\b|(?:schnell|langsam)ste|más (?:rápid|lent)|plus (?:rapide|lent)/iu;
const ofSpeed = /speed|pace|velocity|tempo|geschwindigkeit|velocidad|vitesse|mph|knots|km_?\/?h/iu;
const isDear =
  /\b(?:dearest|cheapest|(?:most|least) expensive|teuerste\p{L}*|billigste\p{L}*|günstigste\p{L}*|más (?:car|barat)\p{L}*|(?:plus|moins) cher\p{L}*)(?!\p{L})/iu;

/** Several columns may be meant, such as a price and an amount: the row of each, and no value. */
function ofEach(
  columns: readonly number[],
  isMax: boolean,
  asked: TableQuestion,
  table: DataTable,
): TableAnswer | null {
  if (columns.length > 3 || !columns.every((column) => columnTraits(column, table).isMoney)) return null;
  const ends = columns.flatMap((column) => {
    const sorted = asked.rows
      .filter((row) => orderOf(row, column, table) !== null)
      .sort((a, b) => compare(orderOf(a, column, table), orderOf(b, column, table)) * (isMax ? -1 : 1));
    const [best] = sorted;
    return best === undefined ? [] : [{ best, column }];
  });
  if (ends.length === 0) return null;
  const text = ends
    .map(
      ({ best, column }) =>
        `The ${isMax ? 'highest' : 'lowest'} ${table.headings[column]}${given(asked)} is ${best.cells[column]}:\n- ${rowText(best, table)}`,
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

/** "Which product was sold most often?": rows are counted. */
const asksOften =
  /\b(?:most|least) (?:often|frequent(?:ly)?|common(?:ly)?|times)\b|\bhäufigste\p{L}*|\bam (?:öftesten|seltensten)\b|\b(?:más|menos) (?:veces|a menudo|frecuente\p{L}*)|\ble (?:plus|moins) (?:souvent|fréquent\p{L}*)/iu;
const asksWho = /(?<!\p{L})(?:who|whose|wer|wessen|quién(?:es)?|qui)(?!\p{L})/iu;
const ordinals = ['', 'second', 'third'];
const dayAsked = /\b(?:when|(?:which|what) (?:day|date|month|year))\b/i;
const ofTime =
  /\b(?:oldest|newest|latest|earliest|soonest|youngest|most recent)\b|(?<!\p{L})(?:älteste|jüngste|neu(?:e)?ste|frühe?ste|späteste)\p{L}*|más (?:antigu|nuev|reciente|tempran|tard)|plus (?:ancien|récent|tôt|tard)/iu;
/** Of "temp_min" and "temp_max" the one of the end that is asked for. */
function ofOneEnd(columns: readonly number[], isMax: boolean, table: DataTable): readonly number[] {
  const end = isMax
    ? /(?:^|[ _])(?:max|maximum|high|highest|peak)(?:[ _]|$)/i
    : /(?:^|[ _])(?:min|minimum|low|lowest)(?:[ _]|$)/i;
  const own = columns.filter((column) => end.test(table.headings[column] ?? ''));
  return columns.length > 1 && own.length === 1 ? own : columns;
}
