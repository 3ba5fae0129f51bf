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
