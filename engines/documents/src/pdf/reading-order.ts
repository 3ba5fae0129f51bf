import type { Box } from './raw-page.ts';
import { areBeside, boundsOf } from './text-rows.ts';

/** Something that stands on the page as a whole. */
export interface Piece extends Box {
  /** Its first words, to follow numbers. */
  text: string;
  /** Height of its letters; 0 for a table. */
  size: number;
}

const minGutterEms = 1.1;
const maxDepth = 40;
/** Columns of so many lines may stand this close. */
const narrow = { gutterEms: 0.5, lines: 10 };
/** Text of so many lines has notes beside it in letters and a column that are smaller by these shares. */
const noted = { lines: 5, size: 0.93, width: 0.5 };
/** So many times as high as a letter, a table beside text is a column. */
const tableLines = 3;

/** Pieces in the order in which a page is read: columns side by side, each from top to bottom. */
export function readingOrder<Part extends Piece>(pieces: Part[], isRightToLeft: boolean, depth = 0): Part[][] {
  if (pieces.length <= 1 || depth > maxDepth) return pieces.length === 0 ? [] : [byLine(pieces, isRightToLeft)];
  const columns = splitColumns(pieces);
  if (columns) {
    const ordered = isRightToLeft ? columns.reverse() : columns;
    const down = ordered.flatMap((column) => readingOrder(column, isRightToLeft, depth + 1));
    const rows = splitRows(pieces);
    if (rows.length < 2) return down;
    // Where both readings are possible, numbers at the head of the pieces say which is meant.
    const across = rows.flatMap((row) => readingOrder(row, isRightToLeft, depth + 1));
    return disorder(across) < disorder(down) ? across : down;
  }
  const sides = splitNotes(pieces);
  if (sides) return sides.flatMap((side) => readingOrder(side, isRightToLeft, depth + 1));
  const rows = splitRows(pieces);
  if (rows.length < 2) return [byLine(pieces, isRightToLeft)];
  // Rows that hold no columns run on into each other: they are one block of text.
  const blocks: Part[][] = [];
  let wasPlain = false;
  for (const row of rows) {
    const inner = readingOrder(row, isRightToLeft, depth + 1);
    const isPlain = inner.length === 1;
    if (isPlain && wasPlain) blocks.at(-1)?.push(...(inner[0] ?? []));
    else blocks.push(...inner);
    wasPlain = isPlain;
  }
  return disorder(blocks) === 0 ? blocks : numberedColumns(rows, blocks, isRightToLeft, depth);
}

/** Numbers out of order say that rows with the same gutter are read column by column after all. */
function numberedColumns<Part extends Piece>(
  rows: Part[][],
  across: Part[][],
  isRightToLeft: boolean,
  depth: number,
): Part[][] {
  for (let from = 0; from + 1 < rows.length; from++) {
    for (let to = rows.length; to > from + 1; to--) {
      const joined = rows.slice(from, to).flat();
      const columns = splitColumns(joined);
      if (!columns) continue;
      const ordered = isRightToLeft ? columns.reverse() : columns;
      const down = [
        ...rows.slice(0, from).flatMap((row) => readingOrder(row, isRightToLeft, depth + 1)),
        ...ordered.flatMap((column) => readingOrder(column, isRightToLeft, depth + 1)),
        ...rows.slice(to).flatMap((row) => readingOrder(row, isRightToLeft, depth + 1)),
      ];
      if (disorder(down) < disorder(across)) return down;
    }
  }
  return across;
}

/** Two or more columns with a free gutter between them; null when there are none. */
function splitColumns<Part extends Piece>(pieces: Part[]): Part[][] | null {
  const columns = partedByGutters(pieces);
  if (columns.length >= 2) return columns.every(isColumn) ? columns : null;
  const close = partedByGutters(pieces, narrow.gutterEms);
  const size = medianSize(pieces);
  // A table is one piece of many lines.
  const linesOf = (column: Part[]) => column.reduce((sum, piece) => sum + Math.max(1, tableHeight(piece) / size), 0);
  return close.length >= 2 && close.every((column) => linesOf(column) >= narrow.lines && isColumn(column))
    ? close
    : null;
}

const tableHeight = (piece: Piece): number => (piece.size === 0 ? piece.height : 0);

