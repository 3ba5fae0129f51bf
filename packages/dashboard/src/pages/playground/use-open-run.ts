import { useQuery } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { fromRequest } from './from-request.ts';
import { fromStored } from './stored-run.ts';

/** A run of the history with the draft that it was made from; nothing without an id. */
export function useOpenRun(id: string) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.runs.one(id),
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const run = fromStored(await parley.api.getPlaygroundRun({ params: { id } }, { signal }));
      return run && { run, draft: fromRequest(run.request.mode, { ...run.request.body }) };
    },
  });
}
