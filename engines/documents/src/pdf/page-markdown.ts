import type { LayoutWord } from './layout-words.ts';
import { endsInLeader, type Paragraph } from './paragraphs.ts';

export type PageBlock =
  | { kind: 'paragraph'; paragraph: Paragraph }
  | { kind: 'table'; rows: string[][]; words: LayoutWord[] }
  /** What stands on a page without being part of its text. */
  | { kind: 'header' | 'footer' | 'margin'; text: string; words: LayoutWord[] };

const headingCharacters = 160;
const levels = 4;

/** The blocks of each page as Markdown. Headings are told by size and weight against the text of the whole document. */
export function pageMarkdown(pages: PageBlock[][]): string[] {
  const body = bodySize(pages);
  const sizes = headingSizes(pages, body);
  return pages.map((blocks) => {
    const contents = contentsOf(blocks);
    return blocks
      .map((block) => blockMarkdown(block, body, sizes, contents))
      .filter((text) => text !== '')
      .join('\n\n');
  });
}

const endsInPage = /[\s…]((?:\p{L}-)?\d{1,4})$/u;
const contentsLines = 4;

/** The lines of a table of contents: they end in pages that never go back. They head nothing, however large they are. */
function contentsOf(blocks: PageBlock[]): ReadonlySet<Paragraph> {
  const found = blocks.flatMap((block) => {
    const page = block.kind === 'paragraph' ? endsInPage.exec(block.paragraph.text)?.[1] : undefined;
    return block.kind === 'paragraph' && page
      ? [{ paragraph: block.paragraph, page: Number(page.replace(/^\D+/, '')) }]
      : [];
  });
  const ascending = found.filter(({ page }, i) => i === 0 || page >= (found[i - 1]?.page ?? 0)).length;
  if (found.length < contentsLines || ascending < found.length * 0.9) return new Set();
  return new Set(found.map(({ paragraph }) => paragraph));
}

function blockMarkdown(block: PageBlock, body: number, sizes: number[], contents: ReadonlySet<Paragraph>): string {
  switch (block.kind) {
    case 'paragraph':
      return contents.has(block.paragraph)
        ? escapeMarkdown(block.paragraph.text)
        : paragraphMarkdown(block.paragraph, body, sizes);
    case 'table':
      return tableMarkdown(block.rows);
    case 'header':
    case 'footer':
    case 'margin':
      return asComment(block.kind, block.text);
    default: {
      const unknown: never = block;
      return String(unknown);
    }
  }
}

/** What stands on a page without being part of its text. */
export const asComment = (kind: string, text: string): string => `<!-- ${kind}: ${text.replace(/--+>?/g, '–')} -->`;

function paragraphMarkdown(paragraph: Paragraph, body: number, sizes: number[]): string {
  const text = escapeMarkdown(paragraph.text);
  if (paragraph.kind === 'item') return `- ${text}`;
  if (paragraph.level !== null) return `${'#'.repeat(paragraph.level)} ${text}`;
  if (!isHeading(paragraph, body)) return text;
  const rank = sizes.findIndex((size) => paragraph.size >= size - 0.3);
  const level = rank >= 0 ? rank + 1 : Math.min(levels, sizes.length + 1);
  return `${'#'.repeat(level)} ${text}`;
}

/** Whether a paragraph is one, beside text of the size `body`. */
export function isHeading({ text, size, isBold, lines }: Paragraph, body: number): boolean {
  if (text.length > headingCharacters || lines > 3 || !/\p{L}{2}/u.test(text)) return false;
  if (endsInLeader.test(text) || /[,;]$/.test(text) || /^(table|figure|fig\.|source|note)\b/i.test(text)) return false;
  if (size >= body * 1.15) return !/[.]$/.test(text) || size >= body * 1.4;
  return isBold && size >= body * 0.95 && lines <= 2 && !/[.:]$/.test(text) && text.split(' ').length <= 14;
}

/** The size that most characters have. */
function bodySize(pages: PageBlock[][]): number {
  const ink = new Map<number, number>();
  for (const block of pages.flat()) {
    if (block.kind !== 'paragraph') continue;
    const size = Math.round(block.paragraph.size * 2) / 2;
    ink.set(size, (ink.get(size) ?? 0) + block.paragraph.text.length);
  }
  return [...ink].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

/** Sizes of headings, largest first, close ones taken as one. */
function headingSizes(pages: PageBlock[][], body: number): number[] {
  const sizes: number[] = [];
  const found = pages
    .flat()
    .flatMap((block) =>
      block.kind === 'paragraph' && block.paragraph.size >= body * 1.15 && isHeading(block.paragraph, body)
        ? [block.paragraph.size]
        : [],
    );
  for (const size of found.sort((a, b) => b - a)) {
    const last = sizes.at(-1);
    if (last === undefined || last - size > body * 0.08) sizes.push(size);
  }
  return sizes.slice(0, levels - 1);
}

/** Only what Markdown would take for something else is escaped. */
function escapeMarkdown(text: string): string {
  return text.replace(/<(?=[a-z/!])/gi, '&lt;').replace(/^(#{1,6}\s|>\s|```)/, '\\$1');
}

export function tableMarkdown(rows: string[][]): string {
  const width = Math.max(...rows.map((row) => row.length));
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, i) => escapeMarkdown(row[i] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(rows[0] ?? []), `|${'---|'.repeat(width)}`, ...rows.slice(1).map(line)].join('\n');
}
