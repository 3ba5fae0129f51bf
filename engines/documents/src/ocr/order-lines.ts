import { mean, median } from './geometry.ts';
import type { ReadLine } from './ocr-engine.ts';

/** Lines that stand beside each other, from left to right. */
export type Row = ReadLine[];

export function textOf(line: ReadLine): string {
  return line.words.map((word) => word.text).join(' ');
}

/** Groups lines into rows from top to bottom, each from left to right. */
export function rowsOf(lines: readonly ReadLine[]): Row[] {
  const usual = median(lines.map((line) => line.box.height));
  const rows: { lines: ReadLine[]; center: number; height: number }[] = [];
  for (const line of [...lines].sort((a, b) => centerOf(a) - centerOf(b))) {
    const middle = centerOf(line);
    const row = rows.findLast(
      (candidate) =>
        Math.abs(candidate.center - middle) <
          0.5 * Math.min(Math.max(candidate.height, usual * 0.6), Math.max(line.box.height, usual * 0.6)) &&
        candidate.lines.every((other) => !overlaps(other, line)),
    );
    if (row) {
      row.lines.push(line);
      row.center = mean(row.lines.map(centerOf));
      row.height = median(row.lines.map((member) => member.box.height));
    } else {
      rows.push({ lines: [line], center: middle, height: line.box.height });
    }
  }
  return rows.sort((a, b) => a.center - b.center).map((row) => row.lines.sort((a, b) => a.box.x - b.box.x));
}

function centerOf(line: ReadLine): number {
  return line.box.y + line.box.height / 2;
}

/** Whether two lines share so much of their width that they cannot stand side by side. */
function overlaps(a: ReadLine, b: ReadLine): boolean {
  const shared = Math.min(a.box.x + a.box.width, b.box.x + b.box.width) - Math.max(a.box.x, b.box.x);
  return shared > 0.3 * Math.min(a.box.width, b.box.width);
}
