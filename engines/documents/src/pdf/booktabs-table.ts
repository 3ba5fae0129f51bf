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
  const body = rows.slice(head).map((row): CellLine => ({ row, cells: lineCells(row, columns) }));
  const above = head === 0 ? headAbove(words, box, columns, body[0]?.cells ?? []) : null;
  const table = trimTable([
    ...(above ? [above.cells] : []),
    ...headCells(rows.slice(0, head), columns, partial),
    ...wrappedText(wrappedLabels(body)).map(({ cells }) => cells),
  ]);
  if (table.length < 2 || (table[0]?.length ?? 0) < 2) return null;
  const y = above?.row.y ?? box.y;
  return { box: { ...box, y, height: box.y + box.height - y }, rows: table };
}

/** Lines of text between two of the rules say that one table ends above them and another begins below; one line is a title in a table. */
function partsTables(rows: FrameRow[], columns: number[], frame: Line[]): boolean {
  if (frame.length < 3) return false;
  return frame.slice(0, -1).some((rule, i) => {
    const end = frame[i + 1]?.at ?? 0;
    const between = rows.filter(({ row }) => row.y + row.height / 2 > rule.at && row.y + row.height / 2 < end);
    const runs = between.filter(({ segments }) => segments.some((part) => isAcross(part, columns)));
    return runs.length > 1 && between.every((line) => line.segments.length === 1 || isText(line, columns));
  });
}

const isAcross = ({ x, width }: Segment, columns: number[]): boolean => columns.some((at) => at > x && at < x + width);

/** A line of text runs over most of the columns; a space in it may be as wide as the gap between cells. */
const isText = ({ segments }: FrameRow, columns: number[]): boolean =>
  columns.filter((at) => segments.some((part) => isAcross(part, [at]))).length > columns.length / 2;

interface FrameRow {
  row: TextRow;
  segments: Segment[];
}

/** A line of a table by its columns. */
interface CellLine {
  row: TextRow;
  cells: string[];
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
const text = { letters: 45, full: 0.6, goesOn: 20, close: 0.85 };

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

/**
 * A line without values goes on with the text of the cells above it where it is closer to them than lines with labels usually are, or has no
 * label while that text is long.
 */
function wrappedText(lines: CellLine[]): CellLine[] {
  const feet = lines.map(({ row }) => footOf(row));
  const pitch = (i: number) => (feet[i] ?? 0) - (feet[i - 1] ?? 0);
  const pitches = lines.flatMap(({ cells }, i) => (i > 0 && cells[0] ? [pitch(i)] : [])).sort((a, b) => a - b);
  const usual = pitches[pitches.length >> 1] ?? 0;
  const out: CellLine[] = [];
  for (const [i, { row, cells }] of lines.entries()) {
    const last = out.at(-1)?.cells;
    const filled = cells.flatMap((cell, at) => (cell === '' ? [] : [at]));
    const isClose = pitch(i) < usual * text.close;
    const goesOn =
      last !== undefined &&
      filled.every((at) => !isValue(cells[at] ?? '')) &&
      (isClose ||
        (filled.length <= cells.length / 2 && filled.every((at) => at > 0 && (last[at] ?? '').length >= text.goesOn)));
    if (goesOn) for (const at of filled) last[at] = joinLines([last[at] ?? '', cells[at] ?? '']);
    else out.push({ row, cells: [...cells] });
  }
  return out;
}

/** Where most words of a line end below: raised letters and signs do not say how far lines are apart. */
function footOf({ words }: TextRow): number {
  const feet = words.map(({ y, height }) => y + height).sort((a, b) => a - b);
  return feet[feet.length >> 1] ?? 0;
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
function wrappedLabels(lines: CellLine[]): CellLine[] {
  const out: CellLine[] = [];
  for (const [i, { row, cells }] of lines.entries()) {
    const only = cells.filter((cell) => cell !== '').length === 1 && (cells[0] ?? '') !== '';
    const above = lines[i - 1]?.row;
    const last = out.at(-1)?.cells;
    const sizeOf = ({ words }: TextRow) => Math.max(...words.map((word) => word.size));
    const isSmaller = above && sizeOf(row) < sizeOf(above) * 0.9;
    const isClose = above && row.y - (above.y + above.height) < row.height * 0.4;
    if (only && last && isClose && (isSmaller || /^[a-z(&]/.test(cells[0] ?? '')))
      last[0] = joinLines([last[0] ?? '', cells[0] ?? '']);
    else out.push({ row, cells: [...cells] });
  }
  return out;
}
