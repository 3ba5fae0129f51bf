import type { Segment } from './text-rows.ts';

/**
 * Where columns part: the x positions at the middle of every gap that nearly all rows leave free. A few rows may cross a
 * gap (headings over several columns).
 */
export function columnGaps(rows: Segment[][], minWidth: number, crossingShare = 0.12): number[] {
  const edges = rows.flatMap((row, index) =>
    row.map((segment) => ({ from: segment.x, to: segment.x + segment.width, index })),
  );
  if (edges.length === 0) return [];
  const points = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const allowed = Math.floor(rows.length * crossingShare);
  const gaps: { from: number; to: number; parts: { from: number; to: number; crossed: number }[] }[] = [];
  for (let i = 1; i < points.length; i++) {
    const from = points[i - 1] ?? 0;
    const to = points[i] ?? 0;
    const middle = (from + to) / 2;
    const crossed = edges.filter((edge) => edge.from < middle && edge.to > middle).length;
    if (crossed > allowed) continue;
    const last = gaps.at(-1);
    if (last?.to !== from) {
      gaps.push({ from, to, parts: [{ from, to, crossed }] });
      continue;
    }
    last.to = to;
    const part = last.parts.at(-1);
    if (part?.crossed === crossed) part.to = to;
    else last.parts.push({ from, to, crossed });
  }
  return gaps
    .filter(({ from, to }) => to - from >= minWidth)
    .filter(({ from, to }) => {
      // Both sides must be used by more than a stray row.
      const left = new Set(edges.filter((edge) => edge.to <= to && edge.from < from).map((edge) => edge.index)).size;
      const right = new Set(edges.filter((edge) => edge.from >= from && edge.to > to).map((edge) => edge.index)).size;
      const needed = Math.max(2, Math.min(rows.length * 0.15, 4));
      return (left >= needed || left >= rows.length - 1) && (right >= needed || right >= rows.length - 1);
    })
    .map(({ parts }) => freest(parts));
}

/** The middle of where the fewest rows cross a gap. */
function freest(parts: { from: number; to: number; crossed: number }[]): number {
  const least = Math.min(...parts.map(({ crossed }) => crossed));
  const [best] = parts.filter(({ crossed }) => crossed === least).sort((a, b) => b.to - b.from - (a.to - a.from));
  return best ? (best.from + best.to) / 2 : 0;
}
