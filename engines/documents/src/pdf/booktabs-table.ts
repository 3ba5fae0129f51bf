import { isTabular } from './aligned-table.ts';
import { columnGaps } from './column-gaps.ts';
import type { LayoutWord } from './layout-words.ts';
import type { Line, PageRules } from './page-rules.ts';
import { isValue, type PageTable, trimTable } from './page-table.ts';
import type { Box } from './raw-page.ts';
import { joinLines, lineCells, mergeLines } from './table-bands.ts';
import { joinWords, type Segment, segmentsOf, type TextRow, textRows } from './text-rows.ts';

const sameEnd = 6;
const maxRules = 12;
/** So many letter heights above the first rule headings stand at most, over this share of the columns at least. */
const headReach = 1.2;
const leastHeaded = 0.6;

/** Tables between horizontal rules of one length, without vertical ones: a rule above, one under the head, one below. */
export function booktabsTables(words: LayoutWord[], rules: PageRules): PageTable[] {
  const tables: PageTable[] = [];
  for (const frame of frames(rules.horizontal)) {
    let start = 0;
    while (start + 1 < frame.length) {
      let end = frame.length - 1;
      let table: PageTable | null = null;
      for (; end > start && !table; end--) table = frameTable(frame.slice(start, end + 1), words, rules);
      if (table) tables.push(table);
      start = table ? end + 2 : start + 1;
    }
  }
  return tables.filter(
    (table, i) =>
      !tables
        .slice(0, i)
        .some(
          ({ box }) =>
            table.box.y < box.y + box.height &&
            box.y < table.box.y + table.box.height &&
            table.box.x < box.x + box.width &&
            box.x < table.box.x + table.box.width,
        ),
  );
}

/** Rules that begin and end at the same places, from top to bottom. */
function frames(lines: Line[]): Line[][] {
  const groups: Line[][] = [];
  for (const line of [...lines].sort((a, b) => a.at - b.at)) {
    const group = groups.find(
      ([first]) => first && Math.abs(first.from - line.from) < sameEnd && Math.abs(first.to - line.to) < sameEnd,
    );
    if (group) group.push(line);
    else groups.push([line]);
  }
  return groups.filter((group) => group.length >= 2 && group.length <= maxRules);
}

function frameTable(frame: Line[], words: LayoutWord[], rules: PageRules): PageTable | null {
  const [top, bottom] = [frame[0], frame.at(-1)];
  if (!top || !bottom) return null;
  const box = { x: top.from, y: top.at, width: top.to - top.from, height: bottom.at - top.at };
  const inside = words.filter((word) => {
    const [x, y] = [word.x + word.width / 2, word.y + word.height / 2];
    return x > box.x - 4 && x < box.x + box.width + 4 && y > box.y && y < box.y + box.height;
  });
  const rows = textRows(inside);
  const candidates = rows.map((row) => ({ row, segments: segmentsOf(row, 0.75) }));
  const several = candidates.filter(({ segments }) => segments.length > 1);
  if (several.length < 2) return null;
  const columns = frameColumns(several, frame);
  const isShort = several.length >= rows.length * 0.4 && isTabular(several, columns, box, rules);
  if (
    columns.length === 0 ||
    partsTables(candidates, columns, frame) ||
    (!isShort && !hasColumnOfText(candidates, columns))
  )
    return null;
  const head = headRows(rows, columns, frame);
  const partial = rules.horizontal.filter(
    (line) =>
      line.at > box.y + 2 &&
      line.at < (frame[1]?.at ?? 0) - 2 &&
      line.to - line.from < box.width * 0.7 &&
      line.from > box.x - 5 &&
      line.to < box.x + box.width + 5,
  );
  const body = rows.slice(head).map((row) => lineCells(row, columns));
  const above = head === 0 ? headAbove(words, box, columns, body[0] ?? []) : null;
  const table = trimTable([
    ...(above ? [above.cells] : []),
    ...headCells(rows.slice(0, head), columns, partial),
    ...wrappedText(wrappedLabels(body, rows.slice(head))),
  ]);
  if (table.length < 2 || (table[0]?.length ?? 0) < 2) return null;
  const y = above?.row.y ?? box.y;
  return { box: { ...box, y, height: box.y + box.height - y }, rows: table };
}

