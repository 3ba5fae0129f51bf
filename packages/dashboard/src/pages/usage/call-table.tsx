import type { CallSummary } from '@parley/sdk';
import { useMemo } from 'react';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Duration, Money, NumberValue, Time } from '../../ui/values.tsx';
import { endpointName } from './endpoint-name.ts';
import { useUsageText } from './usage-text.ts';

export interface CallTableProps {
  calls: readonly CallSummary[];
  onEnd: () => void;
  onOpen: (call: CallSummary) => void;
}

export function StatusBadge({ status }: { status: number }) {
  const tone: Tone = status < 400 ? 'good' : status === 499 ? 'neutral' : status < 500 ? 'warn' : 'bad';
  return <Badge tone={tone}>{status}</Badge>;
}

/** Calls in rows; a hundred thousand scroll as well as ten. */
export function CallTable({ calls, onEnd, onOpen }: CallTableProps) {
  const text = useUsageText();
  const columns = useMemo(
    (): Column<CallSummary>[] => [
      {
        key: 'time',
        header: text.time,
        width: '10rem',
        from: 'sm',
        cell: ({ created_at }) => <Time value={created_at} isFull />,
      },
      { key: 'status', header: text.status, width: '4.5rem', cell: ({ status }) => <StatusBadge status={status} /> },
      {
        key: 'endpoint',
        header: text.endpoint,
        cell: (call) => (
          <>
            <span className="flex min-w-0 items-baseline gap-2">
              <button
                type="button"
                className="min-w-0 max-w-full shrink-0 truncate max-sm:shrink font-medium hover:underline"
                title={call.endpoint}
                onClick={(event) => {
                  event.stopPropagation();
                  onOpen(call);
                }}
              >
                {endpointName(call.endpoint, text)}
              </button>
              {call.error_code !== null && (
                <span
                  className="hidden min-w-0 truncate font-mono text-xs text-muted sm:inline"
                  title={call.error_code}
                >
                  {call.error_code}
                </span>
              )}
            </span>
            <Below>
              <Time value={call.created_at} isFull /> · <Duration ms={call.duration_ms} /> ·{' '}
              <Money usd={call.cost_usd} isKnown={call.price_known} />
            </Below>
          </>
        ),
      },
      {
        key: 'model',
        header: text.model,
        width: '9rem',
        from: 'lg',
        cell: ({ model }) => <span title={model ?? ''}>{model ?? '–'}</span>,
      },
      {
        key: 'key',
        header: text.key,
        width: '10rem',
        from: 'lg',
        cell: ({ key_name, key_id, source }) =>
          source === 'dashboard' ? (
            <Badge tone="accent">{text.sources.dashboard}</Badge>
          ) : (
            <span className="text-muted" title={key_id}>
              {key_name ?? text.gone}
            </span>
          ),
      },
      {
        key: 'tokens',
        header: text.tokens,
        width: '6rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ input_tokens, output_tokens }) => <NumberValue value={input_tokens + output_tokens} />,
      },
      {
        key: 'cost',
        header: text.cost,
        width: '6.5rem',
        from: 'md',
        isNumeric: true,
        cell: ({ cost_usd, price_known }) => <Money usd={cost_usd} isKnown={price_known} />,
      },
      {
        key: 'duration',
        header: text.duration,
        width: '6rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ duration_ms }) => <Duration ms={duration_ms} />,
      },
    ],
    [text, onOpen],
  );
  return (
    <DataTable
      label={text.calls}
      columns={columns}
      rows={calls}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      onEnd={onEnd}
    />
  );
}
