import type { ErasureReceipt } from '@parley/sdk';
import type { Column } from '../../ui/data-table.tsx';
import { IdTable } from '../../ui/id-table.tsx';
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
  const columns: Column<ErasureReceipt>[] = [
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
  ];
  return (
    <IdTable
      label={text.receipts}
      header={text.receipt}
      below={({ finished_at }) => <Time value={finished_at} />}
      columns={columns}
      rows={receipts}
      onOpen={onOpen}
      onEnd={onEnd}
    />
  );
}