/** Lines of text between two of the rules say that one table ends above them and another begins below; one line is a title in a table. */
function partsTables(rows: FrameRow[], columns: number[], frame: Line[]): boolean {
  return frame.slice(1, -2).some((rule, i) => {
    const end = frame[i + 2]?.at ?? 0;
    const between = rows.filter(({ row }) => row.y + row.height / 2 > rule.at && row.y + row.height / 2 < end);
    const isText = between.every(({ segments }) => segments.length === 1);
    return isText && between.filter(({ segments }) => segments.some((part) => isAcross(part, columns))).length > 1;
  });
}

const isAcross = ({ x, width }: Segment, columns: number[]): boolean => columns.some((at) => at > x && at < x + width);

interface FrameRow {
  row: TextRow;
  segments: Segment[];
}

/** Headings may stand closer than the cells below them: where those part in more columns, theirs are taken. */
function frameColumns(several: FrameRow[], frame: Line[]): number[] {
  const gaps = (lines: FrameRow[]) =>
    columnGaps(
      lines.map(({ segments }) => segments),
      (lines[0]?.segments[0]?.size ?? 10) * 0.5,
    );
  const all = gaps(several);
  const under = frame.length >= 3 ? (frame[1]?.at ?? 0) : Infinity;
  const body = several.filter(({ row }) => row.y + row.height / 2 > under);
  const below = body.length >= 3 ? gaps(body) : [];
  return below.length > all.length ? below : all;
}

/** Longer than this in letters, a cell is text; that many of the lines of a table of names with text beside them have all columns. */
const text = { letters: 45, full: 0.6, goesOn: 20 };

/** One column of text that wraps, beside others that are short. */
function hasColumnOfText(rows: FrameRow[], columns: number[]): boolean {
  if (columns.length === 0) return false;
  // A line across the columns is a paragraph or a title between two tables.
  if (rows.some(({ segments }) => segments.some((part) => isAcross(part, columns)))) return false;
  const several = rows.filter(({ segments }) => segments.length > 1);
  const cells = several.map(({ row }) => lineCells(row, columns));
  const lengths = [...columns.keys(), columns.length].map((i) =>
    cells.reduce((sum, row) => sum + (row[i] ?? '').length, 0),
  );
  const widest = lengths.indexOf(Math.max(...lengths));
  const others = cells.flatMap((row) => row.filter((_, i) => i !== widest));
  const full = cells.filter((row) => row.every((cell) => cell !== '')).length;
  return (
    widest > 0 &&
    others.every((cell) => cell.length <= text.letters) &&
    others.reduce((sum, cell) => sum + cell.length, 0) < others.length * (text.letters / 2) &&
    full >= cells.length * text.full
  );
}

/** A line that has no label, and no value, goes on with the text of the cells above it. */
function wrappedText(cells: string[][]): string[][] {
  const out: string[][] = [];
  for (const row of cells) {
    const last = out.at(-1);
    const filled = row.flatMap((cell, i) => (cell === '' ? [] : [i]));
    const goesOn =
      last !== undefined &&
      filled.length <= row.length / 2 &&
      filled.every((i) => i > 0 && !isValue(row[i] ?? '') && (last[i] ?? '').length >= text.goesOn);
    if (goesOn) for (const i of filled) last[i] = joinLines([last[i] ?? '', row[i] ?? '']);
    else out.push([...row]);
  }
  return out;
}

