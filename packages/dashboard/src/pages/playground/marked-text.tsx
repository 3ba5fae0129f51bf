import type { Source } from '@parley/sdk';
import { Markdown } from '../../ui/markdown.tsx';
import { usePlaygroundText } from './playground-text.ts';

export interface MarkedTextProps {
  text: string;
  sources: Source[];
  onSource: (source: Source) => void;
  /** Shows where more will come. */
  isGrowing: boolean;
}

/** The text of a reply as its Markdown says; marks of sources open the passage. */
export function MarkedText({ text: words, sources, onSource, isGrowing }: MarkedTextProps) {
  const text = usePlaygroundText();
  const cite = (n: number) => {
    const source = sources[n - 1];
    // Marks beyond the sources stay text.
    if (!source) return undefined;
    return (
      <button
        type="button"
        aria-label={text.source(String(n))}
        onClick={() => onSource(source)}
        className="mx-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded bg-accent-soft px-1 align-text-top text-[0.6875rem] font-semibold text-accent hover:bg-accent hover:text-on-accent"
      >
        {n}
      </button>
    );
  };
  return (
    <div className="min-w-0 text-base leading-6">
      <Markdown text={words} renderCitation={cite} />
      {isGrowing && (
        <span
          aria-hidden
          className="mt-1 inline-block h-4 w-1.5 animate-pulse rounded-sm bg-accent align-text-bottom"
        />
      )}
    </div>
  );
}
