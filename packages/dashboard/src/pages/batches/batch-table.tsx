import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { IdTable } from '../../ui/id-table.tsx';
import { Money, Time } from '../../ui/values.tsx';
import { useBatchesText } from './batches-text.ts';
import type { BatchRow } from './use-batches.ts';

export interface BatchTableProps {
  label: string;
  rows: readonly BatchRow[];
  onOpen: (id: string) => void;
  onEnd: () => void;
}

const tones: Partial<Record<BatchRow['status'], Tone>> = {
  in_progress: 'accent',
  completed: 'good',
  failed: 'bad',
  expired: 'warn',
};

/** The state of a batch in a word. */
export function BatchState({ status, failed }: Pick<BatchRow, 'status' | 'failed'>) {
  const tone = status === 'completed' && failed > 0 ? 'warn' : tones[status];
  return <Badge tone={tone ?? 'neutral'}>{useBatchesText().states[status]}</Badge>;
}

export function BatchTable({ label, rows, onOpen, onEnd }: BatchTableProps) {
  const text = useBatchesText();
  const columns: Column<BatchRow>[] = [
    { key: 'endpoint', header: text.endpoint, width: '12rem', from: 'lg', cell: ({ endpoint }) => endpoint },
    { key: 'state', header: text.state, width: '8.5rem', cell: (batch) => <BatchState {...batch} /> },
    {
      key: 'done',
      header: text.done,
      width: '8rem',
      from: 'sm',
      isNumeric: true,
      cell: (batch) => <Done {...batch} />,
    },
    {
      key: 'cost',
      header: text.cost,
      width: '6rem',
      from: 'sm',
      isNumeric: true,
      cell: ({ costUsd }) => <Money usd={costUsd} />,
    },
    {
      key: 'begun',
      header: text.begun,
      width: '9rem',
      from: 'sm',
      isNumeric: true,
      cell: ({ beganAt }) => <Time value={beganAt} />,
    },
  ];
  return (
    <IdTable
      label={label}
      header={text.batch}
      below={(batch) => (
        <>
          <Done {...batch} /> · {batch.endpoint}
        </>
      )}
      columns={columns}
      rows={rows}
      onOpen={onOpen}
      onEnd={onEnd}
    />
  );
}

/** How many of its lines are through, and how many of these went wrong. */
function Done({ done, failed, total }: Pick<BatchRow, 'done' | 'failed' | 'total'>) {
  const text = useBatchesText();
  const language = useLanguage();
  const wrong = failed > 0 ? text.failed(formatNumber(failed, language)) : undefined;
  return (
    <span title={wrong}>
      {text.doneOf(formatNumber(done, language), formatNumber(total, language))}
      {wrong && <span className="text-bad"> · {wrong}</span>}
    </span>
  );
}
