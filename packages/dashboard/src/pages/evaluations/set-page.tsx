import type { EvaluationSet } from '@parley/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { History, ListChecks, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageProblem } from '../../ui/page-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CaseList } from './case-list.tsx';
import { useEvaluationsText } from './evaluations-text.ts';
import { PlayDialog } from './play-dialog.tsx';
import { PromptCards } from './prompt-card.tsx';
import { RunTable } from './run-table.tsx';
import { SideBySide } from './side-by-side.tsx';
import { useEvaluationChange, useRuns, useSet } from './use-evaluations.ts';

const mostCompared = 8;

/** One set: its runs, and what those that are chosen said side by side. */
export function SetPage() {
  const text = useEvaluationsText();
  const language = useLanguage();
  const { setId = '' }: { setId?: string } = useParams({ strict: false });
  const mayPlay = useHasRole('member');
  const { data: set, error, refetch } = useSet(setId);
  const runs = useRuns(setId);
  const [dialog, setDialog] = useUrlState('play');
  const [chosen, setChosen] = useUrlState('runs');
  const ids = chosen.split(',').filter((id) => id !== '');
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-mostCompared);
    setChosen(next.join(','));
  };
  return (
    <>
      <BackLink to="/evaluations">{text.back}</BackLink>
      {error && <PageProblem error={error} onRetry={() => refetch()} />}
      {!set && !error && <SkeletonRows count={6} />}
      {set && (
        <>
          <PageHeader
            title={set.name}
            description={text.casesOf(formatNumber(set.cases, language))}
            actions={mayPlay && <Actions set={set} onPlay={() => setDialog('1')} />}
          />
          {runs.error && <Problem error={runs.error} onRetry={() => runs.refetch()} />}
          {runs.rows?.length === 0 && (
            <EmptyState icon={<ListChecks aria-hidden />} title={text.noRuns}>
              {text.noRunsHint}
            </EmptyState>
          )}
          {runs.rows && runs.rows.length > 0 && (
            <Card title={text.runs} isFlush>
              <RunTable runs={runs.rows} chosen={ids} onToggle={toggle} onEnd={runs.onEnd} />
            </Card>
          )}
          {runs.rows && runs.rows.length > 0 && <SideBySide ids={ids} />}
          <CaseList set={set} mayChange={mayPlay} />
          <PromptCards setId={set.id} onBegun={toggle} />
          {dialog === '1' && mayPlay && (
            <PlayDialog
              set={set}
              onClose={() => setDialog('')}
              onBegun={(id) => {
                setDialog('');
                toggle(id);
              }}
            />
          )}
        </>
      )}
    </>
  );
}

function Actions({ set, onPlay }: { set: EvaluationSet; onPlay: () => void }) {
  const text = useEvaluationsText();
  const parley = useParley();
  const navigate = useNavigate();
  const mayReadCalls = useHasRole('admin');
  const [isAsked, setIsAsked] = useState(false);
  const addCalls = useEvaluationChange(
    () => parley.evaluations.addCases(set.id, { from_calls: { limit: 50, expect_reply: true } }),
    ({ data, skipped }) => text.added(String(data.length), String(skipped.length)),
  );
  const remove = useEvaluationChange(
    () => parley.evaluations.deleteSet(set.id),
    () => text.removed,
    () => void navigate({ to: '/evaluations' }),
  );
  return (
    <span className="flex flex-wrap gap-2">
      {mayReadCalls && (
        <Button
          icon={<History aria-hidden />}
          title={text.addFromCallsHint}
          isBusy={addCalls.isPending}
          onClick={() => addCalls.mutate(undefined)}
        >
          {text.addFromCalls}
        </Button>
      )}
      <Button icon={<Trash2 aria-hidden />} onClick={() => setIsAsked(true)}>
        {text.remove}
      </Button>
      <Button look="primary" icon={<Play aria-hidden />} disabled={set.cases === 0} onClick={onPlay}>
        {text.play}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        onConfirm={() => remove.mutate(undefined)}
        title={text.removeTitle(set.name)}
        action={text.remove}
        isBusy={remove.isPending}
      >
        {text.removeHint}
      </ConfirmDialog>
    </span>
  );
}