/** Bills draw one rule under their headings and one above the sum: the headings are the line of several parts right above the first. */
function headAbove(
  words: LayoutWord[],
  box: Box,
  columns: number[],
  first: string[],
): { row: TextRow; cells: string[] } | null {
  if (!first.slice(1).some(isValue)) return null;
  const near = words.filter(
    (word) =>
      word.x + word.width / 2 > box.x - 4 &&
      word.x + word.width / 2 < box.x + box.width + 4 &&
      word.y + word.height / 2 < box.y &&
      word.y + word.height * (1 + headReach) > box.y,
  );
  const row = textRows(near).at(-1);
  if (!row) return null;
  const cells = lineCells(row, columns);
  const filled = cells.filter((cell) => cell !== '');
  const isHead = filled.length >= Math.max(2, (columns.length + 1) * leastHeaded) && !filled.some(isValue);
  return isHead && segmentsOf(row, 0.75).length >= filled.length ? { row, cells } : null;
}

/** Lines above the second rule, when there are more rules and no values among them. */
function headRows(rows: TextRow[], columns: number[], frame: Line[]): number {
  const under = frame[1]?.at ?? 0;
  if (frame.length < 3) return 0;
  const count = rows.filter((row) => row.y + row.height / 2 < under).length;
  const hasValues = rows.slice(0, count).filter(
    (row) =>
      lineCells(row, columns)
        .slice(1)
        .filter((cell) => isValue(cell) && !/^(19|20)\d\d$/.test(cell)).length >
      columns.length / 2,
  ).length;
  return count <= 8 && hasValues === 0 ? count : 0;
}

/** The head as one row, or two where short rules part headings over several columns from those below. */
function headCells(rows: TextRow[], columns: number[], partial: Line[]): string[][] {
  if (rows.length === 0) return [];
  if (partial.length === 0) return [mergeLines(rows.map((row) => lineCells(row, columns)))];
  const upper = Array.from({ length: columns.length + 1 }, () => '');
  const lower: LayoutWord[][] = [];
  const groups = new Map<Line, LayoutWord[]>();
  for (const row of rows) {
    const below: LayoutWord[] = [];
    for (const word of row.words) {
      const middle = word.x + word.width / 2;
      const over = partial.find(
        (line) => middle > line.from - 2 && middle < line.to + 2 && word.y + word.height / 2 < line.at,
      );
      if (over) groups.set(over, [...(groups.get(over) ?? []), word]);
      else below.push(word);
    }
    lower.push(below);
  }
  for (const [line, words] of groups) {
    const column = columns.findIndex((edge) => line.from + 2 < edge);
    const at = column < 0 ? columns.length : column;
    upper[at] = joinLines([upper[at] ?? '', ...textRows(words).map((row) => joinWords(row.words))]);
  }
  const lines = lower
    .filter((words) => words.length > 0)
    .map((words) => lineCells({ x: 0, y: 0, width: 0, height: 0, words }, columns));
  return [upper, ...(lines.length > 0 ? [mergeLines(lines)] : [])];
}

/** Joins a line that has only a label in lower case, or smaller letters, to the row above it. */
function wrappedLabels(cells: string[][], rows: TextRow[]): string[][] {
  const out: string[][] = [];
  for (const [i, row] of cells.entries()) {
    const only = row.filter((cell) => cell !== '').length === 1 && (row[0] ?? '') !== '';
    const [here, above] = [rows[i], rows[i - 1]];
    const last = out.at(-1);
    const isSmaller =
      here &&
      above &&
      Math.max(...here.words.map((word) => word.size)) < Math.max(...above.words.map((word) => word.size)) * 0.9;
    const isClose = here && above && here.y - (above.y + above.height) < here.height * 0.4;
    if (only && last && isClose && (isSmaller || /^[a-z(&]/.test(row[0] ?? '')))
      last[0] = joinLines([last[0] ?? '', row[0] ?? '']);
    else out.push([...row]);
  }
  return out;
}
