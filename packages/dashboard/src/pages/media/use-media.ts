import type { VideoRun } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { useStored } from '../../lib/stored.ts';
import { type Recipe, toImageRequest, toVideoRequest } from './recipe.ts';
import { idOf, type Piece, pathOf, putOnShelf, readShelf, shelf } from './shelf.ts';

const lookMs = 1_500;
/** Addresses of media work for an hour. */
const validMs = 60 * 60_000;
const maxWaitMs = 10 * 60_000;
/** The record of a call is written a moment after its reply. */
const recordDelayMs = 500;

function usePlace(): string {
  const { user, workspace_id } = useSession();
  return `${user.id} ${workspace_id ?? ''}`;
}

/** What was made here, newest first. */
export function usePieces(): Piece[] {
  const place = usePlace();
  const text = useStored(shelf);
  return useMemo(() => readShelf(text, Date.now(), place), [text, place]);
}

/** Makes a picture, or begins a film, and puts it on the shelf. */
export function useMake() {
  const parley = useParley();
  const place = usePlace();
  return useMutation({
    mutationFn: async (recipe: Recipe): Promise<Piece> => {
      let requestId = '';
      const options = {
        onResponse: ({ headers }: Response) => {
          requestId = headers.get('x-request-id') ?? '';
        },
      };
      const begun = { place, createdAt: Date.now() };
      if (recipe.kind === 'video') {
        const { video_id, seed } = await parley.videos.start(toVideoRequest(recipe), options);
        return { ...begun, id: video_id, requestId, recipe: seeded(recipe, seed) };
      }
      const made = await parley.images.generate(toImageRequest(recipe), { ...options, timeoutMs: maxWaitMs });
      const { image_url, model, seed, width, height, request_id, revised_prompt } = made;
      const path = pathOf(image_url);
      return {
        ...begun,
        id: idOf(path),
        requestId: request_id,
        recipe: seeded(recipe, seed),
        image: { path, model, width, height, ...(revised_prompt !== undefined && { drawn: revised_prompt }) },
      };
    },
    onSuccess: putOnShelf,
  });
}

const seeded = (recipe: Recipe, seed: number | undefined): Recipe =>
  seed === undefined ? recipe : { ...recipe, seed: String(seed) };

/** How a piece stands now. */
export interface PieceState {
  status: VideoRun['status'];
  /** Null when it is not there yet, or no longer. */
  path: string | null;
  /** 0 to 1. */
  progress: number;
  seed: string;
  model: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  /** Why it failed. */
  message?: string | undefined;
}

/** One film, looked at again while it is made. */
export function useVideo(id: string, isEnabled: boolean) {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.media.video(id),
    enabled: isEnabled,
    staleTime: 60_000,
    queryFn: ({ signal }) => parley.videos.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isMaking(data) ? lookMs : false),
  });
}

export const isMaking = ({ status }: Pick<VideoRun, 'status'>): boolean => status === 'queued' || status === 'running';

export function usePieceState({ id, recipe, createdAt, image }: Piece): { state?: PieceState; error: unknown } {
  const { data: run, error } = useVideo(id, image === undefined);
  if (image) {
    const path = createdAt + validMs > Date.now() ? image.path : null;
    return { state: { status: 'completed', path, progress: 1, seed: recipe.seed, model: image.model }, error: null };
  }
  if (!run) return { error };
  const state = {
    status: run.status,
    path: run.video_url === undefined ? null : pathOf(run.video_url),
    progress: run.progress.percent / 100,
    seed: run.seed === undefined ? recipe.seed : String(run.seed),
    model: run.model,
    duration: run.duration,
    message: run.message ?? run.error,
  };
  return { state, error };
}

/** US dollars of a piece that is done; null when there is no record of it, undefined until that is known. */
export function useCost(requestId: string, isDone: boolean): number | null | undefined {
  const parley = useParley();
  const { data, isError } = useQuery({
    queryKey: queryKeys.media.cost(requestId),
    enabled: isDone && requestId !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: 2,
    retryDelay: lookMs,
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, recordDelayMs));
      const { calls } = await parley.api.getCall({ params: { request_id: requestId } }, { signal });
      return calls.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
    },
  });
  return isError || requestId === '' ? null : data;
}
