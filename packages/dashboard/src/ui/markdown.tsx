import { Fragment, memo, type ReactNode, useMemo } from 'react';
import { type Block, parseMarkdown, type Span } from '../lib/markdown.ts';

export interface MarkdownProps {
  text: string;
  /** A passage that is marked and brought into sight. */
  mark?: Span | undefined;
  /** Makes something of `[3]`, such as a link to a source. */
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
  return (
    <div className="flex min-w-0 flex-col gap-3 break-words [&_a]:text-accent [&_a]:underline">
      {blocks.map((block) => (
        <BlockView key={block.start} block={block} inline={inline} />
      ))}
    </div>
  );
}

const headings = ['text-xl', 'text-lg', 'text-base', 'text-base', 'text-sm', 'text-sm'];

function BlockView({ block, inline }: { block: Block; inline: Inline }) {
  const show = (span: Span) => inlineOf(inline, span);
  switch (block.kind) {
    case 'heading':
      return <Heading level={block.level}>{show(block.content)}</Heading>;
    case 'paragraph':
      return <p className="whitespace-pre-line">{show(block.content)}</p>;
    case 'quote':
      return <blockquote className="border-l-2 pl-3 whitespace-pre-line text-soft">{show(block.content)}</blockquote>;
    case 'rule':
      return <hr />;
    case 'code':
      return (
        <pre className="overflow-x-auto rounded-md border bg-sunken p-2 font-mono text-xs">{show(block.content)}</pre>
      );
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

/** Headings of a document stand below those of the page. */
function Heading({ level, children }: { level: number; children: ReactNode }) {
  const Tag = level === 1 ? 'h3' : level === 2 ? 'h4' : level === 3 ? 'h5' : 'h6';
  return <Tag className={`mt-1 font-semibold ${headings[level - 1]}`}>{children}</Tag>;
}

interface TableProps {
  header: Span[];
  rows: Span[][];
  show: (span: Span) => ReactNode;
}

function Table({ header, rows, show }: TableProps) {
  return (
    <div className="max-w-full overflow-x-auto rounded-md border">
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

const tokens =
  /\*\*(?<bold>[^*\n]+)\*\*|`(?<code>[^`\n]+)`|\[(?<words>[^[\]\n]+)\]\((?<url>https?:\/\/[^\s)[]+)\)|\[(?<n>\d{1,3})\]|\\(?<escaped>[\\`*_{}[\]()#+\-.!|<>~])/g;

function inlineOf(inline: Inline, { start, end }: Span): ReactNode {
  const slice = inline.text.slice(start, end);
  const parts: ReactNode[] = [];
  let from = 0;
  const plain = (end: number, isBeforeMark = false) => {
    const to = isBeforeMark ? from + slice.slice(from, end).trimEnd().length : end;
    if (to > from) parts.push(<Fragment key={`t${from}`}>{marked(inline, start + from, start + to)}</Fragment>);
  };
  for (const match of slice.matchAll(tokens)) {
    const { bold, code, words, url, n, escaped } = match.groups ?? {};
    if (n !== undefined && !inline.renderCitation) continue;
    // A mark stays at the word before it.
    plain(match.index, n !== undefined);
    const at = start + match.index;
    const key = `m${match.index}`;
    if (bold !== undefined) parts.push(<strong key={key}>{marked(inline, at + 2, at + 2 + bold.length)}</strong>);
    else if (code !== undefined)
      parts.push(
        <code key={key} className="rounded border bg-sunken px-1 font-mono text-[0.9em]">
          {marked(inline, at + 1, at + 1 + code.length)}
        </code>,
      );
    else if (words !== undefined)
      parts.push(
        <a key={key} href={url} target="_blank" rel="noreferrer noopener">
          {marked(inline, at + 1, at + 1 + words.length)}
        </a>,
      );
    else if (escaped !== undefined) parts.push(<Fragment key={key}>{marked(inline, at + 1, at + 2)}</Fragment>);
    from = match.index + match[0].length;
    if (n === undefined) continue;
    // The sign behind a mark stays with it: no line begins with a full stop.
    const [sign = ''] = /^[.,;:!?]+/.exec(slice.slice(from)) ?? [];
    parts.push(
      <span key={key} className="whitespace-nowrap">
        {inline.renderCitation?.(Number(n))}
        {sign !== '' && marked(inline, start + from, start + from + sign.length)}
      </span>,
    );
    from += sign.length;
  }
  plain(slice.length);
  return parts;
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
