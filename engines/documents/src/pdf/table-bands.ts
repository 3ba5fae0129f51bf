import type { LayoutWord } from './layout-words.ts';
import { isValue } from './page-table.ts';
import { joinText } from './paragraphs.ts';
import { joinWords, type TextRow } from './text-rows.ts';

/**
 * Cells of one line of text: `columns` are the x positions between columns. A word belongs where its middle is, but what
 * runs on across such a position without a gap (a heading over several columns) stays whole, in the first of them.
 */
export function lineCells(row: TextRow, columns: number[]): string[] {
  const cells: LayoutWord[][] = Array.from({ length: columns.length + 1 }, () => []);
  let last: LayoutWord | undefined;
  let column = 0;
  for (const word of row.words) {
    const middle = word.x + word.width / 2;
    const found = columns.findIndex((edge) => middle < edge);
    const own = found < 0 ? columns.length : found;
    const runsOn = last && own > column && word.x - (last.x + last.width) < Math.min(word.size, last.size) * 0.45;
    if (!runsOn) column = own;
    cells[column]?.push(word);
    last = word;
  }
  return cells.map((words) => joinWords(words));
}

/** Lines of text as rows of their own, when they are; null when they are the wrapped lines of fewer cells. */
export function separateRows(
  lines: TextRow[],
  columnOf: (word: LayoutWord) => number,
  columns: number,
): string[][] | null {
  const cells = lines.map((line) => {
    const parts: LayoutWord[][] = Array.from({ length: columns }, () => []);
    for (const word of line.words) parts[columnOf(word)]?.push(word);
    return parts.map((words) => joinWords(words));
  });
  return areSeparateRows(cells) ? joinContinuations(cells, lines) : null;
}

/** Lines are rows of their own when most of them have values beside a label. */
function areSeparateRows(cells: string[][]): boolean {
  const withValues = cells.filter((row) => row.slice(1).some((cell) => cell !== '' && isValue(cell))).length;
  const filled = cells.filter((row) => row.filter((cell) => cell !== '').length >= 2).length;
  return withValues >= 2 && withValues >= cells.length * 0.5 && filled >= cells.length * 0.5;
}

/** Several lines as one row: each cell's lines joined. */
export function mergeLines(cells: string[][]): string[] {
  const width = Math.max(...cells.map((row) => row.length));
  return Array.from({ length: width }, (_, i) => joinLines(cells.map((row) => row[i] ?? '')));
}

export function joinLines(lines: string[]): string {
  let text = '';
  for (const line of lines.filter((part) => part !== '')) text = text === '' ? line : joinText(text, line);
  return text;
}

/** A line close under a row, with text in the first column only, goes on with that row's label. */
function joinContinuations(cells: string[][], lines: TextRow[]): string[][] {
  const pitches = lines
    .slice(1)
    .map((line, i) => line.y - (lines[i]?.y ?? 0))
    .sort((a, b) => a - b);
  const usual = pitches[pitches.length >> 1] ?? 0;
  const rows: string[][] = [];
  for (const [i, row] of cells.entries()) {
    const pitch = i === 0 ? Infinity : (lines[i]?.y ?? 0) - (lines[i - 1]?.y ?? 0);
    const onlyLabel = (row[0] ?? '') !== '' && row.slice(1).every((cell) => cell === '');
    const last = rows.at(-1);
    const goesOn = onlyLabel && last && pitch < usual * 0.85 && /^[a-z(&]/.test(row[0] ?? '');
    if (goesOn) last[0] = joinLines([last[0] ?? '', row[0] ?? '']);
    else rows.push([...row]);
  }
  return rows;
}
