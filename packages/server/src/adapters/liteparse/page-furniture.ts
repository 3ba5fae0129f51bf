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
  for (const rows of edges) {
    for (const key of new Set(rows.map(({ row, edge }) => keyOf(row, edge))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const needed = Math.max(3, Math.ceil(pages.length * 0.4));
  return edges.map((rows) => {
    const furniture = rows.filter(
      ({ row, edge }) =>
        (counts.get(keyOf(row, edge)) ?? 0) >= Math.min(needed, Math.max(3, pages.length)) ||
        isPageNumber(row) ||
        isRunningHead(row, edge),
    );
    return new Set(furniture.map(({ row }) => row));
  });
}

function edgeRowsOf({ height, rows }: PageRows): { row: TextRow; edge: 'top' | 'bottom' }[] {
  const top = rows
    .slice(0, edgeRows)
    .filter((row) => row.y + row.height < height * edgeShare)
    .map((row) => ({ row, edge: 'top' as const }));
  const bottom = rows
    .slice(-edgeRows)
    .filter((row) => row.y > height * (1 - edgeShare))
    .map((row) => ({ row, edge: 'bottom' as const }));
  return [...top, ...bottom];
}

function keyOf(row: TextRow, edge: string): string {
  return `${edge} ${Math.round(row.y / 6)} ${joinWords(row.words)
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
