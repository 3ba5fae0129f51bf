import type { OcrPageElement } from '@parley/sdk';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { classNames } from '../../ui/class-names.ts';
import { useFilesText } from './files-text.ts';
import { findQuote } from './find-quote.ts';
import type { ReadPage } from './use-words.ts';

/** How sure a word is: at least `sure`, at least `check`, or less. */
const levels = { sure: 0.9, check: 0.7 };
type Level = 'sure' | 'check' | 'doubtful';

const colours: Record<Level, string> = {
  sure: 'stroke-(--series-2) fill-(--series-2)/10',
  check: 'stroke-(--series-3) fill-(--series-3)/20',
  doubtful: 'stroke-(--bad) fill-(--bad)/25',
};
const legend: Record<Level, string> = { sure: 'bg-(--series-2)', check: 'bg-(--series-3)', doubtful: 'bg-bad' };

type Word = NonNullable<OcrPageElement['blocks'][number]['words']>[number];

const levelOf = ({ confidence, uncertain }: Word): Level => {
  if (confidence < levels.check) return 'doubtful';
  return confidence < levels.sure || uncertain ? 'check' : 'sure';
};

export interface ScanPageProps {
  page: ReadPage;
  quote?: string | undefined;
  label: string;
  /** What the page looks like, where no image of it was made; it fills its place. */
  children?: ReactNode;
}

/** The upright image of a page with a box around each word that was read, coloured by how sure it is. */
export function ScanPage({ page, quote, label, children }: ScanPageProps) {
  const text = useFilesText();
  const language = useLanguage();
  const [current, setCurrent] = useState<Word | null>(null);
  const words = page.blocks.flatMap((block) => block.words ?? []);
  const { width, height } = page;
  const quoted = new Set(
    quote === undefined
      ? []
      : findQuote(
          words.map((word) => word.text),
          quote,
        ),
  );
  const [firstQuoted] = quoted;
  const share = (value: number) => `${formatNumber(value * 100, language, value === 1 ? 0 : 1)} %`;
  const unsure = words.filter((word) => levelOf(word) !== 'sure').length;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        <span className="tabular-nums">
          {text.confidence} {share(page.confidence)}
        </span>
        {(['sure', 'check', 'doubtful'] as const).map((level) => (
          <span key={level} className="flex items-center gap-1.5">
            <span aria-hidden className={classNames('size-2 rounded-full', legend[level])} />
            {text[level]}
          </span>
        ))}
        <span className={classNames('ml-auto max-w-full truncate text-ink', current && 'font-mono')} aria-live="polite">
          {current ? `${current.text} · ${text.confidenceOf(share(current.confidence))}` : text.toCheck(String(unsure))}
        </span>
      </figcaption>
      <div
        className="relative overflow-hidden rounded-lg border bg-white"
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {page.imageUrl === null ? (
          children
        ) : (
          <img src={pathOf(page.imageUrl)} alt={label} className="absolute inset-0 size-full" />
        )}
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="absolute inset-0 size-full"
          role="presentation"
          onPointerLeave={() => setCurrent(null)}
        >
          {words.map((word, index) => (
            <rect
              key={`${word.bounding_box.x}-${word.bounding_box.y}-${word.text}`}
              x={word.bounding_box.x - 2}
              y={word.bounding_box.y - 2}
              width={word.bounding_box.width + 4}
              height={word.bounding_box.height + 4}
              rx={3}
              strokeWidth={width / 700}
              {...(quoted.has(index) && { 'data-quoted': true })}
              ref={quoted.has(index) && index === firstQuoted ? showOnce : undefined}
              onPointerEnter={() => setCurrent(word)}
              className={quoted.has(index) ? 'fill-(--highlight) stroke-(--series-4)' : colours[levelOf(word)]}
            />
          ))}
        </svg>
      </div>
      {words.length === 0 && <p className="mt-2 text-sm text-muted">{text.noWords}</p>}
    </figure>
  );
}

/** Brings the beginning of a quote into sight, when it is marked. */
function showOnce(element: Element | null): void {
  element?.scrollIntoView({ block: 'center' });
}

/** The service gives whole addresses; pages stay on their own origin. */
function pathOf(address: string): string {
  const url = new URL(address, location.origin);
  return url.pathname + url.search;
}
