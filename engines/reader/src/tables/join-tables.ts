import { type DataTable, type TableRow, toDataTable } from './data-table.ts';
import { stemsOf } from './question-words.ts';

const mostRows = 5000;

/** Tables of one document that share a column whose values are unique in one of them, put side by side. */
export function joinedTables(tables: readonly DataTable[]): DataTable[] {
  return tables.flatMap((left) =>
    tables.flatMap((right) => {
      if (
        left === right ||
        // Lists inside the objects of a JSON text hold the outer fields already.
        left.depth > 0 ||
        right.depth > 0 ||
        left.document !== right.document ||
        left.rows.length > mostRows ||
        right.rows.length > mostRows
      )
        return [];
      return join(left, right) ?? [];
    }),
  );
}

function join(left: DataTable, right: DataTable): DataTable | null {
  for (const [column, heading] of left.headings.entries()) {
    const other = keyOf(right, left, column, heading);
    if (other < 0 || left.kinds[column] !== right.kinds[other]) continue;
    const byKey = new Map(right.rows.map((row) => [row.cells[other] ?? '', row]));
    if (byKey.size !== right.rows.length || !left.rows.some((row) => byKey.has(row.cells[column] ?? ''))) continue;
    const added = right.headings.flatMap((_name, index) => (index === other ? [] : [index]));
    const rows = left.rows.map((row): TableRow => {
      const match = byKey.get(row.cells[column] ?? '');
      return { ...row, cells: [...row.cells, ...added.map((index) => match?.cells[index] ?? '')] };
    });
    const headings = [...left.headings, ...added.map((index) => right.headings[index] ?? '')];
    return toDataTable({
      document: left.document,
      title: left.title,
      headings,
      rows,
      depth: 0,
      isOnly: false,
      ownColumns: left.headings.length,
      isWhole: left.isWhole && right.isWhole,
    });
  }
  return null;
}

/** The column of the same name; or, where the other table is called as this column is ("sensor" and "sensors"), the one that has all of its values. */
function keyOf(right: DataTable, left: DataTable, column: number, heading: string): number {
  const same = right.headings.findIndex((name) => name.toLowerCase() === heading.toLowerCase());
  const [stem, second] = stemsOf(heading, 'en');
  if (same >= 0 || stem === undefined || second !== undefined || !stemsOf(right.title, 'en').includes(stem))
    return same;
  const values = new Set(left.rows.flatMap(({ cells }) => cells[column] || []));
  return right.headings.findIndex((_, other) => {
    const keys = new Set(right.rows.map(({ cells }) => cells[other] ?? ''));
    return values.size > 0 && [...values].every((value) => keys.has(value));
  });
}
