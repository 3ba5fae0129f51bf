import type { EvaluationComparison, EvaluationRun, EvaluationSet } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useProblemSentence } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';

const lookMs = 1_500;
/** Cases that are shown at first. */
const pageCases = 20;

const isOpen = ({ finished_at }: EvaluationRun): boolean => finished_at === null;

/** All sets, newest first. */
export function useSets() {
  const parley = useParley();
  return usePages<EvaluationSet>({
    queryKey: queryKeys.evaluations.sets,
    fetchPage: (after, signal) => parley.api.listEvaluationSets({ query: { ...after, limit: 50 } }, { signal }),
  });
}

export function useSet(id: string) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.evaluations.one(id),
    queryFn: ({ signal }) => parley.evaluations.getSet(id, { signal }),
  });
}

/** Runs of a set, newest first, looked at again while one goes on. */
export function useRuns(setId: string) {
  const parley = useParley();
  return usePages<EvaluationRun>({
    queryKey: queryKeys.evaluations.runs(setId),
    fetchPage: (after, signal) =>
      parley.api.listEvaluationRuns({ query: { ...after, set_id: setId, limit: 50 } }, { signal }),
    refreshMs: (rows) => (rows.some(isOpen) ? lookMs : undefined),
  });
}

/** What one or several runs said, case by case. */
export function useSaid(ids: readonly string[], shown: number) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.evaluations.said(ids, shown),
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<Pick<EvaluationComparison, 'runs' | 'cases' | 'has_more'>> => {
      const limit = Math.min(100, shown);
      if (ids.length > 1) return await parley.evaluations.compare(ids, { limit }, { signal });
      const [id = ''] = ids;
      const run = await parley.evaluations.get(id, { signal });
      const page = await parley.api.listEvaluationResults({ params: { run_id: id }, query: { limit } }, { signal });
      const cases = page.data.map(({ case_id, position, name, ...result }) => ({
        case_id,
        position,
        name,
        results: [result],
      }));
      return { runs: [run], cases, has_more: page.has_more };
    },
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) ? lookMs : false),
  });
}

export const firstCases = pageCases;

/** Does something to evaluations, has all of them read anew, and says how it went. */
export function useEvaluationChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  said: (output: Output) => string,
  onDone?: (output: Output) => void,
) {
  const queries = useQueryClient();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output) => {
      toaster.done(said(output));
      onDone?.(output);
      await queries.invalidateQueries({ queryKey: queryKeys.evaluations.all });
    },
    onError: (error) => toaster.failed(sentence(error)),
  });
}
