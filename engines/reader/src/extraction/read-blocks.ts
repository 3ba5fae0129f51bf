import type { Grid, ListBlock, Span } from './document-part.ts';
import { type LabelWord, labelWords } from './label-words.ts';
import type { Cell, Line } from './layout.ts';

/** A line that is no part of a table, with what stands below it and the headings above it. */
interface TextLine {
  line: Line;
  /** The next line that is not empty, unless more than one empty line parts them. */
  next: Line | undefined;
  context: LabelWord[];
}

interface Blocks {
  blocks: TextLine[];
  grids: Grid[];
  lists: ListBlock[];
}

const rule = /^\s*(?:\|\s*)?(?::?-{2,}:?\s*\|\s*)*:?-{2,}:?\s*(?:\|\s*)?$/;
const bullet = /^\s*(?:[-*•–·‣◦]|\d{1,3}[.)]|\[[ xX]\])\s+(?=\S)/;

/** Tells tables, lists and single lines of a text apart. A table ends at the first line that does not fit it. */
export function readBlocks(lines: readonly Line[]): Blocks {
  const found: Blocks = { blocks: [], grids: [], lists: [] };
  let context: LabelWord[] = [];
  let lead: LabelWord[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (!line) break;
    const count = tableAt(lines, at);
    if (count > 0) {
      const grid = toGrid(lines.slice(at, at + count), [...context, ...lead]);
      if (grid) found.grids.push(grid);
      at += count;
      continue;
    }
    const items = listAt(lines, at);
    if (items.length > 1 || (items.length === 1 && lead.length > 0))
      found.lists.push({ label: lead.length > 0 ? lead : context, items });
    if (isHeading(line, lines[at - 1], lines[at + 1])) context = labelWords(line.text);
    for (let taken = 0; taken < Math.max(1, items.length); taken++) {
      const each = lines[at + taken];
      if (each && each.text.trim() !== '') found.blocks.push({ line: each, next: below(lines, at + taken), context });
    }
    at += Math.max(1, items.length);
    if (line.text.trim() !== '') lead = isLead(line.text) ? labelWords(line.text) : [];
  }
  return found;
}

/** A line that introduces what stands below it: short, or ending in a colon. */
const isLead = (text: string): boolean =>
  text.trim().length <= 60 &&
  !/[.!?;,]\s*$/.test(text) &&
  !bullet.test(text) &&
  !/:\s*\S/.test(text.replace(/\*\*/g, ''));

