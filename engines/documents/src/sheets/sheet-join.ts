import { DocumentError } from '../document-error.ts';
import { foldText } from './sheet-condition.ts';
import type { SheetColumn, SheetJoin, SheetSource } from './sheet-data.ts';
import { SheetPacker } from './sheet-packer.ts';
import { type ColumnBlock, SheetTable } from './sheet-table.ts';
import { toNumber } from './sheet-value.ts';

const mostRight = 500_000;
const mostJoined = 1_000_000;

/** Where a row of a table lies. */
interface RowPlace {
  blocks: readonly ColumnBlock[];
  row: number;
}

/**
 * The rows of two tables whose key columns hold the same, side by side. A column of the right table whose name the left one has, too, is
 * called `sheet.column`. Throws `invalid_request` for more rows than can be joined.
 */
export function joinSheets(source: SheetSource, { sheet, left: leftName, right: rightName }: SheetJoin): SheetSource {
  using left = new SheetTable(source);
  using right = new SheetTable(sheet);
  const [leftKey, rightKey] = [left.indexOf(leftName), right.indexOf(rightName)];
  const isNumeric = [left.columns[leftKey], right.columns[rightKey]].every(
    (column) => column?.type === 'integer' || column?.type === 'number',
  );
  const keyOf = (table: SheetTable, column: number, text: string) =>
    isNumeric ? String(toNumber(text, table.style(column)) ?? '') : foldText(text).trim();
  const places = placesOf(right, (blocks, row) => keyOf(right, rightKey, blocks[rightKey]?.text(row) ?? ''));
  const packer = new SheetPacker();
  let rowCount = 0;
  for (const group of left.groups) {
    const blocks = left.columns.map((_, column) => left.open(group, column));
    for (let row = 0; row < group.rows; row++) {
      const key = keyOf(left, leftKey, blocks[leftKey]?.text(row) ?? '');
      for (const place of key === '' ? [] : (places.get(key) ?? [])) {
        if (++rowCount > mostJoined) throw tooMany(mostJoined);
        addCells(packer, 0, { blocks, row });
        addCells(packer, blocks.length, place);
        packer.endRow();
      }
    }
  }
  const styles = [
    ...left.columns.map((_, column) => left.style(column)),
    ...right.columns.map((_, column) => right.style(column)),
  ];
  const columns = [...left.columns, ...renamed(right.columns, left.columns, sheet.name)];
  return { name: source.name, columns, rowCount, packed: packer.finish(styles) };
}

function placesOf(
  table: SheetTable,
  keyOf: (blocks: readonly ColumnBlock[], row: number) => string,
): Map<string, RowPlace[]> {
  const places = new Map<string, RowPlace[]>();
  let rows = 0;
  for (const group of table.groups) {
    const blocks = table.columns.map((_, column) => table.open(group, column));
    for (let row = 0; row < group.rows; row++) {
      if (++rows > mostRight) throw tooMany(mostRight);
      const key = keyOf(blocks, row);
      const known = places.get(key);
      if (known) known.push({ blocks, row });
      else places.set(key, [{ blocks, row }]);
    }
  }
  return places;
}

function addCells(packer: SheetPacker, first: number, { blocks, row }: RowPlace): void {
  for (const [column, { bytes, offsets }] of blocks.entries()) {
    packer.add(first + column, bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0);
  }
}

function renamed(columns: readonly SheetColumn[], taken: readonly SheetColumn[], sheet: string): SheetColumn[] {
  const names = new Set(taken.map(({ name }) => name.toLowerCase()));
  return columns.map((column) =>
    names.has(column.name.toLowerCase()) ? { ...column, name: `${sheet}.${column.name}` } : column,
  );
}

function tooMany(rows: number): DocumentError {
  return new DocumentError(
    'invalid_request',
    `The tables have more than ${rows} rows to join. Join on a column that tells rows apart.`,
  );
}
