import type { SheetSource } from './sheet-data.ts';
import { SheetTable } from './sheet-table.ts';

/** Different values of a column that are held once for all their cells. */
const mostShared = 10_000;

/**
 * All rows as texts, with the names of their columns. Of a table with more cells than `mostCells` the columns of text that take most room are left
 * out, and null is told when the others are too many still.
 */
export function readSheetRows(sheet: SheetSource, mostCells: number): { headings: string[]; rows: string[][] } | null {
  using table = new SheetTable(sheet);
  const size = (column: number): number =>
    table.groups.reduce((sum, group) => sum + (group.columns[column]?.[1] ?? 0), 0);
  const texts = [...sheet.columns.keys()]
    .filter((column) => sheet.columns[column]?.type === 'text')
    .sort((one, other) => size(other) - size(one));
  const most = Math.floor(mostCells / Math.max(1, sheet.rowCount));
  const left = new Set(texts.slice(0, Math.max(0, sheet.columns.length - most)));
  const columns = [...sheet.columns.keys()].filter((column) => !left.has(column));
  if (columns.length > most || columns.length === 0) return null;
  const shared = columns.map(() => new Map<string, string>());
  const rows: string[][] = [];
  for (const group of table.groups) {
    const blocks = columns.map((column) => table.open(group, column));
    for (let row = 0; row < group.rows; row++)
      rows.push(blocks.map((block, at) => once(shared[at], block.isEmpty(row) ? '' : block.text(row))));
  }
  return { headings: columns.map((column) => sheet.columns[column]?.name ?? ''), rows };
}

/** The text itself, or the one that was read before it. */
function once(known: Map<string, string> | undefined, text: string): string {
  const same = known?.get(text);
  if (same !== undefined) return same;
  if (known && known.size < mostShared) known.set(text, text);
  return text;
}
