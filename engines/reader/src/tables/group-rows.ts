import { columnTraits } from './column-traits.ts';
import { cellDate, type DataTable, type TableRow } from './data-table.ts';
import { isOneUnit } from './meant-columns.ts';
import { headingStems } from './named-columns.ts';
import { stemOf, type TableFunction } from './question-words.ts';
import { given, numbersOf, rowsOf, shown, shownMean, sumOf } from './say-rows.ts';
import type { TableAnswer } from './table-answer.ts';
import type { TableQuestion } from './table-question.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const mostGroups = 40;
/** Of a question that says it more often it is not known what it means. */
const mostSaid = 4;
const groupWord =
  /(?<!\p{L})(?<how>per|by|each|every|pro|je|jede[mnrs]?|nach|por|cada|par|chaque)\s+(?<word>\p{L}+)/giu;
const periods: readonly [RegExp, number][] = [
  [/^(?:years?|jahre?|años?|années?|ans?)$/iu, 4],
  [/^(?:months?|monate?|mes(?:es)?|mois)$/iu, 7],
  [/^(?:days?|dates?|tage?|datum|días?|fechas?|jours?)$/iu, 10],
];

/** How many characters of a day, as 2026-03-31, say the year, month or day that a word names. */
export const periodOf = (word: string): number | undefined => periods.find(([name]) => name.test(word))?.[1];

type KeyOf = (row: TableRow) => string;

/** "Orders per courier", "revenue by region", "by month": what parts the rows. Null where no column says it. */
export function groupOf(
  question: string,
  conditionColumns: ReadonlySet<number>,
  table: DataTable,
): { match: RegExpExecArray; name: string; keyOf: KeyOf; column: number } | null {
  for (const match of [...question.matchAll(groupWord)].slice(0, mostSaid)) {
    const { how = '', word = '' } = match.groups ?? {};
    const stem = stemOf(word, 'en');
    // "Every day" says how often, and parts nothing.
    const isRate = /^(?:per|by|pro|nach|por|par)$/iu.test(how);
    const columns = [...table.headings.keys()].filter(
      (column) => !conditionColumns.has(column) && (isRate || table.kinds[column] !== 'date'),
    );
    const [column, another] = columns.filter(
      (each) => table.kinds[each] !== 'number' && headingStems(table.headings[each] ?? '', 'en').includes(stem),
    );
    if (column !== undefined && another === undefined)
      return { match, name: table.headings[column] ?? '', keyOf: ({ cells }) => cells[column] || '(none)', column };
    const length = periodOf(word);
    const [day, other] = columns.filter((each) => table.kinds[each] === 'date');
    if (length !== undefined && day !== undefined && other === undefined)
      return {
        match,
        name: word.toLowerCase(),
        keyOf: ({ cells }) => cellDate(cells[day] ?? '')?.slice(0, length) ?? '(none)',
        column: day,
      };
  }
  return null;
}

/** What is asked for, of each group of rows; null where that cannot be told, undefined where each row is a group: their mean is that of all. */
export function ofEachGroup(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null | undefined {
  const group = table.isWhole ? groupOf(question, asked.conditionColumns, table) : null;
  const { functions } = asked;
  // Which row of each group is first is another question.
  if (group === null || ['median', 'max', 'min'].some((name) => functions.has(name as TableFunction))) return null;
  const targets = asked.targets.filter((column) => column !== group.column);
  const [measure, another] = targets.filter((column) => table.kinds[column] === 'number');
  if (another !== undefined) return null;
  const isCount = measure === undefined;
  if (isCount && !functions.has('count')) return null;
  const name = isCount ? 'number of rows' : functions.has('mean') ? 'mean' : 'sum';
  // Prices and readings do not add up.
  if (!isCount && (!isOneUnit(asked.rows, measure) || (name === 'sum' && columnTraits(measure, table).isReading)))
    return null;
  const label = isCount ? targets.find((column) => table.kinds[column] === 'text') : undefined;
  const figureOf = (rows: readonly TableRow[]): number => {
    if (measure === undefined)
      return label === undefined ? rows.length : new Set(rows.flatMap(({ cells }) => cells[label] || [])).size;
    const values = numbersOf(rows, measure, table);
    const sum = sumOf(values);
    return name === 'mean' ? sum / values.length : sum;
  };
  const groups = [...Map.groupBy(asked.rows, group.keyOf)].map(([key, rows]) => ({ key, value: figureOf(rows) }));
  if (name === 'mean' && groups.length === asked.rows.length) return undefined;
  if (groups.length > mostGroups || !groups.every(({ value }) => Number.isFinite(value))) return null;
  const said = isCount
    ? label === undefined
      ? name
      : `number of ${table.headings[label]}`
    : `${name} of ${table.headings[measure]}`;
  const lines = groups
    .sort((one, other) => other.value - one.value)
    .map(({ key, value }) => `- ${key}: ${name === 'mean' ? shownMean(value) : shown(value)}`);
  return {
    text: `The ${said} by ${group.name}, over ${rowsOf(asked.rows.length)}${given(asked)}:\n${lines.join('\n')}`,
    rows: asked.rows,
    certainty: 2,
  };
}

/** What is one figure for any time or group: "takings in april". */
export const flow =
  /\b(?:takings|revenues?|income|turnover|earnings|proceeds|spending|expenditure|expenses|outgoings|umsatz|einnahmen|ausgaben|einkünfte|ingresos|gastos|recettes|dépenses)\b/iu;

/** "Which customer ordered most?": the name whose rows come to most, or least, together; without a column, that has most rows. */
export function bestGroup(
  asked: TableQuestion,
  { label, column, isMax }: { label: number; column?: number; isMax: boolean },
  table: DataTable,
): (TableAnswer & { value: string }) | null {
  if (column !== undefined && (columnTraits(column, table).isReading || !isOneUnit(asked.rows, column))) return null;
  const sums = [...Map.groupBy(asked.rows, ({ cells }) => cells[label] ?? '')]
    .filter(([key]) => key !== '')
    .map(([key, rows]) => ({
      key,
      rows,
      sum: column === undefined ? rows.length : sumOf(numbersOf(rows, column, table)),
    }))
    .sort((one, other) => (one.sum - other.sum) * (isMax ? -1 : 1));
  const [best, next] = sums;
  if (best === undefined || best.sum === next?.sum) return null;
  const most = isMax ? 'highest' : 'lowest';
  const text =
    column === undefined
      ? `${best.key} has the ${most} number of rows${given(asked)}: ${best.sum} of ${asked.rows.length}.`
      : `${best.key} has the ${most} sum of ${table.headings[column]}${given(asked)}: ${shown(best.sum)} over ${rowsOf(best.rows.length)}.`;
  return { text, value: best.key, rows: best.rows, certainty: 2 };
}
