import { type Block, blocksOf } from './block-text.ts';
import type { PageElement } from './page-node.ts';
import { isBoilerplate, isEndMark } from './page-phrases.ts';

/** Words of a block that can stand alone as a paragraph. */
const paragraphWords = 12;

/** The blocks of the recognised main element, without what surrounds an article on most sites. */
export function mainBlocks(root: PageElement, title: string): Block[] {
  const blocks = blocksOf(root, (element) => element.nodeName.toUpperCase() === 'FIGCAPTION');
  const kept = withoutAsides(blocks).filter((block) => !isBoilerplate(block.text));
  return withoutTail(withoutHead(kept, title));
}

/** Blocks that carry text rather than lead elsewhere: what a page is compared by when nothing better is known. */
export function proseBlocks(blocks: readonly Block[]): Block[] {
  return blocks.filter((block) => block.linkDensity < 0.5 && (isParagraph(block) || isHeading(block)));
}

/** Drops whole-link blocks: teasers, menus, "click here". A list of links stays out too: it says nothing itself. */
function withoutAsides(blocks: readonly Block[]): Block[] {
  const prose = blocks.filter((block) => isParagraph(block) && block.linkDensity < 0.5).length;
  if (prose < 2) return [...blocks];
  const result: Block[] = [];
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index];
    if (!block) continue;
    if (isEndMark(block.text)) {
      // A mark in the middle heads a box of teasers: it ends where paragraphs go on.
      index = endOfBox(blocks, index);
      continue;
    }
    if (block.linkDensity > 0.85 && !isHeading(block)) continue;
    result.push(block);
  }
  return result;
}

function endOfBox(blocks: readonly Block[], mark: number): number {
  let end = mark;
  while (end + 1 < blocks.length) {
    const next = blocks[end + 1];
    if (!next || (isParagraph(next) && next.linkDensity < 0.3)) break;
    end += 1;
  }
  return end;
}

/** Drops the date, the author's line and captions that stand before the first paragraph. */
function withoutHead(blocks: readonly Block[], title: string): Block[] {
  const first = blocks.findIndex((block) => isParagraph(block) && isSentence(block.text));
  if (first <= 0 || first > 12) return [...blocks];
  const head = blocks.slice(0, first);
  const kept = head.filter(
    (block) => (isHeading(block) && !isSame(block.text, title)) || (isSentence(block.text) && wordsOf(block.text) > 5),
  );
  return [...kept, ...blocks.slice(first)];
}

/** Drops headings and crumbs after the last paragraph. */
function withoutTail(blocks: readonly Block[]): Block[] {
  let end = blocks.length;
  while (end > 0) {
    const block = blocks[end - 1];
    if (!block || isListed(block) || isSentence(block.text) || wordsOf(block.text) > 5) break;
    if (!isHeading(block) && wordsOf(block.text) > 2) break;
    end -= 1;
  }
  return end === 0 ? [...blocks] : blocks.slice(0, end);
}

function isHeading(block: Block): boolean {
  return /^H[1-6]$/.test(block.name);
}

function isListed(block: Block): boolean {
  return /^(?:LI|TD|TH|DD|DT|PRE)$/.test(block.name);
}

function isParagraph(block: Block): boolean {
  return wordsOf(block.text) >= paragraphWords;
}

function isSentence(text: string): boolean {
  return /[.!?…。！？:;»”"')\]]$/u.test(text);
}

function isSame(left: string, right: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return plain(left) === plain(right);
}

/** Words; in scripts without spaces two characters count as one. */
function wordsOf(text: string): number {
  const wide = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0;
  return text.split(/\s+/).length + Math.floor(wide / 2);
}
