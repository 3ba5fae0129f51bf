import type { TextRow } from './text-rows.ts';
import { joinWords } from './text-rows.ts';

export interface PageRows {
  height: number;
  rows: TextRow[];
}

const edgeShare = 0.12;
const edgeRows = 3;

/**
 * Running heads, feet and page numbers: lines at the top or bottom edge that return on other pages with nothing changed
 * but numbers, and lone page numbers. They stay in the text, as comments.
 */
export function pageFurniture(pages: PageRows[]): Set<TextRow>[] {
  const counts = new Map<string, number>();
  const edges = pages.map((page) => edgeRowsOf(page));
  for (const rows of edges) for (const { key } of rows) counts.set(key, (counts.get(key) ?? 0) + 1);
  const needed = Math.max(3, Math.ceil(pages.length * 0.4));
  return edges.map((rows, index) => {
    const furniture = new Set<TextRow>();
    for (const edge of ['top', 'bottom']) {
      // From the edge inwards, as far as one line after the other is furniture.
      for (const { row, key } of rows.filter((candidate) => candidate.edge === edge)) {
        if ((counts.get(key) ?? 0) < needed && !isPageNumber(row) && !isRunningHead(row, edge)) break;
        furniture.add(row);
      }
    }
    // A page of nothing else has no furniture.
    return furniture.size === pages[index]?.rows.length ? new Set([...furniture].filter(isPageNumber)) : furniture;
  });
}

interface EdgeRow {
  row: TextRow;
  edge: 'top' | 'bottom';
  /** The same for lines that differ only in numbers and stand at the same place, as far from the edge. */
  key: string;
}

function edgeRowsOf({ height, rows }: PageRows): EdgeRow[] {
  // Specks and rules that look like letters do not hide what stands behind them.
  const lines = rows.filter((row) => row.words.some((word) => /[\p{L}\p{N}]/u.test(word.text)));
  const top = lines.slice(0, edgeRows).filter((row) => row.y + row.height < height * edgeShare);
  const bottom = rows
    .slice(-edgeRows)
    .reverse()
    .filter((row) => row.y > height * (1 - edgeShare));
  return [
    ...top.map((row, i): EdgeRow => ({ row, edge: 'top', key: keyOf(row, `top ${i}`) })),
    ...bottom.map((row, i): EdgeRow => ({ row, edge: 'bottom', key: keyOf(row, `bottom ${i}`) })),
  ];
}

function keyOf(row: TextRow, place: string): string {
  return `${place} ${Math.round(row.y / 6)} ${joinWords(row.words)
    .replace(/\d+/g, '#')
    .replace(/\b[ivxlc]+\b/gi, '#')}`;
}

function isPageNumber(row: TextRow): boolean {
  return /^([-–—•|\s]*)(page\s*)?(\d{1,4}|[ivxlc]{1,6})(\s*(of|\/)\s*\d{1,4})?[-–—•|\s]*$/i.test(joinWords(row.words));
}

/** A page number at one end of the top line and a title apart from it. */
function isRunningHead(row: TextRow, edge: string): boolean {
  const words = row.words;
  const first = words[0]?.text ?? '';
  const last = words.at(-1)?.text ?? '';
  if (edge !== 'top' || words.length > 14 || words.length < 2) return false;
  const gaps = words.slice(1).map((word, i) => word.x - ((words[i]?.x ?? 0) + (words[i]?.width ?? 0)));
  const size = row.height;
  const apart = (gap: number | undefined) => (gap ?? 0) > size * 2;
  return (/^\d{1,4}$/.test(first) && apart(gaps[0])) || (/^\d{1,4}$/.test(last) && apart(gaps.at(-1)));
}
