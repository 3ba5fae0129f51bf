import type { VideoRun } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole } from '../../lib/session.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Problem, useProblemSentence } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { Time } from '../../ui/values.tsx';
import { useMediaText } from './media-text.ts';
import { AgainLink, Cost, DownloadLink, PieceView } from './piece-view.tsx';
import { emptyRecipe, type Recipe, toSearch } from './recipe.ts';
import type { Piece } from './shelf.ts';
import { isMaking, usePieceState, usePieces, useVideo } from './use-media.ts';

const hourMs = 60 * 60_000;
/** Films are asked for by their id, wherever they were begun. */
const isVideoId = (id: string): boolean => id.startsWith('video_');

/** One picture or film: large, with how it was made. */
export function PiecePage() {
  const text = useMediaText();
  const { mediaId = '' }: { mediaId?: string } = useParams({ strict: false });
  const kept = usePieces().find(({ id }) => id === mediaId);
  const { data: run, error, refetch } = useVideo(mediaId, kept === undefined && isVideoId(mediaId));
  const piece = kept ?? (run && pieceOf(run));
  return (
    <>
      <BackLink to="/media">{text.back}</BackLink>
      {piece ? (
        <PieceDetails piece={piece} />
      ) : error ? (
        <Problem error={error} onRetry={() => refetch()} />
      ) : isVideoId(mediaId) ? (
        <SkeletonRows count={8} className="h-8" />
      ) : (
        <EmptyState icon={<Images aria-hidden />} title={text.notHere}>
          {text.notHereHint}
        </EmptyState>
      )}
    </>
  );
}

/** A film that was begun elsewhere. */
const pieceOf = ({ video_id, prompt, created_at, seed }: VideoRun): Piece => ({
  id: video_id,
  place: '',
  createdAt: Date.parse(created_at),
  requestId: '',
  recipe: { ...emptyRecipe, kind: 'video', prompt, seed: seed === undefined ? '' : String(seed) },
});

function PieceDetails({ piece }: { piece: Piece }) {
  const text = useMediaText();
  const language = useLanguage();
  const { state, error } = usePieceState(piece);
  const { image, createdAt, requestId } = piece;
  const recipe: Recipe = { ...piece.recipe, seed: state?.seed ?? piece.recipe.seed };
  const [width, height] = image ? [image.width, image.height] : recipe.size.split('x').map(Number);
  const link = `${location.origin}/media?${new URLSearchParams(toSearch(recipe))}`;
  const path = state?.path ?? null;
  return (
    <>
      <PageHeader
        title={<span title={recipe.prompt}>{recipe.prompt}</span>}
        actions={
          <>
            {state && isMaking(state) && <CancelButton id={piece.id} />}
            {path !== null && <DownloadLink piece={piece} path={path} />}
            <AgainLink recipe={recipe} />
          </>
        }
      />
      {error !== null && <Problem error={error} />}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div
          className="max-h-[75vh] min-w-0 self-start overflow-hidden rounded-lg border bg-sunken"
          style={{ aspectRatio: `${width} / ${height}` }}
        >
          <PieceView piece={piece} state={state} />
        </div>
        <Card title={text.details} className="self-start">
          <Facts
            facts={[
              [text.prompt, recipe.prompt],
              [text.drawn, image?.drawn],
              [
                text.seed,
                <span key="seed" className="tabular-nums">
                  {recipe.seed}
                </span>,
              ],
              [text.model, state?.model],
              [text.pixels, `${width} × ${height}`],
              [text.duration, state?.duration !== undefined && text.seconds(formatNumber(state.duration, language, 1))],
              [text.cost, <Cost key="cost" piece={piece} state={state} />],
              [text.made, <Time key="made" value={new Date(createdAt).toISOString()} isFull />],
              [text.kept, image && <Time key="kept" value={new Date(createdAt + hourMs).toISOString()} isFull />],
              [
                text.request,
                requestId && (
                  <code key="request" className="font-mono text-xs break-all">
                    {requestId}
                  </code>
                ),
              ],
            ]}
          />
          <CopyButton value={link} label={text.copyRecipe} hasWords className="mt-4 w-full" />
        </Card>
      </div>
    </>
  );
}

function CancelButton({ id }: { id: string }) {
  const text = useMediaText();
  const parley = useParley();
  const queries = useQueryClient();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const mayCancel = useHasRole('member');
  const cancel = useMutation({
    mutationFn: () => parley.videos.cancel(id),
    onSuccess: async () => {
      toaster.done(text.cancelled);
      await queries.invalidateQueries({ queryKey: queryKeys.media.video(id) });
    },
    onError: (error) => toaster.failed(sentence(error)),
  });
  return mayCancel ? (
    <Button look="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
      {text.cancel}
    </Button>
  ) : null;
}
