import { APIError } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole } from '../../lib/session.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PageProblem } from '../../ui/page-problem.tsx';
import { useProblemSentence } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { Time } from '../../ui/values.tsx';
import { useMediaText } from './media-text.ts';
import { isMaking, type Piece } from './piece.ts';
import { AgainLink, Cost, DownloadLink, PieceView } from './piece-view.tsx';
import { toSearch } from './recipe.ts';
import { usePiece } from './use-media.ts';

/** One picture or film: large, with how it was made. */
export function PiecePage() {
  const text = useMediaText();
  const { mediaId = '' }: { mediaId?: string } = useParams({ strict: false });
  const { data: piece, error, refetch } = usePiece(mediaId);
  const isGone = error instanceof APIError && error.status === 404;
  return (
    <>
      <BackLink to="/media">{text.back}</BackLink>
      {piece && <PieceDetails piece={piece} />}
      {isGone && (
        <>
          <PageHeader title={text.notHere} />
          <p className="text-sm text-muted">{text.notHereHint}</p>
        </>
      )}
      {!piece && error && !isGone && <PageProblem error={error} onRetry={() => refetch()} />}
      {!piece && !error && <SkeletonRows count={8} className="h-8" />}
    </>
  );
}

function PieceDetails({ piece }: { piece: Piece }) {
  const text = useMediaText();
  const language = useLanguage();
  const { recipe, path, width, height, duration, model, revised_prompt, created_at, expires_at, request_id } = piece;
  const link = `${location.origin}/media?${new URLSearchParams(toSearch(recipe))}`;
  return (
    <>
      <PageHeader
        name={recipe.prompt}
        title={<span title={recipe.prompt}>{recipe.prompt}</span>}
        actions={
          <>
            {isMaking(piece) && <CancelButton id={piece.id} />}
            {path !== null && <DownloadLink piece={piece} path={path} />}
            <AgainLink recipe={recipe} />
          </>
        }
      />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div
          className="max-h-[75vh] min-w-0 self-start overflow-hidden rounded-lg border bg-sunken"
          style={{ aspectRatio: `${width} / ${height}` }}
        >
          <PieceView piece={piece} />
        </div>
        <Card title={text.details} className="self-start">
          <Facts
            facts={[
              [text.prompt, recipe.prompt],
              [text.drawn, revised_prompt],
              [
                text.seed,
                <span key="seed" className="tabular-nums">
                  {recipe.seed}
                </span>,
              ],
              [text.model, model],
              [text.pixels, `${width} × ${height}`],
              [text.duration, duration !== null && text.seconds(formatNumber(duration, language, 1))],
              [text.cost, <Cost key="cost" piece={piece} />],
              [text.made, <Time key="made" value={created_at} isFull />],
              [text.kept, expires_at && <Time key="kept" value={expires_at} isFull />],
              [
                text.request,
                request_id && (
                  <code key="request" className="font-mono text-xs break-all">
                    {request_id}
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
      await queries.invalidateQueries({ queryKey: queryKeys.media.all });
    },
    onError: (error) => toaster.failed(sentence(error)),
  });
  return mayCancel ? (
    <Button look="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
      {text.cancel}
    </Button>
  ) : null;
}
