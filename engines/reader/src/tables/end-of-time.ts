import { weekdayOf } from '@parley/text';
import type { DataTable } from './data-table.ts';
import { headingStems } from './named-columns.ts';
import { stemOf } from './question-words.ts';
import { compare, orderOf, rowText } from './say-rows.ts';
import type { TableAnswer } from './table-answer.ts';
import type { TableQuestion } from './table-question.ts';

const rowsShown = 12;

/** Whether the first or the last row in time is asked for, and not a column of what is first. */
export function asksEndOfTime(question: string, asked: TableQuestion, table: DataTable): boolean {
  if (!asked.functions.has('first') && !asked.functions.has('last')) return false;
  return !asked.isTargetNamed || endsLabel(question, asked, table);
}

/** "The last workshop": what is last is a name or a row, and no column of that name. */
function endsLabel(question: string, { targets }: TableQuestion, { kinds, headings }: DataTable): boolean {
  const noun = /\b(?:first|last|most recent)\s+(\p{L}+)/iu.exec(question)?.[1] ?? '';
  const stem = stemOf(noun, 'en');
  const isLabel = (column: number): boolean => {
    const [only, second] = headingStems(headings[column] ?? '', 'en');
    return kinds[column] === 'text' && only === stem && second === undefined;
  };
  return targets.every(isLabel);
}

/** The first or last row in time, by its day. */
export function endOfTime(asked: TableQuestion, table: DataTable): TableAnswer | null {
  const column = table.kinds.indexOf('date');
  if (column < 0 || !table.isWhole || table.rows.length < 2) return null;
  const sorted = asked.rows
    .filter((row) => orderOf(row, column, table) !== null)
    .sort((a, b) => compare(orderOf(a, column, table), orderOf(b, column, table)));
  const end = asked.functions.has('last') ? sorted.at(-1) : sorted[0];
  if (end === undefined || (isOfDay(orderOf(end, column, table)) && hasDays(table))) return null;
  const rows = sorted.filter((row) => orderOf(row, column, table) === orderOf(end, column, table));
  const text = rows.map((row) => `${rows.length > 1 ? '- ' : ''}${rowText(row, table)}`).join('\n');
  return { text, rows: rows.slice(0, rowsShown), certainty: 1.5 };
}

const isWeekday = (cell: string): boolean =>
  weekdayOf(cell) !== undefined ||
  /^(?:mon?|tues?|wed|thu(?:rs)?|fri?|sat?|sun|di|mi|do|so|lun|mar|mié|jue|vie|sáb|dom)\.?$/iu.test(cell);

const isOfDay = (time: number | string | null): boolean => /^\d\d:/.test(String(time));

/** A column of days beside that of times, by their names or their dates: times of several days do not tell which row is the last. */
const hasDays = (table: DataTable): boolean =>
  table.headings.some((_, column) =>
    table.rows.every((row) =>
      table.kinds[column] === 'date'
        ? !isOfDay(orderOf(row, column, table))
        : isWeekday(row.cells[column]?.trim() ?? ''),
    ),
  );
