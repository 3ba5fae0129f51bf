import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/values.tsx';
import { useMediaText } from './media-text.ts';
import type { Piece } from './piece.ts';
import { AgainLink, Cost, DownloadLink, PieceView } from './piece-view.tsx';

export interface GalleryProps {
  pieces: readonly Piece[];
  /** Whether one more comes at once. */
  isMaking: boolean;
  /** Reads on; null at the end. */
  onMore: (() => void) | null;
}

/** What was made, newest first. */
export function Gallery({ pieces, isMaking, onMore }: GalleryProps) {
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
      {onMore && (
        <Button className="mt-4" onClick={onMore}>
          {text.more}
        </Button>
      )}
    </section>
  );
}

const cardClass = 'flex min-w-0 flex-col overflow-hidden rounded-lg border bg-surface shadow-card';

function PieceCard({ piece }: { piece: Piece }) {
  const text = useMediaText();
  const { recipe, id, created_at, path } = piece;
  return (
    <li className={cardClass}>
      <div className="relative aspect-video border-b bg-sunken">
        <div className="absolute inset-0">
          <PieceView piece={piece} />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-2 px-4 py-3">
        <Link to={`/media/${id}`} className="line-clamp-2 text-sm font-medium hover:underline" title={recipe.prompt}>
          {recipe.prompt}
        </Link>
        <dl className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted tabular-nums">
          <Fact name={text.seed}>{recipe.seed}</Fact>
          <Fact name={text.cost}>
            <Cost piece={piece} />
          </Fact>
          <Fact name={text.made} isQuiet>
            <Time value={created_at} />
          </Fact>
        </dl>
        <div className="mt-auto flex flex-wrap gap-2 pt-1">
          <AgainLink recipe={recipe} isSmall />
          {path !== null && <DownloadLink piece={piece} path={path} isSmall />}
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
