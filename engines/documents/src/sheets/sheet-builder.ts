import { markdownTable } from '../formats/markdown-table.ts';
import type { JsonObject, JsonValue } from '../json-value.ts';
import { ColumnProfile } from './column-profile.ts';
import type { SheetColumn, SheetData } from './sheet-data.ts';
import { type PackedColumn, SheetPacker } from './sheet-packer.ts';
import { toSheetCell } from './sheet-value.ts';

const previewRows = 10;
/** Columns that are read, as many as Excel has. */
export const maxColumns = 16_384;
/** What `metadata` says of the columns of one table takes about so many characters; columns after that are only stored. */
const factCharacters = 200_000;
/** A longer text is cut in the preview of `metadata`. */
const previewCharacters = 1000;
/** What of a sheet becomes text; the rest is asked for with questions. */
const textRows = 10_000;
const textCharacters = 1_000_000;
/** A longer cell is cut in the text and preview: Excel's own limit of a cell. */
const cellCharacters = 32_767;
/** A longer heading is the name of its column only so far: names stand in metadata, in each row of a preview and in every question. */
const nameCharacters = 250;
/** What a cell of a Markdown table takes besides its text. */
const cellFrame = 3;

/** What `metadata` says of a table. */
export interface SheetFacts extends JsonObject {
  columns: string[];
}

export interface BuiltSheet {
  data: SheetData;
  /** The fields of `metadata` that every table has. */
  facts: SheetFacts;
  /** Markdown of the rows, so far as they become text. */
  table: string;
  /** Rows that `table` holds. */
  rowsShown: number;
  /** Cells too long to be shown whole in `table`. */
  cellsCut: number;
  /** Headings too long to be shown whole in `table`; they stand whole nowhere but in the file. */
  headingsCut: number;
  /** Columns that `facts` says nothing of, since there are too many. */
  columnsUndescribed: number;
  /** Columns beyond the most that are read. */
  columnsUnread: number;
  /** Lines that stand above the headings and entitle the table. */
  caption?: string[];
}

/** Collects a table row by row: statistics, the packed rows, the first rows as text. */
export class SheetBuilder {
  readonly #name: string;
  readonly #decimalComma: boolean;
  readonly #header: string[] | null;
  readonly #profiles: ColumnProfile[] = [];
  readonly #packer = new SheetPacker();
  readonly #shown: string[][] = [];
  #shownCharacters = 0;
  #cellsCut = 0;
  #headingsCut = 0;
  #columnsUnread = 0;
  #current: string[] | null = null;
  /** The first rows as they are stored, for the preview. */
  readonly #first: string[][] = [];
  #rows = 0;

