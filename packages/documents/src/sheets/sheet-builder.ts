import { markdownTable } from '../formats/markdown-table.ts';
import type { JsonObject, JsonValue } from '../json-value.ts';
import { ColumnProfile } from './column-profile.ts';
import type { SheetColumn, SheetData } from './sheet-data.ts';
import { SheetPacker } from './sheet-packer.ts';
import { toSheetCell } from './sheet-value.ts';

const previewRows = 10;
const maxColumns = 16_384;
/** What of a sheet becomes text; the rest is asked for with questions. */
const textRows = 10_000;
const textCharacters = 1_000_000;

export interface BuiltSheet {
  data: SheetData;
  /** The fields of `metadata` that every table has. */
  facts: JsonObject;
  /** Markdown of the rows, so far as they become text. */
  table: string;
  /** Rows that `table` holds. */
  rowsShown: number;
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
  #current: string[] | null = null;
  #rows = 0;

  constructor(options: { name: string; header: string[] | null; decimalComma: boolean }) {
    this.#name = options.name;
    this.#header = options.header;
    this.#decimalComma = options.decimalComma;
    for (let i = 0; i < (options.header?.length ?? 0); i++) this.#profile(i);
    this.#beginRow();
  }

  get rowCount(): number {
    return this.#rows;
  }

  /** A cell of the current row; columns go up, those left out are empty. */
  add(column: number, bytes: Uint8Array, start: number, end: number): void {
    if (column >= maxColumns) return;
    this.#profile(column).add(bytes, start, end);
    if (end > start) this.#packer.add(column, bytes, start, end);
    if (this.#current) {
      while (this.#current.length < column) this.#current.push('');
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
      this.#shownCharacters += text.length + 3;
      this.#current.push(text);
    }
  }

  /** Ends the row, which had `cells` cells. */
  endRow(cells: number): void {
    for (let column = cells; column < this.#profiles.length; column++) this.#profiles[column]?.addEmpty(1);
    this.#packer.endRow();
    this.#rows++;
    this.#beginRow();
  }

  finish(): BuiltSheet {
    const names = columnNames(this.#header, this.#profiles.length);
    const columns: SheetColumn[] = this.#profiles.map((profile, i) => ({ name: names[i] ?? '', type: profile.type }));
    const styles = this.#profiles.map((profile) => ({
      decimalComma: this.#decimalComma,
      dayFirst: profile.isDayFirst,
      decimals: profile.decimals,
    }));
    const preview = this.#shown.slice(0, previewRows).map((row): JsonValue => {
      const cells = columns.map(({ name, type }, i) => [name, toSheetCell(row[i] ?? '', type, styles[i])]);
      return Object.fromEntries(cells);
    });
    return {
      data: { name: this.#name, columns, rowCount: this.#rows, packed: this.#packer.finish(styles) },
      facts: {
        columns: names,
        row_count: this.#rows,
        data_types: Object.fromEntries(columns.map(({ name, type }) => [name, type])),
        preview,
        has_header: this.#header !== null,
        stats: Object.fromEntries(this.#profiles.map((profile, i) => [names[i] ?? '', profile.stats()])),
      },
      table: names.length === 0 ? '' : markdownTable(names, this.#shown),
      rowsShown: this.#shown.length,
    };
  }

  #beginRow(): void {
    this.#endShown();
    const wanted =
      this.#shown.length < previewRows || (this.#shown.length < textRows && this.#shownCharacters < textCharacters);
    this.#current = wanted ? [] : null;
  }

  #endShown(): void {
    if (this.#current && this.#rows > this.#shown.length) this.#shown.push(this.#current);
  }

  #profile(column: number): ColumnProfile {
    let profile = this.#profiles[column];
    while (!profile) {
      const added = new ColumnProfile(this.#decimalComma);
      added.addEmpty(this.#rows);
      this.#profiles.push(added);
      profile = this.#profiles[column];
    }
    return profile;
  }
}

/** Every column has a name, and no two the same. */
function columnNames(header: string[] | null, count: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, i) => {
    const wanted = header?.[i]?.trim() || `column_${i + 1}`;
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`;
    taken.add(name);
    return name;
  });
}
