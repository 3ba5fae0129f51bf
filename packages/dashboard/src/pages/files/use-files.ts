import type { FileInfo } from '@parley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';
import { UploadQueue } from './upload-queue.ts';

const pageSize = 100;
const lookMs = 1_500;
const maxIds = 1_000;
/** Files that are stored within this time are fetched together. */
const gatherMs = 500;

/** One for the whole application: uploads go on while other pages are open. */
const queue = new UploadQueue();

export const useUploads = () => ({ uploads: useSyncExternalStore(queue.subscribe, queue.get), queue });

/** Begins uploads and has the list read anew as they are stored. */
export function useAddFiles(): (files: Iterable<File>) => void {
  const parley = useParley();
  const queries = useQueryClient();
  return useCallback(
    (files) => {
      let isDue = false;
      const readAnew = () => {
        isDue = false;
        void queries.invalidateQueries({ queryKey: queryKeys.files.all });
      };
      queue.add(files, parley.files, () => {
        if (isDue) return;
        isDue = true;
        setTimeout(readAnew, gatherMs);
      });
    },
    [parley, queries],
  );
}

const isUnfinished = ({ status }: FileInfo) => status === 'processing' || status === 'pending';

/** All files, newest first, with states that are kept fresh while any is being read. */
export function useFileList() {
  const parley = useParley();
  const { rows, ...rest } = usePages<FileInfo>({
    queryKey: queryKeys.files.list({}),
    fetchPage: (after, signal) => parley.api.listFiles({ query: { ...after, limit: pageSize } }, { signal }),
  });
  const unfinished = (rows ?? [])
    .filter(isUnfinished)
    .slice(0, maxIds)
    .map(({ file_id }) => file_id);
  const { data: fresh } = useQuery({
    queryKey: queryKeys.files.states(unfinished),
    queryFn: ({ signal }) => parley.files.getMany(unfinished, { signal }),
    enabled: unfinished.length > 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) === false ? false : lookMs),
  });
  const states = new Map(fresh?.map((file) => [file.file_id, file]));
  return { rows: states.size === 0 ? rows : rows?.map((file) => states.get(file.file_id) ?? file), ...rest };
}

/** One file, looked at again until it is ready or failed. */
export function useFile(id: string) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.files.one(id),
    queryFn: ({ signal }) => parley.files.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? lookMs : false),
  });
}

/** The bytes of a file; kept as long as a page shows it. */
export function useContent(id: string, enabled = true) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.files.content(id),
    queryFn: ({ signal }) => parley.files.content(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    enabled,
  });
}

/** The extracted text of a file. */
export function useFileText(id: string, enabled = true) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.files.text(id),
    queryFn: ({ signal }) => parley.files.text(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}
