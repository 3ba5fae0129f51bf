import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/values.tsx';
import { useMediaText } from './media-text.ts';
import { AgainLink, Cost, DownloadLink, PieceView } from './piece-view.tsx';
import type { Piece } from './shelf.ts';
import { usePieceState } from './use-media.ts';

/** What was made, newest first. */
export function Gallery({ pieces, isMaking }: { pieces: readonly Piece[]; isMaking: boolean }) {
  const text = useMediaText();
  return (
    <section aria-label={text.gallery}>
      <h2 className="font-semibold">{text.gallery}</h2>
      <p className="mb-3 max-w-prose text-sm text-muted">{text.galleryHint}</p>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {isMaking && <Waiting />}
        {pieces.map((piece) => (
          <PieceCard key={piece.id} piece={piece} />
        ))}
      </ul>
    </section>
  );
}

const cardClass = 'flex min-w-0 flex-col overflow-hidden rounded-lg border bg-surface shadow-card';

function PieceCard({ piece }: { piece: Piece }) {
  const text = useMediaText();
  const { state, error } = usePieceState(piece);
  const { recipe, id, createdAt } = piece;
  const seed = state?.seed ?? recipe.seed;
  return (
    <li className={cardClass}>
      <div className="relative aspect-video border-b bg-sunken">
        <div className="absolute inset-0">
          {error && !state ? <Problem error={error} /> : <PieceView piece={piece} state={state} />}
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-2 px-4 py-3">
        <Link to={`/media/${id}`} className="line-clamp-2 text-sm font-medium hover:underline" title={recipe.prompt}>
          {recipe.prompt}
        </Link>
        <dl className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted tabular-nums">
          <Fact name={text.seed}>{seed === '' ? '–' : seed}</Fact>
          <Fact name={text.cost}>
            <Cost piece={piece} state={state} />
          </Fact>
          <Fact name={text.made} isQuiet>
            <Time value={new Date(createdAt).toISOString()} />
          </Fact>
        </dl>
        <div className="mt-auto flex flex-wrap gap-2 pt-1">
          <AgainLink recipe={{ ...recipe, seed }} isSmall />
          {state && state.path !== null && <DownloadLink piece={piece} path={state.path} isSmall />}
        </div>
      </div>
    </li>
  );
}

/** `isQuiet`: the value says by itself what it is. */
function Fact({ name, isQuiet, children }: { name: string; isQuiet?: boolean; children: ReactNode }) {
  return (
    <div className={isQuiet ? 'ml-auto' : 'flex gap-1'}>
      <dt className={isQuiet ? 'sr-only' : undefined}>{name}</dt>
      <dd className={isQuiet ? undefined : 'text-soft'}>{children}</dd>
    </div>
  );
}

function Waiting() {
  const text = useMediaText();
  return (
    <li className={cardClass}>
      <span role="status" className="sr-only">
        {text.making}
      </span>
      <Skeleton className="aspect-video rounded-none" />
      <div className="flex flex-col gap-2 px-4 py-3">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="mt-1 h-7 w-40" />
      </div>
    </li>
  );
}
