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

/** A text seen as lines and columns, as receipts, invoices and tables are laid out. */
export function readLayout(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const [index, line] of text.split('\n').entries()) {
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
    lines.push({ text: line, start, cells });
    start += line.length + 1;
  }
  return lines;
}

/** The cell that holds an offset. */
export function cellAt(lines: Line[], offset: number): Cell | undefined {
  const line = lines.findLast((each) => each.start <= offset);
  return line?.cells.find((cell) => cell.start <= offset && offset < cell.end);
}

/** Cells above a stretch of columns, nearest first, blank lines passed over. */
export function cellsAbove(lines: Line[], line: number, left: number, right: number, reach: number): Cell[] {
  const found: Cell[] = [];
  let passed = 0;
  for (let index = line - 1; index >= 0 && passed < reach && index >= line - 12; index--) {
    const { cells = [] } = lines[index] ?? {};
    if (cells.length === 0) continue;
    passed++;
    const overlapping = cells.filter((cell) => cell.left < right + 2 && cell.right > left - 2);
    found.push(...overlapping.sort((a, b) => Math.abs(a.left - left) - Math.abs(b.left - left)).slice(0, 1));
  }
  return found;
}
