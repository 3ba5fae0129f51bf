import { monthOf } from '@parley/text';
import { type DataTable, toDataTable } from './data-table.ts';
import { writtenWeekday } from './written-weekday.ts';

const leastColumns = 3;
const mostColumns = 60;
const mostRows = 100;

/** What the headings of one series are: "Run 1", "Run 2" are runs, "Mon", "Tue" days. */
function seriesOf(headings: readonly string[]): { name: string; values: string[] } | undefined {
  const parts = headings.map(
    (heading) => /^(?<name>\p{L}[\p{L} .]*?)\.?\s?(?<value>\d{1,4}[a-z]?|[A-Z])$/u.exec(heading.trim())?.groups,
  );
  const [first] = parts;
  if (first?.name !== undefined && parts.every((part) => part?.name === first.name))
    return { name: first.name, values: parts.map((part) => part?.value ?? '') };
  const values = headings.map((heading) => heading.trim());
  const kinds: readonly [string, (value: string) => boolean][] = [
    ['Day', (value) => writtenWeekday(value) !== undefined],
    ['Month', (value) => monthOf(value) !== undefined],
    ['Year', (value) => /^(?:19|20)\d{2}(?:[/-]\d{2,4})?$/.test(value)],
  ];
  const kind = kinds.find(([, test]) => values.every(test));
  return kind && { name: kind[0], values };
}

/**
 * A table whose columns are the things and whose rows say something of each, such as the runs of a timetable over its stops, with rows and
 * columns changed over. Undefined for any other.
 */
export function turnedTable(table: DataTable): DataTable | undefined {
  const { headings, rows, title, document } = table;
  if (!table.isWhole || table.isClosing || rows.length < 2 || rows.length > mostRows) return undefined;
  const isTotal = /^(?:totals?|sum|summe|gesamt|all|alle)$/iu.test(headings.at(-1)?.trim() ?? '');
  const columns = [...headings.keys()].slice(1, isTotal ? -1 : undefined);
  const series =
    columns.length < leastColumns || columns.length > mostColumns
      ? undefined
      : seriesOf(columns.map((column) => headings[column] ?? ''));
  const names = rows.map(({ cells }) => cells[0]?.trim() ?? '');
  if (
    series === undefined ||
    new Set(names).size < names.length ||
    names.includes('') ||
    names.every((name) => /^[\d.,:]+$/.test(name))
  )
    return undefined;
  const [start, end] = [Math.min(...rows.map((row) => row.start)), Math.max(...rows.map((row) => row.end))];
  return {
    ...toDataTable({
      document,
      title,
      headings: [series.name, ...names],
      rows: columns.map((column, index) => ({
        cells: [series.values[index] ?? '', ...rows.map(({ cells }) => cells[column] ?? '')],
        start,
        end,
      })),
      depth: 0,
      isOnly: false,
      isWhole: true,
    }),
    isTurned: true,
  };
}
