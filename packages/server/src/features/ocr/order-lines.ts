import type { ReadLine } from '../../ports/ocr-engine.ts';
import { mean, median, sharedHeight } from './geometry.ts';

/** Lines that stand beside each other, from left to right. */
export type Row = ReadLine[];

/** Columns are cut apart at most so deep. */
const maximumDepth = 6;

/** Reading order: columns of running text one after the other, everything else row by row. Each group is one column. */
export function orderLines(lines: readonly ReadLine[], depth = 0): Row[][] {
  if (lines.length === 0) return [];
  const gutter = depth < maximumDepth ? findGutter(lines) : null;
  if (gutter === null) return [rowsOf(lines)];
  const groups: Row[][] = [];
  let left: ReadLine[] = [];
  let right: ReadLine[] = [];
  const flush = () => {
    groups.push(...orderLines(left, depth + 1), ...orderLines(right, depth + 1));
    left = [];
    right = [];
  };
  for (const line of [...lines].sort((a, b) => a.box.y - b.box.y)) {
    const side = sideOf(line, gutter);
    if (side === 'left') left.push(line);
    else if (side === 'right') right.push(line);
    else {
      // A line across both columns ends what stands above it.
      flush();
      const last = groups.at(-1);
      if (last && depth === 0 && isSpanning(last)) last.push([line]);
      else groups.push(Object.assign([[line]], { isSpanning: true }));
    }
  }
  flush();
  return groups;
}

function isSpanning(group: Row[]): boolean {
  return 'isSpanning' in group;
}

function sideOf(line: ReadLine, gutter: number): 'left' | 'right' | 'across' {
  const tolerance = line.box.height * 0.5;
  if (line.box.x + line.box.width <= gutter + tolerance) return 'left';
  return line.box.x >= gutter - tolerance ? 'right' : 'across';
}

/** The place between two columns of running text, or null: tables and receipts have gaps too, but short cells. */
function findGutter(lines: readonly ReadLine[]): number | null {
  const from = Math.min(...lines.map((line) => line.box.x));
  const to = Math.max(...lines.map((line) => line.box.x + line.box.width));
  let best: { x: number; score: number } | null = null;
  const candidates = new Set(lines.map((line) => Math.round(line.box.x - line.box.height * 0.3)));
  for (const x of candidates) {
    if (x <= from + 10 || x >= to - 10) continue;
    const left = lines.filter((line) => sideOf(line, x) === 'left');
    const right = lines.filter((line) => sideOf(line, x) === 'right');
    const across = lines.length - left.length - right.length;
    if (left.length < 4 || right.length < 4 || across > 0.34 * Math.min(left.length, right.length) + 3) continue;
    if (!isRunningText(left) || !isRunningText(right)) continue;
    const score = Math.min(left.length, right.length) - 2 * across;
    if (!best || score > best.score) best = { x, score };
  }
  return best?.x ?? null;
}

/** Most lines fill their column and hold several words: cells of a table do neither. */
function isRunningText(lines: readonly ReadLine[]): boolean {
  const from = Math.min(...lines.map((line) => line.box.x));
  const to = Math.max(...lines.map((line) => line.box.x + line.box.width));
  const full = lines.filter((line) => line.box.width > 0.55 * (to - from) || rowWidth(line, lines) > 0.7 * (to - from));
  const letters = mean(lines.map((line) => textOf(line).length));
  return full.length >= 0.5 * lines.length && letters >= 16;
}

/** Width of everything that stands in the row of a line. */
function rowWidth(line: ReadLine, lines: readonly ReadLine[]): number {
  return lines
    .filter((other) => sharedHeight(other.box, line.box) > 0.6)
    .reduce((sum, other) => sum + other.box.width, 0);
}

export function textOf(line: ReadLine): string {
  return line.words.map((word) => word.text).join(' ');
}

/** Groups lines into rows from top to bottom, each from left to right. */
export function rowsOf(lines: readonly ReadLine[]): Row[] {
  const usual = median(lines.map((line) => line.box.height));
  const rows: { lines: ReadLine[]; center: number; height: number }[] = [];
  for (const line of [...lines].sort((a, b) => center(a) - center(b))) {
    const middle = center(line);
    const row = rows.findLast(
      (candidate) =>
        Math.abs(candidate.center - middle) <
          0.5 * Math.min(Math.max(candidate.height, usual * 0.6), line.box.height) &&
        candidate.lines.every((other) => !overlaps(other, line)),
    );
    if (row) {
      row.lines.push(line);
      row.center = mean(row.lines.map(center));
      row.height = median(row.lines.map((member) => member.box.height));
    } else {
      rows.push({ lines: [line], center: middle, height: line.box.height });
    }
  }
  return rows.sort((a, b) => a.center - b.center).map((row) => row.lines.sort((a, b) => a.box.x - b.box.x));
}

function center(line: ReadLine): number {
  return line.box.y + line.box.height / 2;
}

/** Whether two lines share so much of their width that they cannot stand side by side. */
function overlaps(a: ReadLine, b: ReadLine): boolean {
  const shared = Math.min(a.box.x + a.box.width, b.box.x + b.box.width) - Math.max(a.box.x, b.box.x);
  return shared > 0.3 * Math.min(a.box.width, b.box.width);
}
