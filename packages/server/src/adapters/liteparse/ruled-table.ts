import { columnGaps } from './column-gaps.ts';
import type { LayoutWord } from './layout-words.ts';
import { type Line, positions, type RuleGroup } from './page-rules.ts';
import { isValue, type PageTable, trimTable } from './page-table.ts';
import { bandRows, joinLines } from './table-bands.ts';
import { joinWords, segmentsOf, textRows } from './text-rows.ts';

const tolerance = 3;

/** A table drawn with lines. Null when the lines are something else: a frame, a chart, an underlined heading. */
export function ruledTable(group: RuleGroup, words: LayoutWord[]): PageTable | null {
  const { box, horizontal, vertical } = group;
  const inside = words.filter((word) => contains(box, word));
  if (inside.length < 4 || horizontal.length < 2 || vertical.length < 1) return null;
  const ruled = positions([box.x, box.x + box.width, ...vertical.map((line) => line.at)], tolerance);
  const ys = positions([box.y, box.y + box.height, ...horizontal.map((line) => line.at)], tolerance);
  if (ruled.length > 100 || ys.length > 400) return null;
  const unruled = unruledColumns(ruled, ys, inside);
  const xs = positions([...ruled, ...unruled.map((line) => line.at)], tolerance);
  if (xs.length < 3) return null;
  const grid = new CellGrid(xs, ys, horizontal, [...vertical, ...unruled], inside);
  const rows = trimTable(grid.rows());
  return isTable(rows, grid) ? { box, rows } : null;
}

function contains(box: { x: number; y: number; width: number; height: number }, word: LayoutWord): boolean {
  const x = word.x + word.width / 2;
  const y = word.y + word.height / 2;
  return x > box.x - 1 && x < box.x + box.width + 1 && y > box.y - 1 && y < box.y + box.height + 1;
}

/**
 * Columns of values that stand apart within one ruled column, as lines of their own: in each band that no text crosses.
 */
function unruledColumns(xs: number[], ys: number[], words: LayoutWord[]): Line[] {
  const lines: Line[] = [];
  for (let column = 0; column + 1 < xs.length; column++) {
    const left = xs[column] ?? 0;
    const right = xs[column + 1] ?? 0;
    const own = words.filter((word) => word.x + word.width / 2 > left && word.x + word.width / 2 < right);
    const rows = textRows(own).map((row) => segmentsOf(row, 0.6));
    const several = rows.filter((row) => row.length > 1);
    if (several.length < 3 || several.length < rows.length * 0.4) continue;
    const values = several.flatMap((row) => row.slice(1)).map((segment) => isValue(segment.text));
    if (values.filter(Boolean).length < values.length * 0.6) continue;
    for (const at of columnGaps(several, 4)) {
      for (let band = 0; band + 1 < ys.length; band++) {
        const from = ys[band] ?? 0;
        const to = ys[band + 1] ?? 0;
        const isCrossed = rows
          .flat()
          .some(
            (segment) =>
              segment.x < at &&
              segment.x + segment.width > at &&
              segment.y + segment.height / 2 > from &&
              segment.y + segment.height / 2 < to,
          );
        if (!isCrossed) lines.push({ at, from, to });
      }
    }
  }
  return lines;
}

function isTable(rows: string[][], grid: CellGrid): boolean {
  const width = rows[0]?.length ?? 0;
  if (rows.length < 2 || width < 2) return false;
  const filled = rows.flat().filter((cell) => cell !== '').length;
  // Charts and forms drawn with lines leave most places empty.
  return (
    filled >= 4 &&
    filled >= grid.areas * 0.3 &&
    rows.filter((row) => row.filter((cell) => cell !== '').length >= 2).length >= 2
  );
}

/** Places between neighbouring lines, joined where no line parts them. */
class CellGrid {
  readonly #xs: number[];
  readonly #ys: number[];
  readonly #parents: number[];
  readonly #words: LayoutWord[][];
  readonly #columns: number;
  readonly #bands: number;

  constructor(xs: number[], ys: number[], horizontal: Line[], vertical: Line[], words: LayoutWord[]) {
    this.#xs = xs;
    this.#ys = ys;
    this.#columns = xs.length - 1;
    this.#bands = ys.length - 1;
    this.#parents = Array.from({ length: this.#columns * this.#bands }, (_, i) => i);
    this.#join(horizontal, vertical);
    this.#words = this.#parents.map(() => []);
    for (const word of words) this.#words[this.#find(this.#placeOf(word))]?.push(word);
  }

  get areas(): number {
    return new Set(this.#parents.map((_, i) => this.#find(i))).size;
  }

  rows(): string[][] {
    const rows: string[][] = [];
    for (let band = 0; band < this.#bands; band++) {
      if (this.#isPlain(band)) rows.push(...this.#plainBand(band));
      else rows.push(this.#spannedBand(band));
    }
    return rows;
  }

  #join(horizontal: Line[], vertical: Line[]): void {
    for (let band = 0; band < this.#bands; band++) {
      const top = this.#ys[band] ?? 0;
      const bottom = this.#ys[band + 1] ?? 0;
      for (let column = 0; column < this.#columns; column++) {
        const left = this.#xs[column] ?? 0;
        const right = this.#xs[column + 1] ?? 0;
        const place = band * this.#columns + column;
        if (column + 1 < this.#columns && !covers(vertical, right, top, bottom)) this.#union(place, place + 1);
        if (band + 1 < this.#bands && !covers(horizontal, bottom, left, right))
          this.#union(place, place + this.#columns);
      }
    }
  }

  #union(a: number, b: number): void {
    const [first, second] = [this.#find(a), this.#find(b)];
    this.#parents[Math.max(first, second)] = Math.min(first, second);
  }

  #find(i: number): number {
    let root = i;
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root;
    return root;
  }

  #placeOf(word: LayoutWord): number {
    const column = lastBelow(this.#xs, word.x + word.width / 2, this.#columns);
    const band = lastBelow(this.#ys, word.y + word.height / 2, this.#bands);
    return band * this.#columns + column;
  }

  /** No cell of the band reaches into another band or over several columns. */
  #isPlain(band: number): boolean {
    for (let column = 0; column < this.#columns; column++) {
      const place = band * this.#columns + column;
      const root = this.#find(place);
      if (root !== place) return false;
      if (band + 1 < this.#bands && this.#find(place + this.#columns) === root) return false;
    }
    return true;
  }

  #plainBand(band: number): string[][] {
    const start = band * this.#columns;
    const words = this.#words.slice(start, start + this.#columns).flat();
    return bandRows(words, this.#xs.slice(1, -1));
  }

  #spannedBand(band: number): string[] {
    return Array.from({ length: this.#columns }, (_, column) => {
      const place = band * this.#columns + column;
      if (this.#find(place) !== place) return '';
      return joinLines(textRows(this.#words[place] ?? []).map((line) => joinWords(line.words)));
    });
  }
}

function lastBelow(edges: number[], value: number, count: number): number {
  let index = 0;
  while (index + 1 < count && value >= (edges[index + 1] ?? 0)) index++;
  return index;
}

/** Whether a line at `at` runs along most of the way from `from` to `to`. */
function covers(lines: Line[], at: number, from: number, to: number): boolean {
  let covered = 0;
  for (const line of lines) {
    if (Math.abs(line.at - at) <= tolerance) covered += Math.max(0, Math.min(line.to, to) - Math.max(line.from, from));
  }
  return covered >= (to - from) * 0.6;
}
