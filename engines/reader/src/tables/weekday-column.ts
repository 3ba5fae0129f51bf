import { cellDate, type DataTable } from './data-table.ts';
import type { WorkedColumn } from './worked-column.ts';
import { writtenWeekday } from './written-weekday.ts';

const weekday = /\b(?:day of the week|week ?days?|wochentage?n?|días? de la semana)\b/iu;
const groups =
  /\b(?:most|least|fewest|busiest|quietest|best|worst|highest|lowest|per|each|every|by)\b|\b(?:meisten|wenigsten|pro|je|más|menos|cada|por)\b/iu;

/** The day of the week of each row, where a question compares them; from a column that says it, or else from the only one of days. */
export function weekdayColumn(question: string, table: DataTable): WorkedColumn | undefined {
  if (!weekday.test(question) || !groups.test(question)) return undefined;
  const columns = [...table.headings.keys()];
  const holds = (column: number, test: (cell: string) => boolean) =>
    table.rows.length > 1 && table.rows.every(({ cells }) => test((cells[column] ?? '').trim()));
  const own = columns.find((column) => holds(column, (cell) => writtenWeekday(cell) !== undefined));
  const [date, second] = columns.filter(
    (column) => table.kinds[column] === 'date' && holds(column, (cell) => dayOf(cell) !== undefined),
  );
  if (own === undefined && (date === undefined || second !== undefined)) return undefined;
  const cells = table.rows.map((row) =>
    own === undefined ? nameOf(dayOf(row.cells[date ?? 0] ?? '') ?? '') : (row.cells[own] ?? ''),
  );
  return { heading: 'Weekday', cells, said: [weekday], ...(own !== undefined && { without: [own] }) };
}

const dayOf = (cell: string): string | undefined => /^[1-9]\d{3}-\d{2}-\d{2}/.exec(cellDate(cell) ?? '')?.[0];
const nameOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
