import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { classNames } from './class-names.ts';
import { useUiText } from './ui-text.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

export interface Column<Row> {
  key: string;
  /** Empty for a column of buttons: it is read as such. */
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  isNumeric?: boolean;
  /** CSS width, such as `8rem`; without one the column shares what is left. */
  width?: string;
  /** Left out on screens narrower than this. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Opens the row; the first cell should hold a link or button that does the same. */
  onOpen?: (row: Row) => void;
  /** Called when the end comes into sight: fetch more. */
  onEnd?: (() => void) | undefined;
  /** Height at which it scrolls. Default: 70 % of the window. */
  className?: string;
}

const rowHeight = 40;
const virtualFrom = 60;
/** Drawn above and below what is in sight, so that nothing is seen to come. */
const spareRows = 12;
/** So many before the end, more is fetched: about two windows. */
const aheadRows = 50;
const froms = {
  sm: 'hidden sm:table-cell',
  md: 'hidden md:table-cell',
  lg: 'hidden lg:table-cell',
  xl: 'hidden xl:table-cell',
};

/** Rows of one height. Only those in sight are in the page, so that a hundred thousand scroll as well as ten. */
export function DataTable<Row>({ label, columns, rows, rowKey, onOpen, onEnd, className }: DataTableProps<Row>) {
  const text = useUiText();
  const scroller = useRef<HTMLElement>(null);
  const isLong = rows.length > virtualFrom;
  const sight = useRowsInSight(scroller, { rowHeight, count: rows.length, spare: spareRows });
  const { first, end } = isLong ? sight : { first: 0, end: rows.length };
  useEffect(() => {
    if (end > rows.length - aheadRows) onEnd?.();
  }, [end, rows.length, onEnd]);
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus
      tabIndex={0}
      className={classNames(
        // The first that is seen stands at the edge, also where the one before it is left out.
        'relative min-w-0 overflow-auto focus-visible:-outline-offset-2 max-sm:[&_.hidden:first-child+*]:pl-4',
        className ?? 'max-h-[70vh]',
      )}
    >
      <table aria-rowcount={rows.length + 1} className="w-full table-fixed border-separate border-spacing-0 text-sm">
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ key, header, width, isNumeric, from }) => (
              <th
                key={key}
                scope="col"
                style={width === undefined ? undefined : { width }}
                className={classNames(
                  'sticky top-0 z-10 h-9 truncate border-b bg-surface px-2 text-xs font-medium text-muted first:pl-4 last:pr-4',
                  isNumeric ? 'pr-4 text-right' : 'text-left',
                  from && froms[from],
                )}
              >
                {header === '' ? <span className="sr-only">{text.actions}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} />
          {rows.slice(first, end).map((row, at) => (
            <Row key={rowKey(row)} row={row} index={first + at} columns={columns} onOpen={onOpen} />
          ))}
          <Gap rows={rows.length - end} />
        </tbody>
      </table>
    </section>
  );
}

interface RowProps<Row> {
  row: Row;
  index: number;
  columns: ReadonlyArray<Column<Row>>;
  onOpen: ((row: Row) => void) | undefined;
}

/** Its cells are made once: what was in sight before is not made anew as one scrolls. */
function Row<Row>({ row, index, columns, onOpen }: RowProps<Row>) {
  const cells = useMemo(
    () =>
      columns.map(({ key, cell, isNumeric, from }) => (
        <td
          key={key}
          className={classNames(
            'h-10 truncate border-b border-line px-2 group-last:border-b-0 first:pl-4 last:pr-4',
            isNumeric && 'pr-4 text-right tabular-nums',
            from && froms[from],
          )}
        >
          {cell(row)}
        </td>
      )),
    [row, columns],
  );
  return (
    <tr
      aria-rowindex={index + 2}
      {...(onOpen && { onClick: () => onOpen(row) })}
      className={classNames('group h-10', onOpen && 'cursor-pointer hover:bg-sunken')}
    >
      {cells}
    </tr>
  );
}

/** Stands for rows that are not in sight. One cell: more would make columns of those that are left out on narrow screens. */
function Gap({ rows }: { rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden style={{ height: rows * rowHeight }}>
      <td />
    </tr>
  );
}
