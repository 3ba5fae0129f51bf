import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';
import { isMaking, type Piece, toPiece } from './piece.ts';
import { type Recipe, toImageRequest, toVideoRequest } from './recipe.ts';

const lookMs = 1_500;
const maxWaitMs = 10 * 60_000;
const pageSize = 24;

/** What was made in the workspace, newest first; looked at again while a film is made. */
export function usePieces() {
  const parley = useParley();
  const { rows, ...list } = usePages({
    queryKey: queryKeys.media.list,
    fetchPage: (after, signal) => parley.api.listMedia({ query: { limit: pageSize, ...after } }, { signal }),
    refreshMs: (items) => (items.some(isMaking) ? lookMs : undefined),
  });
  const pieces = useMemo(() => rows?.map(toPiece), [rows]);
  return { ...list, pieces };
}

/** One of them, wherever it was begun. */
export function usePiece(id: string) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.media.one(id),
    queryFn: async ({ signal }): Promise<Piece> =>
      toPiece(await parley.api.getMediaItem({ params: { id } }, { signal })),
    refetchInterval: ({ state: { data } }) => (data && isMaking(data) ? lookMs : false),
  });
}

/** Makes a picture, or begins a film, and shows the gallery with it. */
export function useMake() {
  const parley = useParley();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (recipe: Recipe): Promise<void> => {
      if (recipe.kind === 'video') await parley.videos.start(toVideoRequest(recipe));
      else await parley.images.generate(toImageRequest(recipe), { timeoutMs: maxWaitMs });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.media.all }),
  });
}
