import { bodySize, judgeHeadings } from './judge-headings.ts';
import type { PageBlock, Paragraph } from './paragraphs.ts';

const levels = 4;

/** The blocks of each page as Markdown. Headings are told against the text of the whole document. */
export function pageMarkdown(pages: PageBlock[][]): string[] {
  const headings = judgeHeadings(pages);
  const sizes = headingSizes(headings, bodySize(pages));
  return pages.map((blocks) => {
    const contents = contentsOf(blocks);
    return blocks
      .map((block) => blockMarkdown(block, { headings, sizes, contents }))
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

interface Headings {
  headings: ReadonlySet<Paragraph>;
  /** Of headings, largest first. */
  sizes: number[];
  /** What is a line of a table of contents. */
  contents: ReadonlySet<Paragraph>;
}

function blockMarkdown(block: PageBlock, told: Headings): string {
  switch (block.kind) {
    case 'paragraph':
      return told.contents.has(block.paragraph)
        ? escapeMarkdown(block.paragraph.text)
        : paragraphMarkdown(block.paragraph, told);
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

function paragraphMarkdown(paragraph: Paragraph, { headings, sizes }: Headings): string {
  const text = escapeMarkdown(paragraph.text);
  if (paragraph.kind === 'item') return `- ${text}`;
  if (paragraph.level !== null) return `${'#'.repeat(paragraph.level)} ${text}`;
  if (!headings.has(paragraph)) return text;
  const rank = sizes.findIndex((size) => paragraph.size >= size - 0.3);
  const level = rank >= 0 ? rank + 1 : Math.min(levels, sizes.length + 1);
  return `${'#'.repeat(level)} ${text}`;
}

/** Sizes of headings, largest first, close ones taken as one. */
function headingSizes(headings: ReadonlySet<Paragraph>, body: number): number[] {
  const sizes: number[] = [];
  const found = [...headings].flatMap(({ size }) => (size >= body * 1.15 ? [size] : []));
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
