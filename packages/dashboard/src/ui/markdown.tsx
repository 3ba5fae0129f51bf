import { Fragment, memo, type ReactNode, useMemo } from 'react';
import { type Block, parseMarkdown, type Span } from '../lib/markdown.ts';
import { CodeBlock } from './code-block.tsx';
import { Formula } from './formula.tsx';
import { useUiText } from './ui-text.ts';

export interface MarkdownProps {
  text: string;
  /** A passage that is marked and brought into sight. */
  mark?: Span | undefined;
  /** Makes something of `[3]`, such as a link to a source; it stays as it is where that is nothing. */
  renderCitation?: ((n: number) => ReactNode) | undefined;
}

interface Inline {
  text: string;
  mark: Span | undefined;
  renderCitation: MarkdownProps['renderCitation'];
}

/** Markdown as elements; nothing of it becomes HTML. Passages stay where they are in the text, so that they can be marked. */
export const Markdown = memo(function Markdown({ text, mark, renderCitation }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return <MarkdownBlocks text={text} blocks={blocks} mark={mark} renderCitation={renderCitation} />;
});

/** Blocks that were parsed already. */
export function MarkdownBlocks({ blocks, ...rest }: MarkdownProps & { blocks: readonly Block[] }) {
  const inline: Inline = { text: rest.text, mark: rest.mark, renderCitation: rest.renderCitation };
  const ranks = useMemo(() => ranksOf(blocks), [blocks]);
  return (
    <div className="flex min-w-0 flex-col gap-3 break-words [&_a]:text-accent [&_a]:underline">
      {blocks.map((block) => (
        <BlockView key={block.start} block={block} rank={ranks.get(block) ?? 2} inline={inline} />
      ))}
    </div>
  );
}

const headings = ['text-xl', 'text-lg', 'text-base', 'text-base', 'text-sm', 'text-sm'];

