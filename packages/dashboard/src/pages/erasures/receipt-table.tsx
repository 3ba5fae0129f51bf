import type { ErasureReceipt } from '@parley/sdk';
import { useMemo } from 'react';
import { Below } from '../../ui/below.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { NumberValue, Time } from '../../ui/values.tsx';
import { useErasuresText } from './erasures-text.ts';

export interface ReceiptTableProps {
  receipts: readonly ErasureReceipt[];
  onOpen: (id: string) => void;
  onEnd: () => void;
}

/** How many things of all kinds were deleted. */
const thingsOf = ({ deleted }: ErasureReceipt): number => Object.values(deleted).reduce((sum, count) => sum + count, 0);

export function ReceiptTable({ receipts, onOpen, onEnd }: ReceiptTableProps) {
  const text = useErasuresText();
  const columns = useMemo(
    (): Column<ErasureReceipt>[] => [
      {
        key: 'id',
        header: text.receipt,
        cell: ({ id, finished_at }) => (
          <>
            <button
              type="button"
              className="block max-w-full truncate text-left font-mono text-xs font-medium hover:underline"
              title={id}
              onClick={(event) => {
                event.stopPropagation();
                onOpen(id);
              }}
            >
              {id}
            </button>
            <Below>
              <Time value={finished_at} />
            </Below>
          </>
        ),
      },
      { key: 'scope', header: text.scope, width: '12rem', from: 'sm', cell: ({ scope }) => text.scopes[scope] },
      {
        key: 'things',
        header: text.deleted,
        width: '7rem',
        isNumeric: true,
        cell: (receipt) => <NumberValue value={thingsOf(receipt)} />,
      },
      {
        key: 'finished',
        header: text.finished,
        width: '9rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ finished_at }) => <Time value={finished_at} />,
      },
    ],
    [text, onOpen],
  );
  return (
    <DataTable
      label={text.receipts}
      columns={columns}
      rows={receipts}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      onEnd={onEnd}
    />
  );
}
