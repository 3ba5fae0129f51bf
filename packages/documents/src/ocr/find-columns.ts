import { mean, median } from './geometry.ts';
import type { ReadLine } from './ocr-engine.ts';

/** A band of the page that falls into two columns, and what stands above and below it. */
export interface ColumnSplit {
  above: ReadLine[];
  left: ReadLine[];
  right: ReadLine[];
  below: ReadLine[];
}

/** Fewer lines make no column. */
const minimumLines = 4;

interface Placed {
  line: ReadLine;
  center: number;
  from: number;
  to: number;
}

/**
 * The widest-reaching place where two columns stand side by side: an upright gap that no line crosses between two lines
 * that do. Cells of tables and receipts have such gaps too, but their rows go on across the gap.
 */
export function findColumns(lines: readonly ReadLine[]): ColumnSplit | null {
  if (lines.length < 2 * minimumLines) return null;
  const placed = lines
    .map((line) => ({
      line,
      center: line.box.y + line.box.height / 2,
      from: line.box.x,
      to: line.box.x + line.box.width,
    }))
    .sort((a, b) => a.center - b.center);
  const height = median(placed.map(({ line }) => line.box.height));
  const candidates = new Set(placed.map(({ from }) => Math.round(from - 0.3 * height)));
  let best: { split: ColumnSplit; score: number } | null = null;
  for (const x of candidates) {
    for (const band of bandsAt(placed, x, 0.4 * height)) {
      const left = band.filter(({ from, to }) => (from + to) / 2 < x);
      const right = band.filter(({ from, to }) => (from + to) / 2 >= x);
      const size = Math.min(left.length, right.length);
      if (size < minimumLines || size <= (best?.score ?? 0)) continue;
      const gap = Math.min(...right.map(({ from }) => from)) - Math.max(...left.map(({ to }) => to));
      if (gap < 0.3 * height || !areColumns(left, right, height)) continue;
      best = { split: toSplit(placed, band, left, right), score: size };
    }
  }
  return best?.split ?? null;
}

/** Runs of lines, from top to bottom, of which none crosses `x`. */
function bandsAt(placed: readonly Placed[], x: number, tolerance: number): Placed[][] {
  const bands: Placed[][] = [[]];
  for (const entry of placed) {
    const crosses = entry.from < x - tolerance && entry.to > x + tolerance;
    if (crosses) bands.push([]);
    else bands.at(-1)?.push(entry);
  }
  return bands;
}

function toSplit(placed: readonly Placed[], band: readonly Placed[], left: Placed[], right: Placed[]): ColumnSplit {
  const inside = new Set(band);
  const top = band[0]?.center ?? 0;
  const others = placed.filter((entry) => !inside.has(entry));
  const linesOf = (entries: readonly Placed[]) => entries.map(({ line }) => line);
  return {
    above: linesOf(others.filter((entry) => entry.center < top)),
    left: linesOf(left),
    right: linesOf(right),
    below: linesOf(others.filter((entry) => entry.center >= top)),
  };
}

/** Columns are running text on both sides, or sides whose lines do not stand at the same heights. */
function areColumns(left: readonly Placed[], right: readonly Placed[], height: number): boolean {
  if (isRunningText(left) && isRunningText(right)) return true;
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
  const aligned = fewer.filter(({ center }) => more.some((other) => Math.abs(other.center - center) < 0.22 * height));
  const covers = overlapOf(left, right);
  return fewer.length >= 2 * minimumLines && covers > 0.5 && aligned.length < 0.6 * fewer.length;
}

/** Share of the shorter side's height beside which the other side stands. */
function overlapOf(left: readonly Placed[], right: readonly Placed[]): number {
  const range = (entries: readonly Placed[]) => [entries[0]?.center ?? 0, entries.at(-1)?.center ?? 0] as const;
  const [leftFrom, leftTo] = range(left);
  const [rightFrom, rightTo] = range(right);
  const shared = Math.min(leftTo, rightTo) - Math.max(leftFrom, rightFrom);
  return shared / Math.max(1, Math.min(leftTo - leftFrom, rightTo - rightFrom));
}

/** Most lines fill their column and hold several words: cells of a table do neither. */
function isRunningText(entries: readonly Placed[]): boolean {
  const from = Math.min(...entries.map((entry) => entry.from));
  const to = Math.max(...entries.map((entry) => entry.to));
  const full = entries.filter((entry) => entry.to - entry.from > 0.55 * (to - from));
  const letters = mean(entries.map(({ line }) => line.words.reduce((sum, word) => sum + word.text.length + 1, 0)));
  return full.length >= 0.5 * entries.length && letters >= 16;
}
