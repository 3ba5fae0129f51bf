import { standsOut } from '../pdf/judge-headings.ts';
import type { LayoutWord } from '../pdf/layout-words.ts';
import { pageFurniture } from '../pdf/page-furniture.ts';
import { layOutWords } from '../pdf/page-layout.ts';
import { asComment, tableMarkdown } from '../pdf/page-markdown.ts';
import type { PageBlock } from '../pdf/paragraphs.ts';
import type { Rule } from '../pdf/raw-page.ts';
import { toRow } from '../pdf/text-rows.ts';
import { boxAround, clampBox, mean, median } from './geometry.ts';
import type { OcrBlock, OcrWord } from './ocr-block.ts';
import type { ReadLine } from './ocr-engine.ts';
import { rowsOf } from './order-lines.ts';
import { partLines } from './part-lines.ts';

export interface LaidOutPage {
  blocks: OcrBlock[];
  markdown: string;
  text: string;
}

const uncertainBelow = 0.6;
/** The layout counts in points: the usual line of a page becomes as high as one of ten points. */
const usualPoints = 10;
/** Boxes around print waver with its letters; lines within these shares of the usual one have its size. */
const sameSize = { from: 0.7, to: 1.35 };
/** Boxes are drawn higher than the print in them, up to over the lines around; of any share between 0.6 and 0.9 pages come out alike. */
const printed = 0.8;
/** Receipts, labels and pictures have no running heads; a page has so many lines and is about so high for its width. */
const pageLines = 15;
const pageShape = { from: 0.55, to: 1.8 };
const bullet = /^([•·▪●○◦*–-]|\d{1,3}[.)]|\(?[a-z][.)])\s+\S/u;
const headingLevels = [2.2, 1.7];

/**
 * Recognised lines to blocks in reading order by the same code as text layers, and those to Markdown and plain text.
 * `rules` are the straight lines drawn on the page, in its pixels.
 */
export function layOutLines(
  read: readonly ReadLine[],
  width: number,
  height: number,
  rules: readonly Rule[] = [],
): LaidOutPage {
  const lines = partLines(read);
  const usual = median(
    lines.map((line) => line.box.height),
    lines.map((line) => line.box.width),
  );
  if (lines.length === 0 || !(usual > 0)) return { blocks: [], markdown: '', text: '' };
  const scale = usualPoints / usual;
  const rows = rowsOf(lines).map((row) =>
    toRow(row.flatMap((line) => wordsOf(line, lines.indexOf(line), usual, scale))),
  );
  const drawnRules = rules.map(({ x1, y1, x2, y2 }) => ({
    x1: x1 * scale,
    y1: y1 * scale,
    x2: x2 * scale,
    y2: y2 * scale,
  }));
  const page = { height: height * scale, rows, rules: drawnRules };
  const shape = height / width;
  const isPage = rows.length >= pageLines && shape > pageShape.from && shape < pageShape.to;
  const [furniture = new Set<never>()] = isPage ? pageFurniture([page]) : [];
  const drawn = { height: page.height, turned: [], rules: drawnRules, fills: [], areRowsRead: true };
  const { blocks } = layOutWords(drawn, rows, furniture);
  const drafts = blocks.map((block) => toDraft(block, width, height));
  return {
    blocks: drafts.map(({ block }) => block),
    markdown: drafts.map(({ markdown }) => markdown).join('\n\n'),
    text: drafts.map(({ block }) => block.text).join('\n\n'),
  };
}

/** All words of a line share its middle and size, so that it stays level. */
function wordsOf(line: ReadLine, index: number, usual: number, scale: number): LayoutWord[] {
  const share = line.box.height / usual;
  const size = share > sameSize.from && share < sameSize.to ? usualPoints : share * usualPoints;
  const height = size * printed;
  const y = (line.box.y + line.box.height / 2) * scale - height / 2;
  return line.words.map(({ text, box, confidence }) => ({
    text,
    x: box.x * scale,
    y,
    width: Math.max(0.1, box.width * scale),
    height,
    size,
    run: index,
    isBold: false,
    isItalic: false,
    read: { box, confidence },
  }));
}

function toDraft(block: PageBlock, width: number, height: number): { block: OcrBlock; markdown: string } {
  const words = block.kind === 'paragraph' ? block.paragraph.words : block.words;
  const boxes = words.flatMap(({ read }) => (read ? [read.box] : []));
  const parts = partsOf(block);
  return {
    markdown: parts.markdown,
    block: {
      type: parts.type,
      text: parts.text,
      bounding_box: clampBox(boxAround(boxes), width, height),
      confidence: share(mean(words.map(({ read }) => read?.confidence ?? 0))),
      words: words.flatMap((word) => toWord(word, width, height)),
    },
  };
}

function partsOf(block: PageBlock): Pick<OcrBlock, 'type' | 'text'> & { markdown: string } {
  if (block.kind === 'table') {
    const text = block.rows.map((row) => row.filter(Boolean).join('\t')).join('\n');
    return { type: 'table', text, markdown: tableMarkdown(block.rows) };
  }
  if (block.kind !== 'paragraph') {
    return { type: 'paragraph', text: block.text, markdown: asComment(block.kind, block.text) };
  }
  const { lineTexts, size } = block.paragraph;
  const text = lineTexts.join('\n');
  const isList = bullet.test(text);
  if (!isList && size >= usualPoints * sameSize.to && standsOut(block.paragraph, usualPoints)) {
    const level = headingLevels.findIndex((times) => size > times * usualPoints) + 1 || headingLevels.length + 1;
    return { type: 'heading', text, markdown: `${'#'.repeat(level)} ${lineTexts.join(' ')}` };
  }
  if (isList) {
    const markdown = lineTexts.map((line) => line.replace(/^[•·▪●○◦–]\s*/u, '- ')).join('\n');
    return { type: 'list', text, markdown };
  }
  return { type: 'paragraph', text, markdown: lineTexts.map(escapeLine).join('\n') };
}

function toWord({ text, read }: LayoutWord, width: number, height: number): OcrWord[] {
  if (!read) return [];
  const { box, confidence } = read;
  const isUncertain = confidence < uncertainBelow;
  const word = { text, bounding_box: clampBox(box, width, height), confidence: share(confidence) };
  return [{ ...word, ...(isUncertain && { uncertain: true as const }) }];
}

function share(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}

/** Marks at the beginning of a line that Markdown would take for structure. */
function escapeLine(line: string): string {
  return line.replace(/^(#{1,6}\s|>|[-+*]\s|={3,}$|-{3,}$)/, '\\$1').replace(/^(\s*)\|/, '$1\\|');
}
