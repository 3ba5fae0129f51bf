import { longestLine } from '../bounds/bounds.ts';

/** A stretch of a line that stands by itself: columns are told apart by two or more spaces, tabs or bars. */
export interface Cell {
  text: string;
  /** UTF-16 offset in the text. */
  start: number;
  end: number;
  /** First and last column on the line. */
  left: number;
  right: number;
  line: number;
}

export interface Line {
  text: string;
  start: number;
  cells: Cell[];
}

/**
 * The beginning of a line that is longer than lines are, up to the last word that is whole. Data on one line would cost the square of
 * its length.
 */
function beginningOf(line: string): string {
  const most = line.slice(0, longestLine);
  const space = line.length > longestLine ? most.lastIndexOf(' ') : -1;
  return space > 0 ? most.slice(0, space) : most;
}

/** A text seen as lines and columns, as receipts, invoices and tables are laid out. */
export function readLayout(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const [index, whole] of text.split('\n').entries()) {
    const line = beginningOf(whole);
    const cells: Cell[] = [];
    for (const match of line.matchAll(/[^\s|](?:[^\t|]*?[^\s|])??(?=\s{2,}|\s*\t|\s*\||\s*$)/g)) {
      const left = match.index;
      cells.push({
        text: match[0],
        start: start + left,
        end: start + left + match[0].length,
        left,
        right: left + match[0].length,
        line: index,
      });
    }
    // Where the line goes on, so may its last cell; of a single one the beginning counts.
    if (whole.length > longestLine && cells.length > 1) cells.pop();
    lines.push({ text: line, start, cells });
    start += whole.length + 1;
  }
  return lines;
}

/** How many of the first things are so, where all that are stand before those that are not. */
function countOf<T>(things: readonly T[], isSo: (thing: T) => boolean): number {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const thing = things[middle];
    if (thing !== undefined && isSo(thing)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The cell that holds an offset. */
export function cellAt(lines: Line[], offset: number): Cell | undefined {
  const line = lines[countOf(lines, (each) => each.start <= offset) - 1];
  const cell = line?.cells[countOf(line.cells, (each) => each.start <= offset) - 1];
  return cell && offset < cell.end ? cell : undefined;
}

/** Cells above a stretch of columns, nearest first, blank lines passed over. */
export function cellsAbove(lines: Line[], line: number, left: number, right: number, reach: number): Cell[] {
  const found: Cell[] = [];
  let passed = 0;
  for (let index = line - 1; index >= 0 && passed < reach && index >= line - 12; index--) {
    const { cells = [] } = lines[index] ?? {};
    if (cells.length === 0) continue;
    passed++;
    const from = countOf(cells, (cell) => cell.right <= left - 2);
    const to = countOf(cells, (cell) => cell.left < right + 2);
    const overlapping = cells.slice(from, to);
    found.push(...overlapping.sort((a, b) => Math.abs(a.left - left) - Math.abs(b.left - left)).slice(0, 1));
  }
  return found;
}
