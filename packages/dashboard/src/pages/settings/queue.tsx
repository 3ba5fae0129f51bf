import type { JobInfo, JobsQuery } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Layers, Play, X } from 'lucide-react';
import { useMemo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useChange } from '../../ui/use-change.ts';
import { Time } from '../../ui/values.tsx';
import { useSettingsText } from './settings-text.ts';

const refreshMs = 4_000;
const mostTries = 20;
const jobStates = ['waiting', 'running', 'failed', 'completed', 'cancelled'] as const;
const tones: Record<JobInfo['state'], Tone> = {
  waiting: 'neutral',
  running: 'accent',
  failed: 'bad',
  completed: 'good',
  cancelled: 'neutral',
};

/** Jobs in the background: how many wait, run and failed, and a way to run them again. */
export function Queue() {
  const text = useSettingsText();
  const language = useLanguage();
  const parley = useParley();
  const [stateInUrl, setState] = useUrlState('state');
  const [kind, setKind] = useUrlState('kind');
  const state = jobStates.find((one) => one === stateInUrl);
  const query: JobsQuery = { ...(state && { state }), ...(kind !== '' && { kind }) };
  const { rows, error, refetch, onEnd } = usePages<JobInfo>({
    queryKey: queryKeys.jobs.list(query),
    refreshMs,
    fetchPage: (after, signal) => parley.api.listJobs({ query: { ...query, ...after, limit: 100 } }, { signal }),
  });
  const { data: sums } = useQuery({
    queryKey: queryKeys.jobs.counts,
    refetchInterval: refreshMs,
    queryFn: ({ signal }) => parley.api.listJobs({ query: { limit: 1 } }, { signal }),
  });
  const columns = useColumns();
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  return (
    <>
      <div className="mb-4 grid grid-cols-3 gap-px overflow-hidden rounded-lg border bg-line shadow-card">
        {(['waiting', 'running', 'failed'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={state === name}
            onClick={() => setState(state === name ? '' : name)}
            className="bg-surface px-4 py-3 text-left hover:bg-sunken aria-pressed:bg-accent-soft"
          >
            <span className="block text-xs text-muted">{text[name]}</span>
            <span
              className={`block text-xl font-semibold tabular-nums ${name === 'failed' && (sums?.counts.failed ?? 0) > 0 ? 'text-bad' : ''}`}
            >
              {sums ? formatNumber(sums.counts[name], language) : '–'}
            </span>
          </button>
        ))}
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{text.jobsHint}</p>
        <Select
          aria-label={text.state}
          className="w-36!"
          value={state ?? ''}
          onValue={setState}
          options={[
            { value: '', label: text.allStates },
            ...jobStates.map((value) => ({ value, label: text.states[value] })),
          ]}
        />
        <Select
          aria-label={text.kind}
          className="w-44!"
          value={kind}
          onValue={setKind}
          options={[
            { value: '', label: text.allKinds },
            ...(sums?.kinds ?? []).map((value) => ({ value, label: jobName(value, text) })),
          ]}
        />
      </div>
      {!rows && <SkeletonRows count={6} />}
      {rows?.length === 0 && (
        <EmptyState icon={<Layers aria-hidden />} title={text.noJobs}>
          {text.noJobsHint}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card isFlush>
          <DataTable label={text.jobs} columns={columns} rows={rows} rowKey={({ id }) => id} onEnd={onEnd} />
        </Card>
      )}
    </>
  );
}

/** What a job does, in words; a kind that nobody has named stands as the API names it. */
const jobName = (kind: string, { jobNames }: { jobNames: Readonly<Record<string, string>> }): string =>
  (Object.hasOwn(jobNames, kind) && jobNames[kind]) || kind;

function useColumns(): Column<JobInfo>[] {
  const text = useSettingsText();
  const { mutate } = useJobChange();
  return useMemo(
    () => [
      {
        key: 'job',
        header: text.job,
        cell: ({ kind, id, created_at, subject_name }) => (
          <>
            <span className="block truncate" title={`${kind} ${id}`}>
              {jobName(kind, text)}
            </span>
            {subject_name !== null && (
              <span className="block truncate text-xs leading-4 text-muted max-sm:hidden" title={subject_name}>
                {subject_name}
              </span>
            )}
            <Below>
              {subject_name !== null && `${subject_name} · `}
              <Time value={created_at} />
            </Below>
          </>
        ),
      },
      {
        key: 'state',
        header: text.state,
        width: '7.5rem',
        cell: ({ state }) => <Badge tone={tones[state]}>{text.states[state]}</Badge>,
      },
      {
        key: 'attempt',
        header: text.attempt,
        width: '6rem',
        from: 'md',
        isNumeric: true,
        // Work that takes steps has as many attempts as it likes.
        cell: ({ attempt, max_attempts }) =>
          max_attempts > mostTries ? String(attempt) : text.attemptOf(String(attempt), String(max_attempts)),
      },
      {
        key: 'reason',
        header: text.reason,
        from: 'lg',
        cell: ({ error, error_code }) => (
          <span className="text-muted" title={error ?? ''}>
            {error_code && <code className="mr-1.5 font-mono text-xs">{error_code}</code>}
            {error ?? '–'}
          </span>
        ),
      },
      {
        key: 'created',
        header: text.created,
        width: '9rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ created_at }) => <Time value={created_at} />,
      },
      {
        key: 'actions',
        header: <span className="sr-only">{text.actions}</span>,
        width: '6rem',
        isNumeric: true,
        cell: (job) => (
          <span className="inline-flex gap-1.5">
            {job.retryable && (
              <IconButton label={text.retryWaiting} className="size-7" onClick={() => mutate({ job, action: 'retry' })}>
                <Play aria-hidden />
              </IconButton>
            )}
            {(job.state === 'running' || job.state === 'waiting') && (
              <IconButton label={text.cancel} className="size-7" onClick={() => mutate({ job, action: 'cancel' })}>
                <X aria-hidden />
              </IconButton>
            )}
          </span>
        ),
      },
    ],
    [text, mutate],
  );
}

function useJobChange() {
  const text = useSettingsText();
  const parley = useParley();
  return useChange({
    change: ({ job: { id }, action }: { job: JobInfo; action: 'retry' | 'cancel' }) =>
      action === 'retry' ? parley.api.retryJob({ params: { id } }) : parley.api.cancelJob({ params: { id } }),
    said: ({ action }) => (action === 'retry' ? text.retried : text.cancelled),
    queryKey: queryKeys.jobs.all,
  });
}
