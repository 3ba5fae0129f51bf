import type { ResearchRun } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole } from '../../lib/session.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { PageProblem } from '../../ui/page-problem.tsx';
import { Problem, useProblemSentence } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { Time } from '../../ui/values.tsx';
import { ExportMenu } from './export-menu.tsx';
import { reportTitle } from './report.ts';
import { Report } from './report-view.tsx';
import { RunState } from './research-page.tsx';
import { useResearchText } from './research-text.ts';
import { isRunning, useRun, useSteps } from './use-research.ts';

/** One run: its steps while it goes on, then its report. */
export function RunPage() {
  const text = useResearchText();
  const { researchId = '' }: { researchId?: string } = useParams({ strict: false });
  const { data: run, error, refetch } = useRun(researchId);
  const steps = useSteps(run);
  return (
    <>
      <div className="print:hidden">
        <BackLink to="/research">{text.back}</BackLink>
      </div>
      {error &&
        (run ? (
          <Problem error={error} onRetry={() => refetch()} />
        ) : (
          <PageProblem error={error} onRetry={() => refetch()} />
        ))}
      {!run && !error && <SkeletonRows count={8} className="h-8" />}
      {run && (
        <>
          <PageHeader
            title={reportTitle(run) ?? run.instructions}
            description={
              <span className="flex flex-wrap items-center gap-2">
                <RunState status={run.status} />
                <Time value={run.created_at} isFull />
              </span>
            }
            actions={
              <div className="flex gap-2 print:hidden">
                {isRunning(run) && <CancelButton run={run} />}
                {run.output !== undefined && <ExportMenu run={run} />}
              </div>
            }
          />
          {isRunning(run) && <Steps run={run} steps={steps} />}
          {run.status === 'failed' && (
            <div role="alert" className="mb-4 rounded-lg border border-bad/40 bg-bad-soft px-4 py-3 text-sm">
              <p className="font-medium text-bad">{text.failedTitle}</p>
              <p className="text-soft">{run.message ?? run.error}</p>
            </div>
          )}
          {run.output !== undefined && <Report run={run} />}
        </>
      )}
    </>
  );
}

function CancelButton({ run }: { run: ResearchRun }) {
  const text = useResearchText();
  const parley = useParley();
  const queries = useQueryClient();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const mayCancel = useHasRole('member');
  const cancel = useMutation({
    mutationFn: () => parley.research.cancel(run.research_id),
    onSuccess: async () => {
      toaster.done(text.cancelled);
      await queries.invalidateQueries({ queryKey: queryKeys.research.all });
    },
    onError: (error) => toaster.failed(sentence(error)),
  });
  return mayCancel ? (
    <Button look="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
      {text.cancel}
    </Button>
  ) : null;
}

function Steps({ run, steps }: { run: ResearchRun; steps: string[] }) {
  const text = useResearchText();
  const language = useLanguage();
  const { sources_found, pages_read } = run.progress;
  const count = (value: number) => formatNumber(value, language);
  return (
    <Card
      title={text.steps}
      description={<span className="tabular-nums">{text.found(count(sources_found), count(pages_read))}</span>}
      className="mb-5"
    >
      <ol aria-live="polite" className="flex flex-col gap-1.5 text-sm">
        {steps.map((step, index) => {
          const isLast = index === steps.length - 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place
            <li key={index} className={`flex items-start gap-2 ${isLast ? '' : 'text-muted'}`}>
              {isLast ? (
                <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-spin text-accent" />
              ) : (
                <span aria-hidden className="mx-1.5 mt-2 size-1 shrink-0 rounded-full bg-muted" />
              )}
              <span className="min-w-0 break-words">{step}</span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