function isHeading({ text }: Line, before: Line | undefined, after: Line | undefined): boolean {
  const plain = text.trim();
  if (/^#{1,6}\s/.test(plain)) return true;
  if (plain === '' || plain.length > 60 || /[.!?;,:]$/.test(plain) || bullet.test(plain.replace(/^\d+\.\s/, '')))
    return false;
  const isAlone = before === undefined || before.text.trim() === '';
  return (
    isAlone &&
    !/[:|]/.test(plain) &&
    (/^\d+\.\s+\p{Lu}/u.test(plain) ||
      plain === plain.toUpperCase() ||
      (after !== undefined && bullet.test(after.text))) &&
    /\p{L}{3}/u.test(plain)
  );
}

function below(lines: readonly Line[], at: number): Line | undefined {
  const next = lines[at + 1];
  return next && next.text.trim() === '' ? lines[at + 2] : next;
}

const mostItems = 500;

/** The items of the list that begins at a line, without their marks. */
function listAt(lines: readonly Line[], at: number): Span[] {
  const items: Span[] = [];
  for (let line = at; line < Math.min(lines.length, at + mostItems); line++) {
    const { text, start } = lines[line] ?? { text: '', start: 0 };
    const mark = bullet.exec(text)?.[0];
    if (mark === undefined) break;
    items.push(plainSpan(text.slice(mark.length), start + mark.length));
  }
  return items;
}

/** How many lines from here on are a table; 0 for none. */
function tableAt(lines: readonly Line[], at: number): number {
  const line = lines[at];
  if (!line || line.cells.length < 2) return 0;
  const isBarred = line.text.includes('|');
  if (!isBarred && !isHeader(line)) return 0;
  let count = 1;
  let rows = 0;
  for (let below = at + 1; below < lines.length; below++) {
    const next = lines[below];
    if (!next) break;
    const fits = isBarred ? next.text.includes('|') : next.cells.length >= 2 && isUnder(line, next);
    if (!fits && !(rule.test(next.text) && next.text.includes('--'))) break;
    if (!rule.test(next.text)) rows++;
    count++;
  }
  const isMarkdown = /^\s*\|/.test(line.text);
  const needed = isMarkdown ? 0 : isBarred ? 1 : 1;
  return rows >= needed && (isMarkdown || barsOf(line) >= 2 || !isBarred) ? count : 0;
}

const barsOf = ({ text }: Line): number => text.split('|').length;

/** Headings of columns: several short cells without values. */
const isHeader = ({ cells, text }: Line): boolean =>
  cells.length >= 3 &&
  !/:\s/.test(text) &&
  cells.every((cell) => cell.text.length <= 30 && /\p{L}/u.test(cell.text) && !/\d{2}/.test(cell.text));

/** Whether the cells of a row stand below those of the headings. */
function isUnder(header: Line, row: Line): boolean {
  const placed = row.cells.filter((cell) => columnOf(header.cells, cell) !== undefined);
  return placed.length >= 2 && placed.length >= row.cells.length - 1 && !/:\s*$/.test(row.cells[0]?.text ?? '');
}

/** The column whose heading is nearest: of the left edge, the right edge or the middle. */
function columnOf(headings: readonly Cell[], cell: Cell): number | undefined {
  const distances = headings.map((heading) =>
    cell.left < heading.right && cell.right > heading.left
      ? 0
      : Math.min(Math.abs(cell.left - heading.left), Math.abs(cell.right - heading.right)),
  );
  const least = Math.min(...distances);
  return least < 8 ? distances.indexOf(least) : undefined;
}

function toGrid(lines: readonly Line[], context: LabelWord[]): Grid | undefined {
  const filled = lines.filter(({ text }) => !rule.test(text));
  const [head] = filled;
  if (!head) return undefined;
  if (!head.text.includes('|')) {
    const rows = filled.slice(1).map((line) => {
      const cells = head.cells.map((): Span => ({ text: '', start: line.start, end: line.start }));
      for (const cell of line.cells) {
        const column = columnOf(head.cells, cell);
        if (column !== undefined && cells[column]?.text === '') cells[column] = plainSpan(cell.text, cell.start);
      }
      return cells;
    });
    return { headings: head.cells.map((cell) => plainSpan(cell.text, cell.start)), rows, context };
  }
  const barred = filled.map(barredCells);
  const width = Math.max(...barred.slice(0, 20).map((row) => row.length));
  const namedIn = (row: readonly Span[]) => row.filter(({ text }) => text !== '' && !/^column_\d+$/.test(text)).length;
  // A title above the headings fills one cell.
  const at =
    width > 2
      ? Math.max(
          0,
          barred.slice(0, 6).findIndex((row) => namedIn(row) > Math.max(1, width / 2)),
        )
      : 0;
  const titles = barred
    .slice(0, at)
    .flatMap((row) => row.flatMap(({ text }) => (/^column_\d+$/.test(text) ? [] : labelWords(text))));
  return {
    headings: barred[at] ?? [],
    rows: barred.slice(at + 1),
    context: [...context, ...titles],
    above: barred.slice(0, at),
  };
}

/** The cells between the bars of a line, empty ones too. */
function barredCells({ text, start }: Line): Span[] {
  const from = /^\s*\|?/.exec(text)?.[0].length ?? 0;
  const whole = text.trimEnd();
  const to = whole.length - (/(?<!\\)\|$/.test(whole) ? 1 : 0);
  const cells: Span[] = [];
  let cellStart = from;
  for (let at = from; at <= to; at++) {
    if (at < to && !(text[at] === '|' && text[at - 1] !== '\\')) continue;
    cells.push(plainSpan(text.slice(cellStart, at), start + cellStart));
    cellStart = at + 1;
  }
  return cells;
}

/** A stretch of a line without white space and marks of emphasis around it. */
export function plainSpan(raw: string, at: number): Span {
  const open = /^(?:\s|\*\*|__|`)*/.exec(raw)?.[0].length ?? 0;
  // bounded: a line or a value in it, at most 2,000 characters
  const close = /(?:\s|\*\*|__|`)*$/.exec(raw.slice(open))?.[0].length ?? 0;
  const text = raw.slice(open, raw.length - close);
  return { text: text.replaceAll(/\*\*|\\(?=[|*_#-])/g, ''), start: at + open, end: at + open + text.length };
}
