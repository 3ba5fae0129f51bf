import { median } from './aligned-table.ts';
import type { Rule } from './raw-page.ts';
import type { TextRow } from './text-rows.ts';
import { boundsOf, joinWords } from './text-rows.ts';

export interface PageRows {
  height: number;
  rows: TextRow[];
  /** Straight lines that are drawn; one between a running head and the text parts them. */
  rules?: readonly Rule[];
}

const edgeShare = 0.12;
const edgeRows = 3;
/** What stands on one page alone is a running head or foot only in its margin, this share of its height at most. */
const marginShare = 0.092;
/** Apart from the text by this many letter heights, or by less where a line is drawn between. */
const apart = { alone: 1.2, ruled: 0.3 };
/** So many pages of a section have its head, of so many words at most. */
const section = 3;
const headWords = 14;
/** Larger letters than this, against those of the text, are a title's. */
const titleSize = 1.3;
/** Rows of so many words, and so many of them, make a page of running text. */
const prose = { words: 6, rows: 8 };

/**
 * Running heads, feet and page numbers: lines at the top or bottom edge that return on other pages with nothing changed
 * but numbers, lone page numbers, and what stands apart from the running text in the margin of a page. They stay in the
 * text, as comments.
 */
export function pageFurniture(pages: PageRows[]): Set<TextRow>[] {
  const counts = new Map<string, number>();
  const edges = pages.map((page) => edgeRowsOf(page));
  for (const rows of edges) for (const { key } of rows) counts.set(key, (counts.get(key) ?? 0) + 1);
  const needed = Math.max(3, Math.ceil(pages.length * 0.4));
  return edges.map((rows, index) => {
    const page = pages[index];
    const furniture = page ? marginRows(page) : new Set<TextRow>();
    for (const edge of ['top', 'bottom']) {
      // From the edge inwards, as far as one line after the other is furniture.
      for (const { row, key } of rows.filter((candidate) => candidate.edge === edge)) {
        const count = counts.get(key) ?? 0;
        const returns = count >= needed || (count >= section && page !== undefined && standsAlone(row, page));
        if (!returns && !isPageNumber(row) && !isRunningHead(row, edge) && !furniture.has(row)) {
          break;
        }
        furniture.add(row);
      }
    }
    // A page of nothing else has no furniture.
    return furniture.size === page?.rows.length ? new Set([...furniture].filter(isPageNumber)) : furniture;
  });
}

/** The head of a section returns on its pages only: it is short, and white space or a line parts it from what follows. */
function standsAlone(row: TextRow, { rows, rules = [] }: PageRows): boolean {
  if (row.words.length > headWords) return false;
  let gap = Number.POSITIVE_INFINITY;
  for (const other of rows) {
    if (other === row || !hasLetters(other)) continue;
    gap = Math.min(gap, Math.max(other.y - (row.y + row.height), row.y - (other.y + other.height), 0));
  }
  const isRuled = rules.some(
    (rule) => rule.x2 - rule.x1 > row.width && Math.abs(rule.y1 - (row.y + row.height / 2)) < row.height * apart.alone,
  );
  return gap > row.height * apart.alone || (isRuled && gap > row.height * apart.ruled);
}

interface EdgeRow {
  row: TextRow;
  edge: 'top' | 'bottom';
  /** The same for lines that differ only in numbers and stand at the same place, as far from the edge. */
  key: string;
}

function edgeRowsOf({ height, rows }: PageRows): EdgeRow[] {
  const lines = rows.filter(hasLetters);
  const top = lines.slice(0, edgeRows).filter((row) => row.y + row.height < height * edgeShare);
  const bottom = lines
    .slice(-edgeRows)
    .reverse()
    .filter((row) => row.y > height * (1 - edgeShare));
  return [
    ...top.map((row, i): EdgeRow => ({ row, edge: 'top', key: keyOf(row, `top ${i}`) })),
    ...bottom.map((row, i): EdgeRow => ({ row, edge: 'bottom', key: keyOf(row, `bottom ${i}`) })),
  ];
}

