import type { ResearchRun } from '@parley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { Telescope } from 'lucide-react';
import { useMemo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useHasRole } from '../../lib/session.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Money, NumberValue, Time } from '../../ui/values.tsx';
import { reportTitle } from './report.ts';
import { useResearchText } from './research-text.ts';
import { StartForm } from './start-form.tsx';
import { useRuns } from './use-research.ts';

const tones: Record<ResearchRun['status'], Tone> = {
  queued: 'neutral',
  running: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};

export function RunState({ status }: Pick<ResearchRun, 'status'>) {
  return <Badge tone={tones[status]}>{useResearchText().states[status]}</Badge>;
}

/** A new run, and all that were. */
export function ResearchPage() {
  const text = useResearchText();
  const mayStart = useHasRole('member');
  const { rows, error, refetch, onEnd } = useRuns();
  return (
    <>
      <PageHeader title={text.title} description={text.hint} />
      {mayStart ? <StartForm /> : <p className="mb-5 text-sm text-muted">{text.viewerHint}</p>}
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={5} />}
      {rows?.length === 0 && (
        <EmptyState icon={<Telescope aria-hidden />} title={text.noRuns}>
          {text.noRunsHint}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card title={text.runs} isFlush>
          <RunTable runs={rows} onEnd={onEnd} />
        </Card>
      )}
    </>
  );
}

const sourcesOf = ({ citations, progress }: ResearchRun): number => citations?.length ?? progress.sources_found;

function RunTable({ runs, onEnd }: { runs: readonly ResearchRun[]; onEnd: () => void }) {
  const text = useResearchText();
  const language = useLanguage();
  const navigate = useNavigate();
  const columns = useMemo(
    (): Column<ResearchRun>[] => [
      {
        key: 'run',
        header: text.run,
        cell: (run) => (
          <>
            <Link
              to={`/research/${run.research_id}`}
              className="block truncate font-medium hover:underline"
              title={run.instructions}
              onClick={(event) => event.stopPropagation()}
            >
              {reportTitle(run) ?? run.instructions}
            </Link>
            <Below>
              {text.sourcesOf(formatNumber(sourcesOf(run), language))} ·{' '}
              {run.cost_usd !== undefined && (
                <>
                  <Money usd={run.cost_usd} /> ·{' '}
                </>
              )}
              <Time value={run.created_at} />
            </Below>
          </>
        ),
      },
      { key: 'state', header: text.state, width: '7.5rem', cell: ({ status }) => <RunState status={status} /> },
      {
        key: 'sources',
        header: text.sources,
        width: '5.5rem',
        from: 'sm',
        isNumeric: true,
        cell: (run) => <NumberValue value={sourcesOf(run)} />,
      },
      {
        key: 'cost',
        header: text.cost,
        width: '6rem',
        from: 'md',
        isNumeric: true,
        cell: ({ cost_usd }) => (cost_usd === undefined ? '–' : <Money usd={cost_usd} />),
      },
      {
        key: 'started',
        header: text.started,
        width: '9rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ created_at }) => <Time value={created_at} />,
      },
    ],
    [text, language],
  );
  return (
    <DataTable
      label={text.runs}
      columns={columns}
      rows={runs}
      rowKey={({ research_id }) => research_id}
      onOpen={({ research_id }) => void navigate({ to: `/research/${research_id}` })}
      onEnd={onEnd}
    />
  );
}