  constructor(options: { name: string; header: string[] | null; decimalComma: boolean }) {
    this.#name = options.name;
    this.#header = options.header?.slice(0, maxColumns) ?? null;
    this.#columnsUnread = Math.max(0, (options.header?.length ?? 0) - maxColumns);
    this.#decimalComma = options.decimalComma;
    for (let i = 0; i < (this.#header?.length ?? 0); i++) this.#profile(i);
    this.#beginRow();
  }

  get rowCount(): number {
    return this.#rows;
  }

  /** A cell of the current row; columns go up, those left out are empty. `shown` stands in the text, the bytes are stored. */
  // positional: runs for each cell of a table
  add(column: number, bytes: Uint8Array, start: number, end: number, shown?: string): void {
    if (column >= maxColumns) {
      this.#columnsUnread = Math.max(this.#columnsUnread, column + 1 - maxColumns);
      return;
    }
    this.#profile(column).add(bytes, start, end);
    if (end > start) this.#packer.add(column, bytes, start, end);
    if (this.#current) {
      for (; this.#current.length < column; this.#shownCharacters += cellFrame) this.#current.push('');
      const text = this.#shownText(bytes, start, end);
      if (this.#shown.length < previewRows) this.#stored(column, text);
      this.#current.push(shown ?? text);
    }
  }

  /** Ends the row. */
  endRow(): void {
    this.#packer.endRow();
    this.#rows++;
    this.#beginRow();
  }

  finish(): BuiltSheet {
    for (const profile of this.#profiles) profile.fillUp(this.#rows);
    const names = columnNames(this.#header, this.#profiles.length);
    const headings = names.map((name, i) => this.#heading(this.#header?.[i]?.trim() || name, name));
    const columns: SheetColumn[] = this.#profiles.map((profile, i) => ({ name: names[i] ?? '', type: profile.type }));
    const styles = this.#profiles.map((profile) => ({
      decimalComma: this.#decimalComma,
      dayFirst: profile.isDayFirst,
      decimals: profile.decimals,
    }));
    const shown = this.#withinText(names.length);
    const facts = this.#facts(columns, styles, shown);
    return {
      data: { name: this.#name, columns, rowCount: this.#rows, packed: this.#packer.finish(styles) },
      facts,
      table: names.length === 0 ? '' : markdownTable(headings, shown),
      rowsShown: shown.length,
      cellsCut: this.#cellsCut,
      headingsCut: this.#headingsCut,
      columnsUndescribed: columns.length - facts.columns.length,
      columnsUnread: this.#columnsUnread,
    };
  }

  /** What `metadata` says of the columns, of the first ones where they are many. */
  #facts(columns: SheetColumn[], styles: PackedColumn[], shown: string[][]): SheetFacts {
    const rows = shown.slice(0, previewRows).map((row, number) => this.#first[number] ?? row);
    const names: string[] = [];
    const stats: [string, JsonObject][] = [];
    const preview: [string, JsonValue][][] = rows.map(() => []);
    let characters = 0;
    for (const [i, { name, type }] of columns.entries()) {
      const own = this.#profiles[i]?.stats() ?? {};
      const cells = rows.map((row) => {
        const cell = toSheetCell(row[i] ?? '', type, styles[i]);
        return typeof cell === 'string' && cell.length > previewCharacters ? cutTo(cell, previewCharacters) : cell;
      });
      characters += JSON.stringify([own, cells]).length + (3 + rows.length) * (name.length + cellFrame);
      if (i > 0 && characters > factCharacters) break;
      names.push(name);
      stats.push([name, own]);
      for (const [number, cell] of cells.entries()) preview[number]?.push([name, cell]);
    }
    return {
      columns: names,
      row_count: this.#rows,
      data_types: Object.fromEntries(names.map((name, i) => [name, columns[i]?.type ?? 'empty'])),
      preview: preview.map((cells) => Object.fromEntries(cells)),
      has_header: this.#header !== null,
      stats: Object.fromEntries(stats),
    };
  }

  #stored(column: number, text: string): void {
    const row = this.#first[this.#rows] ?? [];
    row[column] = text;
    this.#first[this.#rows] = row;
  }

  #beginRow(): void {
    this.#endShown();
    const wanted = this.#shown.length < textRows && this.#shownCharacters < textCharacters;
    this.#current = wanted ? [] : null;
  }

  #shownText(bytes: Uint8Array, start: number, end: number): string {
    // A UTF-16 character takes at most three bytes; one that the cut goes through is left out.
    const most = start + cellCharacters * 3;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(end, most) - start).toString('utf8');
    const isCut = text.length > cellCharacters || end > most;
    if (isCut) this.#cellsCut++;
    const shown = isCut ? cutTo(text, cellCharacters) : text;
    this.#shownCharacters += shown.length + cellFrame;
    return shown;
  }

  /** In the text a heading stands as far as a cell would, also beyond the name of its column. */
  #heading(written: string, name: string): string {
    if (written.length <= nameCharacters) return name;
    if (written.length <= cellCharacters) return written;
    this.#headingsCut++;
    return cutTo(written, cellCharacters);
  }

  /** The rows that the text has room for once every row is as wide as the table, at least one. */
  #withinText(width: number): string[][] {
    let characters = 0;
    const fits = this.#shown.findIndex((row, i) => {
      const own = row.reduce((sum, cell) => sum + cell.length, width * cellFrame);
      characters += own;
      return i > 0 && characters > textCharacters;
    });
    return fits < 0 ? this.#shown : this.#shown.slice(0, fits);
  }

  #endShown(): void {
    if (this.#current && this.#rows > this.#shown.length) this.#shown.push(this.#current);
  }

  #profile(column: number): ColumnProfile {
    let profile = this.#profiles[column];
    while (!profile) {
      this.#profiles.push(new ColumnProfile(this.#decimalComma));
      profile = this.#profiles[column];
    }
    return profile;
  }
}

/** Every column has a name of some length, and no two the same. */
function columnNames(header: string[] | null, count: number): string[] {
  const taken = new Set<string>();
  /** The next number to try: a thousand columns of one name are no million tries. */
  const numbers = new Map<string, number>();
  return Array.from({ length: count }, (_, i) => {
    const written = header?.[i]?.trim() || `column_${i + 1}`;
    const wanted = written.length > nameCharacters ? cutTo(written, nameCharacters) : written;
    let name = wanted;
    let number = numbers.get(wanted) ?? 2;
    for (; taken.has(name); number++) name = `${wanted}_${number}`;
    numbers.set(wanted, number);
    taken.add(name);
    return name;
  });
}

/** No letter of two places is cut in half. */
function cutTo(text: string, characters: number): string {
  return `${text.slice(0, characters - 1).replace(/[\ud800-\udbff\ufffd]$/, '')}…`;
}
