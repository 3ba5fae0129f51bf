import { cellDate, type DataTable } from './data-table.ts';
import type { ParseState } from './parse-state.ts';
import { rowText } from './say-rows.ts';
import type { TableAnswer } from './table-answer.ts';
import type { TableQuestion } from './table-question.ts';

/** A question for the day of the week of something that a table has the date of. */
export const asksWeekday =
  /\b(?:what|which) (?:day of the week|weekday)\b|\bday of the week\b|\bweekday\b|\bwochentag\b|\bdía de la semana\b|\bjour de la semaine\b/iu;
const weekdayWord = /^(?:day|week|weekday|wochentag|día|semana|jour|semaine)$/iu;

/** Takes the words for a weekday for the only column of days, or the one that is named, where no column holds weekdays itself. */
export function nameWeekday({ question, words, table, named, used }: ParseState): void {
  if (
    !asksWeekday.test(question) ||
    table.headings.some((heading) => /^(?:week)?day$|^wochentag$|^día$/iu.test(heading))
  )
    return;
  const dates = table.kinds.flatMap((kind, column) =>
    kind === 'date' && /^\d{4}-\d{2}-\d{2}/.test(cellDate(table.rows[0]?.cells[column] ?? '') ?? '') ? [column] : [],
  );
  const column = dates.find((each) => named.has(each)) ?? (dates.length === 1 ? dates[0] : undefined);
  if (column === undefined) return;
  named.add(column);
  for (const word of words) if (weekdayWord.test(word.text)) used.add(word);
}

/** The day of the week of the only date that is asked for, in the only row. */
export function weekdayOfRow({ rows: [row], targets }: TableQuestion, table: DataTable): TableAnswer | undefined {
  const [column, second] = targets.filter((target) => table.kinds[target] === 'date');
  if (row === undefined || column === undefined || second !== undefined) return undefined;
  const cell = row.cells[column] ?? '';
  const day = /^\d{4}-\d{2}-\d{2}/.exec(cellDate(cell) ?? '')?.[0];
  if (day === undefined) return undefined;
  const value = new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  return { text: `${cell} is a ${value}:\n- ${rowText(row, table)}`, value, rows: [row], certainty: 2.5 };
}
