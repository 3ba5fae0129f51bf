import { headsNothing } from '../text/plain-passage.ts';
import { closingRows, type DataTable, type TableRow, toDataTable } from './data-table.ts';

const mostRows = 20_000;
const rule = /^\s*(?:\|\s*)?(?::?-{2,}:?\s*\|\s*)*:?-{2,}:?\s*(?:\|\s*)?$/;
const partial = /further rows are not part of the text/;

/** Two sentences, or a long one. */
const isProse = (line: string): boolean =>
  /[.!?]["\u201d\u00bb)]?\s*$/u.test(line) &&
  (/\p{Ll}[.!?]\s+\p{Lu}/u.test(line) || line.trim().split(/\s+/).length > 15);

/** The tables of a Markdown text, a title line above the headings taken for what it is. */
export function markdownTables(text: string, document: number): DataTable[] {
  if (!text.includes('|')) return [];
  const tables: DataTable[] = [];
  let title = '';
  let heading = '';
  let lines: { text: string; start: number; end: number }[] = [];
  let start = 0;
  const close = (next: string) => {
    const table =
      lines.length >= 3
        ? tableOf(lines, title === heading ? title : `${heading} ${title}`.trim(), document, !partial.test(next))
        : [];
    tables.push(...table);
    lines = [];
  };
  for (const line of text.split('\n')) {
    const end = start + line.length;
    if (/^\s*\|/.test(line)) lines.push({ text: line, start, end });
    else {
      if (lines.length > 0 && (line.trim() !== '' || !partial.test(text.slice(end, end + 120)))) close(line);
      if (/^#+\s/.test(line)) heading = line.replace(/^#+\s*|[*_`]/g, '').trim();
      // A paragraph above a table tells of other things too, and is no name of it.
      if (line.trim() !== '') title = isProse(line) ? heading : line.replace(/^#+\s*|[*_`]/g, '').trim();
    }
    start = end + 1;
  }
  close('');
  return tables;
}

function tableOf(
  lines: { text: string; start: number; end: number }[],
  title: string,
  document: number,
  isWhole: boolean,
): DataTable[] {
  const rows = lines
    .filter((line) => !rule.test(line.text))
    .slice(0, mostRows)
    .map(({ text, start, end }): TableRow => ({ cells: cellsOf(text), start, end }));
  const head = headAt(rows);
  const headings = rows[head]?.cells;
  if (headings === undefined || headings.length < 2 || rows.length - head < 2) return [];
  if (headsNothing(headings)) return [];
  const above = rows
    .slice(0, head)
    .flatMap((row) => row.cells.filter((cell) => cell !== '' && !placeholder.test(cell)));
  const below = rows.slice(head + 1).filter((row) => row.cells.some((cell) => cell !== ''));
  const parts = { document, title: [title, ...above].join(' ').slice(0, 300), headings, depth: 0, isOnly: false };
  const closing = closingRows(below, headings.length);
  const table = toDataTable({ ...parts, rows: below, isWhole: isWhole && rows.length < mostRows });
  // What stands under the line is looked up, and never counted or added to.
  return closing === 0
    ? [table]
    : [table, toDataTable({ ...parts, rows: below.slice(-closing), isWhole: false, isClosing: true })];
}

const placeholder = /^column_\d+$/;

/** Which row holds the headings: the first in which most columns are named. */
function headAt(rows: readonly TableRow[]): number {
  const width = Math.max(...rows.slice(0, 20).map((row) => row.cells.length));
  const filled = (row: TableRow | undefined) =>
    row?.cells.filter((cell) => cell !== '' && !placeholder.test(cell)).length ?? 0;
  if (filled(rows[0]) > 1 || width < 3) return 0;
  const found = rows
    .slice(0, 6)
    .findIndex((row) => filled(row) >= width - 1 && row.cells.every((cell) => !/^\d+([.,]\d+)?$/.test(cell)));
  return Math.max(0, found);
}

/** The cells of a line, without the Markdown around their text. */
export function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .replaceAll(/<br\s*\/?>/gi, ' ')
      .replaceAll(/\\([|\\`*_{}[\]()#+.!<>-])/g, '$1')
      .replaceAll(/\*\*|__/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}