/** The column of text and then the notes in its margin, in smaller letters; null when there are none. */
function splitNotes<Part extends Piece>(pieces: Part[]): Part[][] | null {
  const columns = partedByGutters(pieces);
  if (columns.length < 2) return null;
  const [text, ...notes] = [...columns].sort((a, b) => boundsOf(b).width - boundsOf(a).width);
  if (!text || text.length < noted.lines || !isColumn(text)) return null;
  const areNotes = notes.every(
    (note) =>
      medianSize(note) < medianSize(text) * noted.size &&
      note.every((piece) => piece.size > 0) &&
      boundsOf(note).width < boundsOf(text).width * noted.width,
  );
  return areNotes ? [text, ...notes] : null;
}

function partedByGutters<Part extends Piece>(pieces: Part[], ems?: number): Part[][] {
  const sorted = [...pieces].sort((a, b) => a.x - b.x);
  const gutter = ems === undefined ? Math.max(8, medianSize(pieces) * minGutterEms) : medianSize(pieces) * ems;
  const columns: Part[][] = [];
  let right = -Infinity;
  for (const piece of sorted) {
    if (piece.x - right >= gutter || columns.length === 0) columns.push([piece]);
    else columns.at(-1)?.push(piece);
    right = Math.max(right, piece.x + piece.width);
  }
  return columns;
}

/** Running text of some lines, a table, or several pieces high. A lone label beside others is no column. */
function isColumn(pieces: Piece[]): boolean {
  const box = boundsOf(pieces);
  const lines = pieces.length;
  const isWide = pieces.filter((piece) => piece.size === 0 || piece.width > piece.size * 6).length >= lines * 0.4;
  const hasTable = pieces.some(({ size, height }) => size === 0 && height > medianSize(pieces) * tableLines);
  return (lines >= 3 && isWide) || hasTable || box.height > 150;
}

/** Parts the pieces where the white space across all of them is widest; in one go where several gaps are alike. */
function splitRows<Part extends Piece>(pieces: Part[]): Part[][] {
  const sorted = [...pieces].sort((a, b) => a.y - b.y);
  const gaps: { index: number; height: number }[] = [];
  let bottom = -Infinity;
  for (const [index, piece] of sorted.entries()) {
    if (index > 0 && piece.y - bottom > 0.5) gaps.push({ index, height: piece.y - bottom });
    bottom = Math.max(bottom, piece.y + piece.height);
  }
  if (gaps.length === 0) return [sorted];
  const widest = Math.max(...gaps.map((gap) => gap.height));
  const rows: Part[][] = [];
  let start = 0;
  for (const { index, height } of gaps) {
    if (height < widest * 0.85) continue;
    rows.push(sorted.slice(start, index));
    start = index;
  }
  rows.push(sorted.slice(start));
  return rows;
}

/** Pieces of one block line by line. */
function byLine<Part extends Piece>(pieces: Part[], isRightToLeft: boolean): Part[] {
  const sorted = [...pieces].sort((a, b) => a.y - b.y);
  const lines: { box: Piece; parts: Part[] }[] = [];
  for (const piece of sorted) {
    const line = lines.at(-1);
    const overlap = line
      ? Math.min(line.box.y + line.box.height, piece.y + piece.height) - Math.max(line.box.y, piece.y)
      : 0;
    const isLevel = line !== undefined && overlap > Math.min(line.box.height, piece.height) * 0.5;
    if (isLevel && line.parts.every((part) => areBeside(part, piece))) line.parts.push(piece);
    else lines.push({ box: piece, parts: [piece] });
  }
  return lines.flatMap(({ parts }) => parts.sort((a, b) => (isRightToLeft ? b.x - a.x : a.x - b.x)));
}

/** How often a leading number is followed by a smaller one. */
function disorder(groups: Piece[][]): number {
  const numbers = groups.flat().flatMap((piece) => {
    const match = /^(\d{1,2})[.)]\s/.exec(piece.text);
    return match ? [Number(match[1])] : [];
  });
  return numbers.filter((number, i) => i > 0 && number < (numbers[i - 1] ?? 0)).length;
}

function medianSize(pieces: Piece[]): number {
  const sizes = pieces
    .map((piece) => piece.size)
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 10;
}
