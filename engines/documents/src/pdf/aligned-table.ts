import { bookmarkLevel, type Titles } from './bookmarks.ts';
import { columnGaps } from './column-gaps.ts';
import type { Line, PageRules } from './page-rules.ts';
import { isValue, type PageTable, trimTable } from './page-table.ts';
import { lineCells, mergeLines } from './table-bands.ts';
import { boundsOf, joinWords, type Segment, segmentsOf, type TextRow, textRows, toSegment } from './text-rows.ts';

/** Wider than this, in letter heights, a gap parts cells. */
const cellGap = 0.9;
/** A narrower gap than this parts cells only where the rows around it share what stands behind it. */
const sureGap = 2;
/** Rows above and below that are asked. */
const asked = 12;
const minRows = 3;
const titleSize = 1.15;
/** So many lines, of so many words each on average, so many of which begin in lower case, are running text. */
const prose = { lines: 4, words: 3, goingOn: 0.5 };

interface Candidate {
  row: TextRow;
  segments: Segment[];
}

/** Tables told by their alignment: rows of several short parts that stand under each other. */
export function alignedTables(rows: TextRow[], rules: PageRules, titles: Titles = new Map()): PageTable[] {
  const candidates = joinUnshared(rows.map((row) => ({ row, segments: segmentsOf(row, cellGap) })));
  const tables: PageTable[] = [];
  for (const run of tableRuns(candidates, titles)) tables.push(...runTables(run, candidates, rules));
  return tables;
}

/** The table of a run of rows; where running text stands beside it, the tables of what is left and right of that. */
function runTables([from, to]: [number, number], all: Candidate[], rules: PageRules): PageTable[] {
  const rows = all.slice(from, to + 1).map(({ row }) => row);
  const columns = runColumns(all.slice(from, to + 1));
  const cells = rows.map((row) => lineCells(row, columns));
  const text =
    columns.length === 0 ? -1 : [...columns.keys(), columns.length].findIndex((i) => isRunningText(cells, i));
  if (text < 0) {
    const table = toTable([from, to], all, rules, columns);
    return table ? [table] : [];
  }
  const [left, right] = [columns[text - 1] ?? -Infinity, columns[text] ?? Infinity];
  const words = rows.flatMap((row) => row.words);
  const sides = [
    words.filter((word) => word.x + word.width / 2 < left),
    words.filter((word) => word.x + word.width / 2 > right),
  ];
  return sides.flatMap((side) => (side.length === 0 ? [] : alignedTables(textRows(side), rules)));
}

/** Lines of several words that go on from one to the next, which labels of rows do not. */
function isRunningText(cells: string[][], column: number): boolean {
  const lines = cells.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  if (lines.length < prose.lines || lines.length < cells.length * 0.6) return false;
  const words = lines.reduce((sum, line) => sum + line.split(' ').length, 0);
  const goingOn = lines.filter((line) => /^\p{Ll}/u.test(line)).length;
  return words >= lines.length * prose.words && goingOn >= lines.length * prose.goingOn;
}

/** Words of a title or of a justified line can stand wider apart than cells, but no other row has a cell at that place. */
function joinUnshared(candidates: Candidate[]): Candidate[] {
  return candidates.map(({ row, segments }, index) => {
    const around = [
      ...candidates.slice(Math.max(0, index - asked), index),
      ...candidates.slice(index + 1, index + 1 + asked),
    ].flatMap((other) => other.segments.slice(1));
    const isShared = segments.slice(1).some((segment, i) => {
      const last = segments[i] ?? segment;
      const gap = segment.x - (last.x + last.width);
      return gap > sureGap * Math.max(segment.size, last.size) || around.some((other) => areAligned(segment, other));
    });
    return { row, segments: isShared || segments.length < 2 ? segments : [toSegment(row.words)] };
  });
}

/** Whether two parts begin, end or have their middle at one place. */
function areAligned(one: Segment, other: Segment): boolean {
  const near = Math.max(one.size, other.size) * 0.6;
  const apart = one.x - other.x;
  const longer = one.width - other.width;
  return Math.abs(apart) < near || Math.abs(apart + longer) < near || Math.abs(apart + longer / 2) < near;
}

/** Neighbouring rows with several parts; a row or two of one part (a wrapped label, a subheading) may stand between. */
function tableRuns(candidates: Candidate[], titles: Titles): [number, number][] {
  const usual = median(candidates.flatMap(({ segments }) => segments.map(({ size }) => size)));
  const runs: [number, number][] = [];
  let start = -1;
  let last = -1;
  for (const [i, { row, segments }] of candidates.entries()) {
    if (isTitle(row, segments, usual, titles)) {
      if (start >= 0) runs.push([start, last]);
      start = -1;
      continue;
    }
    if (segments.length < 2) continue;
    const previous = candidates[last]?.row;
    const height = row.height || 1;
    const gap = previous ? row.y - (previous.y + previous.height) : 0;
    const between = i - last - 1;
    if (start >= 0 && (gap > height * 4 || between > 2)) {
      runs.push([start, last]);
      start = -1;
    }
    if (start < 0) start = i;
    last = i;
  }
  if (start >= 0) runs.push([start, last]);
  return runs.filter(
    ([from, to]) =>
      candidates.slice(from, to + 1).filter((candidate) => candidate.segments.length > 1).length >= minRows,
  );
}