function BlockView({ block, rank, inline }: { block: Block; rank: number; inline: Inline }) {
  const show = (span: Span) => inlineOf(inline, span);
  switch (block.kind) {
    case 'heading':
      return (
        <Heading level={block.level} rank={rank}>
          {show(block.content)}
        </Heading>
      );
    case 'paragraph':
      return <p className="whitespace-pre-line">{show(block.content)}</p>;
    case 'quote':
      return <blockquote className="border-l-2 pl-3 whitespace-pre-line text-soft">{show(block.content)}</blockquote>;
    case 'rule':
      return <hr />;
    case 'code':
      return <Code block={block} inline={inline} />;
    case 'formula':
      return <Formula tex={inline.text.slice(block.content.start, block.content.end)} isBlock />;
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List className={`flex flex-col gap-1 pl-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((item) => (
            <li key={item.start} style={{ marginLeft: `${item.depth}rem` }}>
              {show(item)}
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <Table header={block.header} rows={block.rows} show={show} />;
  }
}

/** With its colours and a button that copies it, but where a passage is marked in it. */
function Code({ block: { content, language }, inline }: { block: Block & { kind: 'code' }; inline: Inline }) {
  const text = useUiText();
  const { mark } = inline;
  if (mark && mark.end > content.start && mark.start < content.end) {
    return (
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md border bg-sunken p-2 font-mono text-xs"
      >
        {marked(inline, content.start, content.end)}
      </pre>
    );
  }
  return <CodeBlock code={inline.text.slice(content.start, content.end)} label={language || text.code} />;
}

/** Which headings they are in the page: below its own, the first one next to it, and none skipped, whatever the document does. */
function ranksOf(blocks: readonly Block[]): Map<Block, number> {
  const ranks = new Map<Block, number>();
  let base: number | undefined;
  let last = 1;
  for (const block of blocks) {
    if (block.kind !== 'heading') continue;
    base ??= block.level;
    last = Math.min(Math.max(2, block.level - base + 2), last + 1, 6);
    ranks.set(block, last);
  }
  return ranks;
}

function Heading({ level, rank, children }: { level: number; rank: number; children: ReactNode }) {
  const Tag = rank <= 2 ? 'h2' : rank === 3 ? 'h3' : rank === 4 ? 'h4' : rank === 5 ? 'h5' : 'h6';
  return <Tag className={`mt-1 font-semibold ${headings[level - 1]}`}>{children}</Tag>;
}

interface TableProps {
  header: Span[];
  rows: Span[][];
  show: (span: Span) => ReactNode;
}

function Table({ header, rows, show }: TableProps) {
  const text = useUiText();
  return (
    // A group and no region: a page may hold many, all of one name.
    // biome-ignore lint/a11y/useSemanticElements: it is no part of a form
    <div
      role="group"
      aria-label={text.table}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-w-full overflow-x-auto rounded-md border"
    >
      <table className="w-full border-collapse text-sm">
        <thead className="bg-sunken text-xs text-muted">
          <tr>
            {header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
              <th key={index} scope="col" className="px-2 py-1 text-left font-medium whitespace-nowrap">
                {show(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]?.start} className="border-t">
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                <td key={index} className="px-2 py-1 align-top tabular-nums">
                  {show(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// such as: /\*\*(?<bold>[^*\n]+)\*\*|`(?<code>[^`\n]+)`|\$(?<formula>[^$\s](?:[^$\n]*[^$\s])?)\$(?!\d)|\[(?<n>\d{1,3})\]/g
const tokens = new RegExp(
  [
    /\*\*(?<bold>[^*\n]+)\*\*/,
    /(?<![\w*])\*(?<italic>[^*\s][^*\n]*)\*(?![\w*])/,
    /(?<![\w_])_(?<slanted>[^_\s][^_\n]*)_(?![\w_])/,
    /~~(?<struck>[^~\n]+)~~/,
    /`(?<code>[^`\n]+)`/,
    // A price is no formula: what closes one stands at a sign and before no digit.
    /\$(?<formula>[^$\s](?:[^$\n]*[^$\s])?)\$(?!\d)/,
    /\\\((?<bracketed>[^\n]{1,500}?)\\\)/,
    /\[(?<words>[^[\]\n]+)\]\((?<url>https?:\/\/[^\s)[]+)\)/,
    /\[(?<n>\d{1,3})\]/,
    /\\(?<escaped>[\\`*_{}[\]()#+\-.!|<>~$])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

function inlineOf(inline: Inline, { start, end }: Span): ReactNode {
  const slice = inline.text.slice(start, end);
  const parts: ReactNode[] = [];
  let from = 0;
  const plain = (end: number, isBeforeMark = false) => {
    const to = isBeforeMark ? from + slice.slice(from, end).trimEnd().length : end;
    if (to > from) parts.push(<Fragment key={`t${from}`}>{marked(inline, start + from, start + to)}</Fragment>);
  };
  for (const match of slice.matchAll(tokens)) {
    const { n } = match.groups ?? {};
    const cited = n === undefined ? undefined : inline.renderCitation?.(Number(n));
    if (n !== undefined && (cited === undefined || cited === null)) continue;
    // A mark stays at the word before it.
    plain(match.index, n !== undefined);
    const key = `m${match.index}`;
    from = match.index + match[0].length;
    if (n === undefined) {
      parts.push(<Fragment key={key}>{tokenOf(inline, match, start + match.index)}</Fragment>);
      continue;
    }
    // The sign behind a mark stays with it: no line begins with a full stop.
    const [sign = ''] = /^[.,;:!?]+/.exec(slice.slice(from, from + 8)) ?? [];
    parts.push(
      <span key={key} className="whitespace-nowrap">
        {wordJoiner}
        {cited}
        {sign !== '' && marked(inline, start + from, start + from + sign.length)}
      </span>,
    );
    from += sign.length;
  }
  plain(slice.length);
  return parts;
}

/** Between a word and the mark behind it no line ends. */
const wordJoiner = '\u2060';

/** Words with a look of their own; `at` is where their signs begin. */
function tokenOf(inline: Inline, { 0: whole, groups = {} }: RegExpMatchArray, at: number): ReactNode {
  const { bold, italic, slanted, struck, code, formula, bracketed, words, url, escaped } = groups;
  const within = (signs: number, length: number) => inlineOf(inline, { start: at + signs, end: at + signs + length });
  if (bold !== undefined) return <strong>{within(2, bold.length)}</strong>;
  const leaning = italic ?? slanted;
  if (leaning !== undefined) return <em>{within(1, leaning.length)}</em>;
  if (struck !== undefined) return <del>{within(2, struck.length)}</del>;
  const tex = formula ?? bracketed;
  if (tex !== undefined) return <Formula tex={tex} />;
  if (code !== undefined) {
    return (
      <code className="rounded border bg-sunken px-1 font-mono text-[0.9em]">
        {marked(inline, at + 1, at + 1 + code.length)}
      </code>
    );
  }
  if (words !== undefined) {
    return (
      <a href={url} target="_blank" rel="noreferrer noopener">
        {marked(inline, at + 1, at + 1 + words.length)}
      </a>
    );
  }
  return escaped === undefined ? whole : marked(inline, at + 1, at + 2);
}

/** The text between two positions, with the part of it that is marked. */
function marked({ text, mark }: Inline, start: number, end: number): ReactNode {
  if (!mark || mark.end <= start || mark.start >= end) return text.slice(start, end);
  const from = Math.max(start, mark.start);
  const to = Math.min(end, mark.end);
  const isFirst = from === mark.start;
  return (
    <>
      {text.slice(start, from)}
      <mark {...(isFirst && { 'data-first': true })}>{text.slice(from, to)}</mark>
      {text.slice(to, end)}
    </>
  );
}
