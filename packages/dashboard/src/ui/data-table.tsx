import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { useUiText } from './ui-text.ts';

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
  const isVirtual = rows.length > virtualFrom;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: isVirtual,
  });
  const items = isVirtual ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index }));
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - 5) onEnd?.();
  }, [last, rows.length, onEnd]);
  const shown = items.flatMap(({ index }) => rows.slice(index, index + 1).map((row) => ({ row, index })));
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus
      tabIndex={0}
      className={classNames(
        'relative min-w-0 overflow-auto focus-visible:-outline-offset-2',
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
          <Gap rows={first} columns={columns.length} />
          {shown.map(({ row, index }) => (
            <tr
              key={rowKey(row)}
              aria-rowindex={index + 2}
              {...(onOpen && { onClick: () => onOpen(row) })}
              className={classNames('group h-10', onOpen && 'cursor-pointer hover:bg-sunken')}
            >
              {columns.map(({ key, cell, isNumeric, from }) => (
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
              ))}
            </tr>
          ))}
          <Gap rows={rows.length - 1 - last} columns={columns.length} />
        </tbody>
      </table>
    </section>
  );
}

/** Stands for rows that are not in sight. */
function Gap({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden style={{ height: rows * rowHeight }}>
      <td colSpan={columns} />
    </tr>
  );
}
