import { type CsvDialect, CsvRows, rowTexts } from './csv-rows.ts';
import { looksLikeHeader } from './header-row.ts';

export interface FoundDialect extends CsvDialect {
  /** Where the rows begin: after a line such as `sep=;`. */
  start: number;
  hasHeader: boolean;
  /** Numbers are written `1,5`. */
  decimalComma: boolean;
}

const sampleBytes = 131_072;
const sampleRows = 200;
const delimiters = [',', ';', '\t', '|', ':', '^', '~'].map((character) => character.charCodeAt(0));
const quotes = [0x22, 0x27];

/** Finds delimiter, quote and header from the first rows. `hint` is the delimiter that the name speaks for, if any. */
export function findDialect(utf8: Uint8Array, hint?: number): FoundDialect {
  const told = toldDelimiter(utf8);
  const start = told?.start ?? 0;
  const end = sampleEnd(utf8, start);
  let best = {
    delimiter: told?.delimiter ?? hint ?? 0x2c,
    quote: 0x22,
    score: -1,
    rows: sample(utf8, { delimiter: 0x2c, quote: 0x22, start }, end),
  };
  for (const delimiter of told ? [told.delimiter] : delimiters) {
    for (const quote of quotes) {
      const rows = sample(utf8, { delimiter, quote, start }, end);
      const score = rate(rows, delimiter) + (quote === 0x22 ? 0.02 : 0) + (delimiter === hint ? 0.15 : 0);
      if (score > best.score) best = { delimiter, quote, score, rows };
    }
  }
  return {
    delimiter: best.delimiter,
    quote: best.quote,
    start,
    hasHeader: looksLikeHeader(best.rows),
    decimalComma: best.delimiter !== 0x2c && usesDecimalComma(best.rows),
  };
}

/** Excel's own way to name the delimiter: a first line `sep=;`. */
function toldDelimiter(utf8: Uint8Array): { delimiter: number; start: number } | null {
  const line = /^"?sep=([\x20-\x7e\t])"?\r?\n/i.exec(Buffer.from(utf8.subarray(0, 16)).toString('latin1'));
  return line?.[1] === undefined ? null : { delimiter: line[1].charCodeAt(0), start: line[0].length };
}

/** The end of the last whole line of the sample. */
function sampleEnd(utf8: Uint8Array, start: number): number {
  if (utf8.length - start <= sampleBytes) return utf8.length;
  const newline = utf8.lastIndexOf(0x0a, start + sampleBytes);
  return newline > start ? newline : start + sampleBytes;
}

function sample(
  utf8: Uint8Array,
  { delimiter, quote, start }: Pick<FoundDialect, 'delimiter' | 'quote' | 'start'>,
  end: number,
): string[][] {
  const reader = new CsvRows(utf8, { delimiter, quote }, start, end);
  const rows: string[][] = [];
  while (rows.length < sampleRows && reader.next()) rows.push(rowTexts(reader.row));
  return rows;
}

/** How much the rows look like a table: most rows have the same number of cells, more than one, and the cells are tidy. */
function rate(rows: string[][], delimiter: number): number {
  const widths = new Map<number, number>();
  for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
  let width = 1;
  let most = 0;
  for (const [cells, count] of widths) {
    if (cells > 1 && count > most) [width, most] = [cells, count];
  }
  if (width === 1 || rows.length === 0) return 0.1;
  const steady = most / rows.length;
  const cells = rows.flat();
  // A quote left inside a cell, or a cell cut at a quote, says that this is not how the file was written.
  const untidy = cells.filter((cell) => /^["'][^"']*$|^[^"']*[^\\"']"$/.test(cell)).length / cells.length;
  const common =
    delimiter === 0x2c || delimiter === 0x3b || delimiter === 0x09 ? 0.1 : delimiter === 0x7c ? 0.08 : -0.15;
  return steady * steady + common + Math.min(0.1, width * 0.01) - untidy * 2;
}

function usesDecimalComma(rows: string[][]): boolean {
  let commas = 0;
  let points = 0;
  for (const cell of rows.flat()) {
    if (/^[-+]?[\d. ]*\d,\d+ ?[%€$£]?$/.test(cell.trim())) commas++;
    else if (/^[-+]?[\d, ]*\d\.\d+ ?[%€$£]?$/.test(cell.trim())) points++;
  }
  return commas > points;
}

/** Whether a text without a telling name is a table: several rows that agree on more than one cell. */
export function looksLikeTable(utf8: Uint8Array): boolean {
  const dialect = findDialect(utf8);
  const rows = sample(utf8, dialect, sampleEnd(utf8, dialect.start)).slice(0, 50);
  const width = rows[0]?.length ?? 0;
  return rows.length >= 2 && width >= 2 && rows.filter((row) => row.length === width).length >= rows.length * 0.9;
}
