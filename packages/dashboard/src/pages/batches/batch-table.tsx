import { useMemo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
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
  const language = useLanguage();
  const columns = useMemo(
    (): Column<BatchRow>[] => [
      {
        key: 'id',
        header: text.batch,
        cell: ({ id, endpoint, done, failed, total }) => (
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
              {text.doneOf(formatNumber(done, language), formatNumber(total, language))}
              {failed > 0 && <span className="text-bad"> · {text.failed(formatNumber(failed, language))}</span>} ·{' '}
              {endpoint}
            </Below>
          </>
        ),
      },
      { key: 'endpoint', header: text.endpoint, width: '12rem', from: 'lg', cell: ({ endpoint }) => endpoint },
      { key: 'state', header: text.state, width: '8.5rem', cell: (batch) => <BatchState {...batch} /> },
      {
        key: 'done',
        header: text.done,
        width: '8rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ done, failed, total }) => (
          <span title={failed > 0 ? text.failed(formatNumber(failed, language)) : undefined}>
            {text.doneOf(formatNumber(done, language), formatNumber(total, language))}
            {failed > 0 && <span className="text-bad"> · {text.failed(formatNumber(failed, language))}</span>}
          </span>
        ),
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
    ],
    [text, language, onOpen],
  );
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      onEnd={onEnd}
    />
  );
}
