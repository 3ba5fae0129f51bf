import type { LayoutWord } from './layout-words.ts';
import { type Line, positions, type RuleGroup } from './page-rules.ts';
import { type PageTable, trimTable } from './page-table.ts';
import { joinLines, separateRows } from './table-bands.ts';
import { joinWords, textRows } from './text-rows.ts';
import { unruledColumns } from './unruled-columns.ts';

/** Lines closer than this are one (double lines); no text fits between them. */
const tolerance = 3;
/** Narrower than this, a column or band without text is the space between the parts of a double line. */
const emptyBand = 10;

/** A table drawn with lines. Null when the lines are something else: a frame, a chart, an underlined heading. */
export function ruledTable(group: RuleGroup, words: LayoutWord[]): PageTable | null {
  const { box, horizontal } = group;
  // Shorter than a line of text is a background behind words, not the side of a cell.
  const vertical = group.vertical.filter((line) => line.to - line.from >= Math.min(12.5, box.height * 0.4));
  const inside = words.filter((word) => contains(box, word));
  if (inside.length < 4 || horizontal.length < 2 || vertical.length < 1) return null;
  const ruled = edges(
    [box.x, box.x + box.width],
    vertical,
    inside.map((word) => word.x + word.width / 2),
  );
  const ys = edges(
    [box.y, box.y + box.height],
    horizontal,
    inside.map((word) => word.y + word.height / 2),
  );
  if (ruled.length > 100 || ys.length > 400) return null;
  const unruled = unruledColumns(ruled, ys, inside);
  const xs = positions([...ruled, ...unruled.vertical.map((line) => line.at)], tolerance);
  const bands = positions([...ys, ...unruled.horizontal.map((line) => line.at)], 2);
  if (xs.length < 3) return null;
  const grid = new CellGrid(
    {
      xs,
      ys: bands,
      horizontal: [...horizontal, ...unruled.horizontal],
      vertical: [...vertical, ...unruled.vertical],
    },
    inside,
  );
  const rows = trimTable(grid.rows());
  return isTable(rows, grid) ? { box, rows } : null;
}

/** Positions of lines, those too close for text between them taken as one. The lines are moved to where they count. */
function edges(ends: number[], lines: Line[], middles: number[]): number[] {
  const all = positions([...ends, ...lines.map((line) => line.at)], tolerance);
  const kept: number[] = [];
  for (const at of all) {
    const last = kept.at(-1);
    const isEmpty =
      last !== undefined && at - last < emptyBand && !middles.some((middle) => middle > last && middle < at);
    if (!isEmpty) kept.push(at);
    // Of two edges around nothing, the longer line is the border and the other a background's.
    else if (last !== undefined && length(lines, at) > length(lines, last) * 1.5) kept[kept.length - 1] = at;
  }
  for (const line of lines) {
    const nearest = kept.reduce(
      (best, at) => (Math.abs(at - line.at) < Math.abs(best - line.at) ? at : best),
      kept[0] ?? line.at,
    );
    if (Math.abs(nearest - line.at) < emptyBand) line.at = nearest;
  }
  return kept;
}

function length(lines: Line[], at: number): number {
  return lines.reduce((sum, line) => (Math.abs(line.at - at) <= tolerance ? sum + line.to - line.from : sum), 0);
}

