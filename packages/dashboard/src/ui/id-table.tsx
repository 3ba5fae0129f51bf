import type { ReactNode } from 'react';
import { Below } from './below.tsx';
import { type Column, DataTable } from './data-table.tsx';

export interface IdTableProps<Row extends { id: string }> {
  /** What the table lists, for screen readers. */
  label: string;
  /** Above the ids. */
  header: string;
  /** What narrow windows say of a row instead of its other columns. */
  below: (row: Row) => ReactNode;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  onOpen: (id: string) => void;
  onEnd: () => void;
}

/** A table of things that have an id and no name: the id opens them. */
export function IdTable<Row extends { id: string }>({
  label,
  header,
  below,
  columns,
  rows,
  onOpen,
  onEnd,
}: IdTableProps<Row>) {
  const first: Column<Row> = {
    key: 'id',
    header,
    cell: (row) => (
      <>
        <button
          type="button"
          className="block max-w-full truncate text-left font-mono text-xs font-medium hover:underline"
          title={row.id}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(row.id);
          }}
        >
          {row.id}
        </button>
        <Below>{below(row)}</Below>
      </>
    ),
  };
  return (
    <DataTable
      label={label}
      columns={[first, ...columns]}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      onEnd={onEnd}
    />
  );
}
