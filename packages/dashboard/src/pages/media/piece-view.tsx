import { Link } from '@tanstack/react-router';
import { Download, ImageOff, Repeat2 } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Money } from '../../ui/values.tsx';
import { useMediaText } from './media-text.ts';
import { isMaking, type Piece } from './piece.ts';
import { type Recipe, toSearch } from './recipe.ts';

/** The picture or film itself, or how far it is, or why it is not there. Fills what it stands in. */
export function PieceView({ piece }: { piece: Piece }) {
  const text = useMediaText();
  const { kind, prompt, status, path, progress, error } = piece;
  if (path !== null && kind === 'image') {
    return <img src={path} alt={prompt} loading="lazy" className="size-full object-contain" />;
  }
  if (path !== null) {
    return (
      <video src={path} aria-label={prompt} controls loop playsInline preload="metadata" className="size-full">
        <track kind="captions" />
      </video>
    );
  }
  return (
    <div className="flex size-full flex-col items-center justify-center gap-2 px-6 text-center text-xs text-muted">
      {isMaking({ status }) ? (
        <>
          <Badge tone="accent">{text.states[status]}</Badge>
          <ProgressBar label={text.progressOf(prompt)} value={progress} className="max-w-48" />
          <span className="tabular-nums">{Math.round(progress * 100)} %</span>
        </>
      ) : status === 'completed' ? (
        <>
          <ImageOff aria-hidden className="size-6" />
          <span className="font-medium text-soft">{text.gone}</span>
          <span>{text.goneHint}</span>
        </>
      ) : (
        <>
          <Badge tone={status === 'failed' ? 'bad' : 'neutral'}>{text.states[status]}</Badge>
          {error !== null && <span className="line-clamp-3">{error}</span>}
        </>
      )}
    </div>
  );
}

/** Fills the form with what this was made from. */
export function AgainLink({ recipe, isSmall = false }: { recipe: Recipe; isSmall?: boolean }) {
  const text = useMediaText();
  return (
    <Link to="/media" search={toSearch(recipe)} className={buttonClass('plain', isSmall ? 'small' : 'normal')}>
      <Repeat2 aria-hidden />
      {text.again}
    </Link>
  );
}

export function DownloadLink({ piece, path, isSmall = false }: { piece: Piece; path: string; isSmall?: boolean }) {
  const text = useMediaText();
  const { kind, format } = piece.recipe;
  const ending = kind === 'video' ? 'mp4' : format === 'png' ? 'png' : 'jpg';
  return (
    <a href={path} download={`${piece.id}.${ending}`} className={buttonClass('plain', isSmall ? 'small' : 'normal')}>
      <Download aria-hidden />
      {text.download}
    </a>
  );
}

/** What it cost; a dash while that is not known. */
export function Cost({ piece: { cost_usd } }: { piece: Piece }) {
  return cost_usd === null ? <span>–</span> : <Money usd={cost_usd} />;
}
