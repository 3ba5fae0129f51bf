import { columnGaps } from './column-gaps.ts';
import type { LayoutWord } from './layout-words.ts';
import type { Line } from './page-rules.ts';
import { isValue } from './page-table.ts';
import { type Segment, segmentsOf, textRows } from './text-rows.ts';

/**
 * Columns of values that stand apart within one ruled column, as lines of their own. Where a heading over several of
 * them crosses such a line, a horizontal line parts the heading from what stands below.
 */
export function unruledColumns(
  xs: number[],
  ys: number[],
  words: LayoutWord[],
): { vertical: Line[]; horizontal: Line[] } {
  const vertical: Line[] = [];
  const horizontal: Line[] = [];
  for (let column = 0; column + 1 < xs.length; column++) {
    const left = xs[column] ?? 0;
    const right = xs[column + 1] ?? 0;
    const own = words.filter((word) => word.x + word.width / 2 > left && word.x + word.width / 2 < right);
    const rows = textRows(own).map((row) => segmentsOf(row, 0.75));
    const several = rows.filter((row) => row.length > 1);
    if (several.length < 3 || several.length < rows.length * 0.4) continue;
    const values = several.filter((row) => row.slice(1).some((segment) => isValue(segment.text)));
    if (values.length < several.length * 0.6) continue;
    for (const at of columnGaps(several, 4)) {
      for (let band = 0; band + 1 < ys.length; band++) {
        const lines = crossedLines(rows, at, ys[band] ?? 0, ys[band + 1] ?? 0);
        vertical.push(...lines.free.map(({ from, to }) => ({ at, from, to })));
        horizontal.push(...lines.parted.map((y) => ({ at: y, from: left, to: right })));
      }
    }
  }
  return { vertical, horizontal };
}

/** The stretches of a band that no text at `at` crosses, and the heights between them and the crossed ones. */
function crossedLines(
  rows: Segment[][],
  at: number,
  top: number,
  bottom: number,
): { free: { from: number; to: number }[]; parted: number[] } {
  const inBand = rows.filter(
    (row) => row[0] && row[0].y + row[0].height / 2 > top && row[0].y + row[0].height / 2 < bottom,
  );
  const free: { from: number; to: number }[] = [];
  const parted: number[] = [];
  let from = top;
  let wasCrossed: boolean | null = null;
  for (const [i, row] of inBand.entries()) {
    const isCrossed = row.some((segment) => segment.x < at && segment.x + segment.width > at);
    if (wasCrossed !== null && isCrossed !== wasCrossed) {
      const above = inBand[i - 1]?.[0];
      const edge = ((above ? above.y + above.height : top) + (row[0]?.y ?? top)) / 2;
      parted.push(edge);
      if (!wasCrossed) free.push({ from, to: edge });
      from = edge;
    }
    wasCrossed = isCrossed;
  }
  if (wasCrossed !== true) free.push({ from, to: bottom });
  return { free, parted };
}