/** A heading ends a table: it is a bookmark, or larger and bolder than the rows. */
function isTitle({ words }: TextRow, segments: Segment[], usual: number, titles: Titles): boolean {
  if (bookmarkLevel(titles, joinWords(words)) !== null) return true;
  return segments.every(({ size }) => size >= usual * titleSize) && words.every(({ isBold }) => isBold);
}

function runColumns(rows: Candidate[]): number[] {
  const several = rows.flatMap(({ segments }) => (segments.length > 1 ? [segments] : []));
  const size = median(several.flatMap((segments) => segments.map((segment) => segment.size)));
  return columnGaps(several, size * 0.5);
}

function toTable(
  [from, to]: [number, number],
  all: Candidate[],
  rules: PageRules,
  columns: number[],
): PageTable | null {
  const rows = all.slice(from, to + 1);
  const several = rows.filter((candidate) => candidate.segments.length > 1);
  if (columns.length === 0 || !isTabular(several, columns, boundsOf(rows.map(({ row }) => row)), rules)) return null;
  const cells = rows.map(({ row }) => lineCells(row, columns));
  const merged = mergeWrapped(cells, rows, rules, columns);
  const table = trimTable(merged);
  if (table.length < minRows || (table[0]?.length ?? 0) < 2) return null;
  return { box: boundsOf(rows.map(({ row }) => row)), rows: table };
}

/** Columns of running text also stand beside each other; tables have values or short parts. */
export function isTabular(
  rows: Candidate[],
  columns: number[],
  box: { x: number; y: number; width: number; height: number },
  rules: PageRules,
): boolean {
  const cells = rows.map(({ row }) => lineCells(row, columns));
  const filled = cells.flatMap((row) => row.slice(1)).filter((cell) => cell !== '');
  if (filled.length === 0) return false;
  const values = filled.filter(isValue).length / filled.length;
  const long = cells.flat().filter((cell) => cell.length > 45).length / Math.max(1, cells.flat().length);
  const isRuled = rules.horizontal.some((line) => spans(line, box) && Math.abs(line.at - box.y) < 40);
  if (long > 0.25) return false;
  if (values >= 0.5) return !isContents(cells);
  const full =
    cells.filter((row) => row.filter((cell) => cell !== '').length >= Math.min(3, columns.length + 1)).length /
    cells.length;
  return columns.length >= 2
    ? full >= 0.6 && (values >= 0.2 || isRuled || long === 0)
    : isRuled && long === 0 && full >= 0.8;
}

/** A table of contents: titles, then page numbers that rise. */
function isContents(cells: string[][]): boolean {
  if ((cells[0]?.length ?? 0) !== 2) return false;
  const pages = cells.map((row) => Number(row[1])).filter(Number.isInteger);
  const leaders = cells.filter((row) => /(\. ?){4,}|…{2,}/.test(row[0] ?? '')).length;
  return leaders > cells.length * 0.4 && pages.every((page, i) => i === 0 || page >= (pages[i - 1] ?? 0));
}

function spans(line: Line, box: { x: number; width: number }): boolean {
  return Math.min(line.to, box.x + box.width) - Math.max(line.from, box.x) > box.width * 0.7;
}

/** Joins lines that make up one row: lines between two rules above the values, and labels that wrap. */
function mergeWrapped(cells: string[][], rows: Candidate[], rules: PageRules, columns: number[]): string[][] {
  const box = boundsOf(rows.map(({ row }) => row));
  const long = rules.horizontal.filter((line) => spans(line, box)).map((line) => line.at);
  const firstValues = cells.findIndex(
    (row) => row.slice(1).filter((cell) => cell !== '' && isValue(cell)).length >= Math.max(1, (row.length - 1) / 2),
  );
  const merged: string[][] = [];
  let pending: string[][] = [];
  const flush = () => {
    if (pending.length > 0) merged.push(mergeLines(pending));
    pending = [];
  };
  for (const [i, row] of cells.entries()) {
    const here = rows[i]?.row;
    const above = rows[i - 1]?.row;
    const gap = here && above ? here.y - (above.y + above.height) : Infinity;
    const parted =
      here && above ? long.some((at) => at > above.y + above.height * 0.5 && at < here.y + here.height * 0.5) : true;
    const label = row.filter((cell) => cell !== '').length === 1;
    // A head that wraps stays within its column; what runs across columns below one is a row of its own.
    const runsAcross = label && pending.length > 0 && crosses(rows[i], columns);
    const inHead = i < firstValues && !parted && !runsAcross && gap < (here?.height ?? 0) * 0.6;
    const goesOn =
      i > firstValues &&
      label &&
      !parted &&
      gap < (here?.height ?? 0) * 0.35 &&
      /^[a-z(&]/.test(row.find((cell) => cell !== '') ?? '');
    if (!inHead && !goesOn) flush();
    pending.push(row);
  }
  flush();
  return merged;
}

function crosses(candidate: Candidate | undefined, columns: number[]): boolean {
  return (candidate?.segments ?? []).some(({ x, width }) => columns.some((at) => at > x && at < x + width));
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
