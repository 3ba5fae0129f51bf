import { looksLikeHeader } from './header-row.ts';
import { type BuiltSheet, SheetBuilder } from './sheet-builder.ts';

/** A cell; `shown` is its text with the unit of its number format, where it has one. */
export interface GridCell {
  column: number;
  text: string;
  shown?: string;
}

const headerSample = 50;
/** Blank rows between filled ones are rows; a larger gap is empty space that only formatting reaches into. */
const maxGap = 100;

/**
 * Takes the cells of a sheet as they come, finds where the table begins and whether its first row names the columns,
 * and hands the rest to a `SheetBuilder`.
 */
export class GridSheet {
  readonly #name: string;
  readonly #held: GridCell[][] = [];
  #builder: SheetBuilder | null = null;
  #firstColumn = 0;
  #caption: string[] = [];
  #lastRow = -1;
  #scratch = Buffer.alloc(4096);

  constructor(name: string) {
    this.#name = name;
  }

  /** One row that has cells; `row` goes up. Empty texts are no cells. */
  addRow(row: number, cells: GridCell[]): void {
    if (cells.length === 0) return;
    const gap = this.#lastRow < 0 ? 0 : Math.min(row - this.#lastRow - 1, maxGap);
    this.#lastRow = row;
    for (let i = 0; i < gap; i++) this.#take([]);
    this.#take(cells);
  }

  finish(): BuiltSheet {
    if (!this.#builder) this.#begin();
    const built = (this.#builder ?? new SheetBuilder({ name: this.#name, header: null, decimalComma: false })).finish();
    return this.#caption.length === 0 ? built : { ...built, caption: this.#caption };
  }

  #take(cells: GridCell[]): void {
    if (this.#builder) {
      this.#write(this.#builder, cells);
      return;
    }
    this.#held.push(cells);
    if (this.#held.length >= headerSample) this.#begin();
  }

  #begin(): void {
    if (this.#held.length === 0) return;
    this.#firstColumn = this.#held
      .flat()
      .reduce((least, { column }) => Math.min(least, column), Number.POSITIVE_INFINITY);
    const rows = this.#held.map((cells) => {
      const texts: string[] = [];
      for (const { column, text } of cells) texts[column - this.#firstColumn] = text;
      return Array.from(texts, (text) => text ?? '');
    });
    const above = titleLines(rows);
    this.#caption = rows.slice(0, above).flatMap((row) => row.filter((cell) => cell.trim() !== ''));
    const header = looksLikeHeader(rows.slice(above)) ? (rows[above] ?? null) : null;
    this.#builder = new SheetBuilder({ name: this.#name, header, decimalComma: false });
    for (const cells of this.#held.slice(above + (header ? 1 : 0))) this.#write(this.#builder, cells);
    this.#held.length = 0;
  }

  #write(builder: SheetBuilder, cells: GridCell[]): void {
    for (const { column, text, shown } of cells) {
      const at = Math.max(0, column - this.#firstColumn);
      if (text.length * 3 > this.#scratch.length) this.#scratch = Buffer.alloc(text.length * 4);
      builder.add(at, this.#scratch, 0, this.#scratch.write(text, 'utf8'), shown);
    }
    builder.endRow();
  }
}

const mostTitleLines = 8;
const leastWidth = 3;

/**
 * How many rows above the table only entitle it: at most one filled cell each (blank ones between), and then a row of
 * headings that spans most of the width.
 */
function titleLines(rows: readonly string[][]): number {
  const filled = rows.map((row) => row.filter((cell) => cell.trim() !== '').length);
  const width = Math.max(0, ...filled);
  if (width < leastWidth || (filled[0] ?? 0) > 1) return 0;
  const head = filled.findIndex((count) => count > 1);
  if (head < 1 || head > mostTitleLines || (filled[head] ?? 0) < width * 0.75) return 0;
  return looksLikeHeader(rows.slice(head)) ? head : 0;
}
