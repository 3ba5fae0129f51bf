import type { ResearchRun } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';

const lookMs = 1_500;
const listLookMs = 5_000;
const maxSteps = 200;

export const isRunning = ({ status }: ResearchRun): boolean => status === 'queued' || status === 'running';

/** Runs, newest first. */
export function useRuns() {
  const parley = useParley();
  return usePages<ResearchRun>({
    queryKey: queryKeys.research.list,
    refreshMs: listLookMs,
    fetchPage: (after, signal) => parley.api.listDeepResearch({ query: { ...after, limit: 50 } }, { signal }),
  });
}

/** One run, looked at again while it goes on. */
export function useRun(id: string) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.research.one(id),
    queryFn: ({ signal }) => parley.research.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? lookMs : false),
  });
}

/** The messages of a run in the order in which they were seen here. */
export function useSteps(run: ResearchRun | undefined): string[] {
  const [steps, setSteps] = useState<string[]>([]);
  const message = run && isRunning(run) ? run.progress.message : undefined;
  useEffect(() => {
    if (message) setSteps((seen) => (seen.at(-1) === message ? seen : [...seen, message].slice(-maxSteps)));
  }, [message]);
  return steps;
}
