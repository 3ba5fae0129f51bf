import type { EvaluationRun } from '@parley/sdk';
import { Square } from 'lucide-react';
import { useMemo } from 'react';
import { useParley } from '../../lib/parley.ts';
import { useHasRole } from '../../lib/session.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { IconButton } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Duration, Money, NumberValue, Time } from '../../ui/values.tsx';
import { useEvaluationsText } from './evaluations-text.ts';
import { useEvaluationChange } from './use-evaluations.ts';

const tones: Record<EvaluationRun['status'], Tone> = {
  queued: 'neutral',
  running: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};

export interface RunTableProps {
  runs: readonly EvaluationRun[];
  chosen: readonly string[];
  onToggle: (id: string) => void;
  onEnd: () => void;
}

/** Runs with their figures; a tick shows what each said below. */
export function RunTable({ runs, chosen, onToggle, onEnd }: RunTableProps) {
  const text = useEvaluationsText();
  const parley = useParley();
  const mayCancel = useHasRole('member');
  const { mutate: cancel } = useEvaluationChange(
    (id: string) => parley.evaluations.cancel(id),
    () => text.cancelled,
  );
  const columns = useMemo(
    (): Column<EvaluationRun>[] => [
      {
        key: 'name',
        header: text.run,
        cell: ({ id, name, passed, cases, cost_usd, judge_cost_usd }) => (
          <label className="flex min-w-0 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              aria-label={text.choose(name)}
              className="size-4 shrink-0 accent-[var(--accent)]"
              checked={chosen.includes(id)}
              onChange={() => onToggle(id)}
            />
            <span className="min-w-0">
              <span className="block truncate font-medium" title={name}>
                {name}
              </span>
              <Below>
                {`${passed}/${cases}`} · <Money usd={cost_usd + judge_cost_usd} />
              </Below>
            </span>
          </label>
        ),
      },
      {
        key: 'state',
        header: text.state,
        width: '7.5rem',
        cell: ({ id, name, status, done, cases, finished_at }) => (
          <span className="flex items-center gap-1">
            <Badge tone={tones[status]}>{status === 'running' ? `${done}/${cases}` : text.states[status]}</Badge>
            {finished_at === null && mayCancel && (
              <IconButton label={text.cancel(name)} onClick={() => cancel(id)}>
                <Square aria-hidden />
              </IconButton>
            )}
          </span>
        ),
      },
      {
        key: 'score',
        header: text.score,
        width: '5rem',
        isNumeric: true,
        cell: ({ score }) => (score === null ? '–' : <NumberValue value={score} digits={2} />),
      },
      {
        key: 'passed',
        header: text.passed,
        width: '6rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ passed, cases }) => `${passed}/${cases}`,
      },
      {
        key: 'cost',
        header: text.cost,
        width: '7rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ cost_usd, judge_cost_usd }) => <Money usd={cost_usd + judge_cost_usd} />,
      },
      {
        key: 'median',
        header: text.median,
        width: '6rem',
        from: 'md',
        isNumeric: true,
        cell: ({ p50_ms }) => (p50_ms === null ? '–' : <Duration ms={p50_ms} />),
      },
      {
        key: 'p95',
        header: text.p95,
        width: '6rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ p95_ms }) => (p95_ms === null ? '–' : <Duration ms={p95_ms} />),
      },
      {
        key: 'when',
        header: text.when,
        width: '8rem',
        from: 'lg',
        isNumeric: true,
        cell: ({ created_at }) => <Time value={created_at} />,
      },
    ],
    [text, chosen, onToggle, mayCancel, cancel],
  );
  return <DataTable label={text.runs} columns={columns} rows={runs} rowKey={({ id }) => id} onEnd={onEnd} />;
}