/** Specks and rules that look like letters do not hide what stands behind them. */
function hasLetters(row: TextRow): boolean {
  return row.words.some((word) => /[\p{L}\p{N}]/u.test(word.text));
}

/** Up to three rows in the upper and lower margin of a page of running text, in letters like its own, apart from it. */
function marginRows({ height, rows, rules = [] }: PageRows): Set<TextRow> {
  const lines = rows.filter(hasLetters);
  const running = lines.filter(({ words }) => words.length >= prose.words);
  if (running.length < prose.rows) return new Set();
  const size = median(running.map(sizeOf));
  // Narrow margins at the sides are narrow ones above and below.
  const side = boundsOf(running).x;
  const margin = Math.min(height * marginShare, side + size);
  const found = new Set<TextRow>();
  const collect = (from: TextRow[], distance: (row: TextRow) => number, isFoot: boolean) => {
    for (let count = Math.min(edgeRows, from.length - prose.rows); count > 0; count--) {
      const group = from.slice(0, count);
      const [last, next] = [group.at(-1), from[count]];
      if (!last || !next || group.some((row) => distance(row) > margin)) continue;
      const [upper, lower] = isFoot ? [next, last] : [last, next];
      const gap = (lower.y - (upper.y + upper.height)) / size;
      const isRuled = rules.some(
        (rule) =>
          rule.x2 - rule.x1 > Math.max(last.width, next.width) * 0.5 &&
          rule.y1 > upper.y + upper.height * 0.6 &&
          rule.y2 < lower.y + lower.height * 0.4,
      );
      if (gap < (isRuled && !isFoot ? apart.ruled : apart.alone)) continue;
      if (group.some((row) => sizeOf(row) > size * titleSize || (isFoot && isFootnote(row, size)))) return;
      for (const row of group) found.add(row);
      return;
    }
  };
  collect(lines, (row) => row.y + row.height, false);
  collect([...lines].reverse(), (row) => height - row.y, true);
  return found;
}

/** A mark and the small print that it leads to belong to the text. */
function isFootnote(row: TextRow, size: number): boolean {
  const [first, second] = row.words;
  if (!first || !second || sizeOf(row) > size * 0.95) return false;
  const gap = second.x - (first.x + first.width);
  return /^(\d{1,3}|[a-z]|[*†‡§¶]+)[.)]?$/.test(first.text) || /^[*†‡§¶]/.test(first.text)
    ? gap < size * 2
    : first.size < second.size * 0.85;
}

function sizeOf(row: TextRow): number {
  return median(row.words.map((word) => word.size));
}

function keyOf(row: TextRow, place: string): string {
  return `${place} ${Math.round(row.y / 6)} ${joinWords(row.words)
    .replace(/\d+/g, '#')
    .replace(/\b[ivxlc]+\b/gi, '#')}`;
}

function isPageNumber(row: TextRow): boolean {
  return /^([^\p{L}\p{N}]*|\p{L}\s)(page\s*)?([A-Z]{1,3}-)?(\d{1,4}|[ivxlc]{1,6})(\s*(of|\/)\s*\d{1,4})?([^\p{L}\p{N}]*|\s\p{L})$/iu.test(
    joinWords(row.words),
  );
}

/** A page number at one end of the top line and a title apart from it. */
function isRunningHead(row: TextRow, edge: string): boolean {
  const words = row.words;
  const first = words[0]?.text ?? '';
  const last = words.at(-1)?.text ?? '';
  if (edge !== 'top' || words.length > 14 || words.length < 2) return false;
  const gaps = words.slice(1).map((word, i) => word.x - ((words[i]?.x ?? 0) + (words[i]?.width ?? 0)));
  const size = row.height;
  const isApart = (gap: number | undefined) => (gap ?? 0) > size * 2;
  return (/^\d{1,4}$/.test(first) && isApart(gaps[0])) || (/^\d{1,4}$/.test(last) && isApart(gaps.at(-1)));
}
