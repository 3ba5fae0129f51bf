import type { Collection, CollectionFile } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useProblemSentence } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';

const lookMs = 2_000;
const pageSize = 100;

export const isBusy = ({ files, embeddings, passages }: Collection): boolean =>
  files.processing > 0 || (embeddings !== null && embeddings.error === null && embeddings.passages < passages);

/** All collections, newest first. */
export function useCollectionList() {
  const parley = useParley();
  return usePages<Collection>({
    queryKey: queryKeys.collections.list({}),
    fetchPage: (after, signal) => parley.api.listCollections({ query: { ...after, limit: pageSize } }, { signal }),
  });
}

/** One collection, looked at again while something in it is read or indexed. */
export function useCollection(id: string) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.collections.one(id),
    queryFn: ({ signal }) => parley.collections.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? lookMs : false),
  });
}

/** Its files, newest first. */
export function useCollectionFiles(id: string, isLive: boolean) {
  const parley = useParley();
  return usePages<CollectionFile>({
    queryKey: queryKeys.collections.files(id),
    fetchPage: (after, signal) =>
      parley.api.listCollectionFiles(
        { params: { collection_id: id }, query: { ...after, limit: pageSize } },
        { signal },
      ),
    refreshMs: isLive ? lookMs : undefined,
  });
}

/** Does something to collections, has all of them read anew, and says how it went. */
export function useCollectionChange<Input, Output>(
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
      await queries.invalidateQueries({ queryKey: queryKeys.collections.all });
    },
    onError: (error) => toaster.failed(sentence(error)),
  });
}
