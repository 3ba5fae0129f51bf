import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Block, parseMarkdown, type Span } from '../lib/markdown.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MarkdownBlocks } from '../ui/markdown.tsx';
import { Segments } from '../ui/segments.tsx';
import { useFileViewsText } from './file-views-text.ts';

export interface TextViewProps {
  text: string;
  /** A passage that is marked and brought into sight. */
  mark?: Span | undefined;
  onClearMark?: (() => void) | undefined;
}

/** How much is shown at once, in characters; more comes on demand, so that long books open at once. */
const windowLength = 40_000;

/** The text of a document, formatted or as it is, with a passage marked. */
export function TextView({ text, mark, onClearMark }: TextViewProps) {
  const words = useFileViewsText();
  const [look, setLook] = useState<'formatted' | 'plain'>('formatted');
  const [range, setRange] = useState(() => rangeAround(text, mark));
  const host = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  const { start: markStart, end: markEnd } = mark ?? {};
  useEffect(() => {
    if (markStart === undefined || markEnd === undefined) return;
    setRange((range) =>
      range.start <= markStart && markEnd <= range.end ? range : rangeAround(text, { start: markStart, end: markEnd }),
    );
  }, [text, markStart, markEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark is drawn anew with any of these
  useEffect(() => {
    host.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [markStart, markEnd, look, range]);
  if (text.trim() === '') return <EmptyState title={words.textEmpty}>{words.textEmptyHint}</EmptyState>;
  const shown = blocks.filter(({ start, end }) => end > range.start && start < range.end);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label={words.textLook}
          value={look}
          onValue={setLook}
          options={[
            { key: 'formatted', label: words.formatted },
            { key: 'plain', label: words.plain },
          ]}
        />
        {mark && onClearMark && (
          <Button size="small" look="quiet" icon={<X aria-hidden />} onClick={onClearMark}>
            {words.clearMark}
          </Button>
        )}
      </div>
      <section
        ref={host}
        aria-label={words.extractedText}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus
        tabIndex={0}
        className="max-h-[75vh] overflow-auto rounded-lg border bg-surface p-4 text-sm leading-6"
      >
        {range.start > 0 && (
          <Button
            size="small"
            className="mb-3"
            onClick={() => setRange({ ...range, start: range.start - windowLength })}
          >
            {words.earlier}
          </Button>
        )}
        <Body look={look} text={text} blocks={shown} range={range} mark={mark} />
        {range.end < text.length && (
          <Button size="small" className="mt-3" onClick={() => setRange({ ...range, end: range.end + windowLength })}>
            {words.later}
          </Button>
        )}
      </section>
    </div>
  );
}

interface BodyProps {
  look: 'formatted' | 'plain';
  text: string;
  blocks: readonly Block[];
  range: Span;
  mark: Span | undefined;
}

function Body({ look, text, blocks, range, mark }: BodyProps) {
  if (look === 'formatted') return <MarkdownBlocks text={text} blocks={blocks} mark={mark} />;
  const start = Math.max(0, range.start);
  const from = Math.min(range.end, Math.max(start, mark?.start ?? range.end));
  const to = Math.min(range.end, Math.max(from, mark?.end ?? range.end));
  return (
    <pre className="font-mono text-xs leading-5 break-words whitespace-pre-wrap">
      {text.slice(start, from)}
      {to > from && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to, range.end)}
    </pre>
  );
}

function rangeAround(text: string, mark: Span | undefined): Span {
  const middle = mark ? Math.floor((mark.start + mark.end) / 2) : 0;
  const start = Math.max(0, middle - windowLength / 2);
  return { start, end: Math.min(text.length, start + windowLength) };
}
