import type { Source } from '@parley/sdk';
import { splitMarks } from './marks.ts';
import { usePlaygroundText } from './playground-text.ts';

export interface MarkedTextProps {
  text: string;
  sources: Source[];
  onSource: (source: Source) => void;
  /** Shows where more will come. */
  isGrowing: boolean;
}

/** The text of a reply; marks of sources open the passage. */
export function MarkedText({ text: words, sources, onSource, isGrowing }: MarkedTextProps) {
  const text = usePlaygroundText();
  return (
    <div className="text-base leading-6 break-words whitespace-pre-wrap">
      {splitMarks(words, sources.length).map((piece) => {
        if ('text' in piece) return <span key={piece.at}>{piece.text}</span>;
        const source = sources[piece.source - 1];
        return (
          <button
            key={piece.at}
            type="button"
            aria-label={text.source(String(piece.source))}
            onClick={() => source && onSource(source)}
            className="mx-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded bg-accent-soft px-1 align-text-top text-[0.6875rem] font-semibold text-accent hover:bg-accent hover:text-on-accent"
          >
            {piece.source}
          </button>
        );
      })}
      {isGrowing && (
        <span
          aria-hidden
          className="ml-0.5 inline-block h-4 w-1.5 animate-pulse rounded-sm bg-accent align-text-bottom"
        />
      )}
    </div>
  );
}
