import type { LayoutWord } from './layout-words.ts';
import type { Box } from './raw-page.ts';

/** Words that stand on one line across the page or a region, from left to right. */
export interface TextRow extends Box {
  words: LayoutWord[];
}

/** A part of a row without a wide gap. */
export interface Segment extends Box {
  words: LayoutWord[];
  text: string;
  size: number;
}

/** Groups words into lines by where they stand. A small raised or lowered word belongs to the line it touches most. */
export function textRows(words: LayoutWord[]): TextRow[] {
  const sorted = [...words].sort((a, b) => a.y + a.height / 2 - (b.y + b.height / 2));
  const rows: { top: number; bottom: number; words: LayoutWord[] }[] = [];
  for (const word of sorted) {
    const bottom = word.y + word.height;
    let best: (typeof rows)[number] | undefined;
    let bestShare = 0.5;
    // Only the last few rows can still be touched.
    for (let i = rows.length - 1; i >= Math.max(0, rows.length - 6); i--) {
      const row = rows[i];
      if (!row) continue;
      const overlap = Math.min(row.bottom, bottom) - Math.max(row.top, word.y);
      const share = overlap / Math.min(word.height, row.bottom - row.top);
      if (share > bestShare) [best, bestShare] = [row, share];
    }
    if (!best) rows.push({ top: word.y, bottom, words: [word] });
    else {
      // The tallest words say where the line is; small ones only join it.
      if (word.height > (best.bottom - best.top) * 1.15) [best.top, best.bottom] = [word.y, bottom];
      best.words.push(word);
    }
  }
  return rows.map(({ words: members }) => toRow(members)).sort((a, b) => a.y - b.y);
}

/** Whether two things leave each other's width free, so that they can stand on one line. */
export function areBeside(one: Box, other: Box): boolean {
  const shared = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  return shared <= 0.3 * Math.min(one.width, other.width);
}

export function toRow(words: LayoutWord[]): TextRow {
  return { ...boundsOf(words), words: withLeaders([...words].sort((a, b) => a.x - b.x)) };
}

const leaderDots = 4;

/** Rows of dots that lead across a page become one mark, so that they hold what they join together and are no columns. */
function withLeaders(words: LayoutWord[]): LayoutWord[] {
  const joined: LayoutWord[] = [];
  let dots: LayoutWord[] = [];
  const flush = () => {
    const [first] = dots;
    const count = dots.reduce((sum, { text }) => sum + text.length, 0);
    if (first && count >= leaderDots) {
      const box = boundsOf(dots);
      const before = joined.at(-1);
      // Dots stand under each other, some way behind a short title.
      const from = before ? Math.min(box.x, before.x + before.width + before.size * 0.3) : box.x;
      joined.push({ ...first, ...box, x: from, width: box.x + box.width - from, text: '…' });
    }
    if (count < leaderDots) joined.push(...dots);
    dots = [];
  };
  for (const word of words) {
    if (/^[.·]+$/.test(word.text)) dots.push(word);
    else {
      flush();
      joined.push(word);
    }
  }
  flush();
  return joined;
}

export function boundsOf(boxes: Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Cuts a row where the gap is wider than `gapEms` times the letter height, or where `isCut` says so. */
export function segmentsOf(
  row: TextRow,
  gapEms: number,
  isCut?: (left: number, right: number, row: TextRow) => boolean,
): Segment[] {
  const parts: LayoutWord[][] = [];
  let last: LayoutWord | undefined;
  let right = -Infinity;
  for (const word of row.words) {
    const em = last ? Math.max(last.size, word.size) : word.size;
    const gap = word.x - right;
    const isOther = last !== undefined && areOfTwoLines(last, word) && gap > em * lineGapEms;
    if (!last || gap > em * gapEms || isOther || (gap > 0 && isCut?.(right, word.x, row))) parts.push([word]);
    else parts.at(-1)?.push(word);
    last = word;
    right = Math.max(right, word.x + word.width);
  }
  return parts.map(toSegment);
}

/** An engine that looked for lines found two of them here: between columns that stand close the gap is narrow. */
const areOfTwoLines = (one: LayoutWord, other: LayoutWord): boolean =>
  one.read !== undefined && other.read !== undefined && one.run !== other.run;
const lineGapEms = 0.3;

export function toSegment(words: LayoutWord[]): Segment {
  const size = words.reduce((most, word) => Math.max(most, word.size), 0);
  return { ...boundsOf(words), words, text: joinWords(words), size };
}

const rightToLeft = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

/** The words of one line as text. Lines of right-to-left script are read from the right. */
export function joinWords(words: LayoutWord[]): string {
  const isRightToLeft = words.filter((word) => rightToLeft.test(word.text)).length > words.length / 2;
  const ordered = isRightToLeft ? readFromRight(words) : words;
  let text = '';
  let last: LayoutWord | undefined;
  for (const word of ordered) {
    if (last) {
      const gap = isRightToLeft ? last.x - (word.x + word.width) : word.x - (last.x + last.width);
      // Parts of one word that change font touch each other; words that engines part are parted, however narrow the gap.
      if (isRightToLeft || last.run === word.run || word.read || gap > Math.min(last.size, word.size) * 0.12)
        text += ' ';
    }
    text += word.text;
    last = word;
  }
  return text;
}

/** Numbers and Latin words keep their own order within a line read from the right. */
function readFromRight(words: LayoutWord[]): LayoutWord[] {
  const ordered: LayoutWord[] = [];
  let latin: LayoutWord[] = [];
  for (const word of [...words].reverse()) {
    if (rightToLeft.test(word.text) || !/[\p{L}\p{N}]/u.test(word.text)) {
      ordered.push(...latin.reverse(), word);
      latin = [];
    } else latin.push(word);
  }
  return [...ordered, ...latin.reverse()];
}
