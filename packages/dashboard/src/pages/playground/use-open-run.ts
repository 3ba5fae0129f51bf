import { useQuery } from '@tanstack/react-query';
import { modeOfOperation } from '../../lib/call-modes.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { modes } from './draft.ts';
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

/** The draft that a call of the log was made from, where its contents are kept; nothing without an id. */
export function useOpenCall(requestId: string) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.usage.call(requestId),
    enabled: requestId !== '',
    queryFn: ({ signal }) => parley.api.getCall({ params: { request_id: requestId } }, { signal }),
    select: ({ calls, contents }) => {
      const mode = modes.find((one) => one === modeOfOperation[calls[0]?.endpoint ?? '']);
      const body: unknown = JSON.parse(contents?.request ?? 'null');
      return mode && typeof body === 'object' && body !== null ? fromRequest(mode, { ...body }) : null;
    },
  });
}