function contains(box: { x: number; y: number; width: number; height: number }, word: LayoutWord): boolean {
  const x = word.x + word.width / 2;
  const y = word.y + word.height / 2;
  return x > box.x - 1 && x < box.x + box.width + 1 && y > box.y - 1 && y < box.y + box.height + 1;
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

interface Ruling {
  /** Where lines stand, from left to right and from top to bottom. */
  xs: number[];
  ys: number[];
  horizontal: Line[];
  vertical: Line[];
}

/** Places between neighbouring lines, joined where no line parts them. */
class CellGrid {
  readonly #xs: number[];
  readonly #ys: number[];
  readonly #parents: number[];
  readonly #words: LayoutWord[][];
  readonly #columns: number;
  readonly #bands: number;

  constructor({ xs, ys, horizontal, vertical }: Ruling, words: LayoutWord[]) {
    this.#xs = xs;
    this.#ys = ys;
    this.#columns = xs.length - 1;
    this.#bands = ys.length - 1;
    this.#parents = Array.from({ length: this.#columns * this.#bands }, (_, i) => i);
    const byPlace: LayoutWord[][] = this.#parents.map(() => []);
    for (const word of words) byPlace[this.#placeOf(word)]?.push(word);
    this.#join(horizontal, vertical, byPlace);
    this.#partTallCells(byPlace);
    this.#words = this.#parents.map(() => []);
    for (const [place, own] of byPlace.entries()) this.#words[this.#find(place)]?.push(...own);
  }

  get areas(): number {
    return new Set(this.#parents.map((_, i) => this.#find(i))).size;
  }

  rows(): string[][] {
    const rows: string[][] = [];
    for (let band = 0; band < this.#bands; ) {
      const end = this.#blockEnd(band);
      const lines = this.#lineRows(band, end);
      if (lines) rows.push(...lines);
      else for (let i = band; i < end; i++) rows.push(this.#spannedBand(i));
      band = end;
    }
    return rows;
  }

  /** The band after the last one that a cell of this band, or of those it is tied to, reaches into. */
  #blockEnd(band: number): number {
    let end = band + 1;
    for (let i = band; i < end && end < this.#bands; i++) {
      for (let column = 0; column < this.#columns; column++) {
        const root = this.#find(i * this.#columns + column);
        while (end < this.#bands && this.#find(end * this.#columns + column) === root) end++;
      }
    }
    return end;
  }

  /** The lines of text as rows, where a block holds far more rows than the lines around it tell apart; else null. */
  #lineRows(band: number, end: number): string[][] | null {
    const words: LayoutWord[] = [];
    const columnOf = new Map<LayoutWord, number>();
    for (let place = band * this.#columns; place < end * this.#columns; place++) {
      for (const word of this.#words[place] ?? []) {
        words.push(word);
        columnOf.set(word, place % this.#columns);
      }
    }
    const lines = textRows(words);
    if (lines.length < 2 || lines.length <= (end - band) * 1.5) return null;
    return separateRows(lines, (word) => columnOf.get(word) ?? 0, this.#columns);
  }

  #join(horizontal: Line[], vertical: Line[], words: LayoutWord[][]): void {
    for (let band = 0; band < this.#bands; band++) {
      const top = this.#ys[band] ?? 0;
      const bottom = this.#ys[band + 1] ?? 0;
      for (let column = 0; column < this.#columns; column++) {
        const left = this.#xs[column] ?? 0;
        const right = this.#xs[column + 1] ?? 0;
        const place = band * this.#columns + column;
        if (column + 1 < this.#columns && !covers(vertical, right, top, bottom)) {
          // Cells without a line between them are still two when their texts keep clear of where it would be.
          if (!standApart(words[place] ?? [], words[place + 1] ?? [], right)) this.#union(place, place + 1);
        }
        if (band + 1 < this.#bands && !covers(horizontal, bottom, left, right))
          this.#union(place, place + this.#columns);
      }
    }
  }

  /** A tall cell that has one line of its own beside every row that lines part is a column of cells. */
  #partTallCells(words: LayoutWord[][]): void {
    for (let column = 0; column < this.#columns; column++) {
      const places = Array.from({ length: this.#bands }, (_, band) => band * this.#columns + column);
      const byRoot = Map.groupBy(places, (place) => this.#find(place));
      for (const cell of byRoot.values()) {
        const filled = cell.filter((place) => textRows(words[place] ?? []).length === 1).length;
        if (cell.length >= 4 && filled >= cell.length * 0.8) for (const place of cell) this.#parents[place] = place;
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

  #spannedBand(band: number): string[] {
    return Array.from({ length: this.#columns }, (_, column) => {
      const place = band * this.#columns + column;
      if (this.#find(place) !== place) return '';
      return joinLines(textRows(this.#words[place] ?? []).map((line) => joinWords(line.words)));
    });
  }
}

function standApart(left: LayoutWord[], right: LayoutWord[], at: number): boolean {
  if (left.length === 0 || right.length === 0) return false;
  return textRows([...left, ...right]).every((row) => {
    const before = row.words.filter((word) => word.x + word.width / 2 < at);
    const after = row.words.filter((word) => word.x + word.width / 2 >= at);
    const end = Math.max(...before.map((word) => word.x + word.width), -Infinity);
    const begin = Math.min(...after.map((word) => word.x), Infinity);
    return end <= at + 1 && begin >= at - 1 && begin - end > row.height * 0.7;
  });
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
