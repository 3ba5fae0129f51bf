import type { SheetAggregate, SheetCell } from './sheet-data.ts';
import type { ColumnBlock, SheetTable } from './sheet-table.ts';
import { toNumber, toSortableDate } from './sheet-value.ts';

const exactDecimals = 9;
const flushAt = 1e15;

/** One aggregate over the rows it is given. */
export interface Accumulator {
  add(block: ColumnBlock | undefined, row: number): void;
  result(): SheetCell;
}

export function accumulator(table: SheetTable, aggregate: SheetAggregate): Accumulator {
  const column = aggregate.column === undefined ? null : table.indexOf(aggregate.column);
  if (aggregate.function === 'count') return new Count(column !== null);
  if (aggregate.function === 'distinct') return new Distinct();
  const type = column === null ? 'text' : (table.columns[column]?.type ?? 'text');
  const style = table.style(column ?? 0);
  const isRange = aggregate.function === 'min' || aggregate.function === 'max';
  if (isRange && (type === 'date' || type === 'datetime'))
    return new Range(aggregate.function === 'max', (cell) => toSortableDate(cell, style));
  if (isRange && (type === 'text' || type === 'boolean'))
    return new Range(aggregate.function === 'max', (cell) => cell.trim() || null);
  return new Numbers(aggregate.function, style.decimals, (cell) => toNumber(cell, style));
}

class Count implements Accumulator {
  readonly #filledOnly: boolean;
  #count = 0;
  constructor(filledOnly: boolean) {
    this.#filledOnly = filledOnly;
  }
  add(block: ColumnBlock | undefined, row: number): void {
    if (!this.#filledOnly || (block && block.text(row).trim() !== '')) this.#count++;
  }
  result(): SheetCell {
    return this.#count;
  }
}

class Distinct implements Accumulator {
  readonly #seen = new Set<string>();
  add(block: ColumnBlock | undefined, row: number): void {
    const cell = block?.text(row).trim() ?? '';
    if (cell !== '') this.#seen.add(cell);
  }
  result(): SheetCell {
    return this.#seen.size;
  }
}

class Range implements Accumulator {
  readonly #wantsMax: boolean;
  readonly #read: (cell: string) => string | null;
  #best: string | null = null;
  constructor(wantsMax: boolean, read: (cell: string) => string | null) {
    this.#wantsMax = wantsMax;
    this.#read = read;
  }
  add(block: ColumnBlock | undefined, row: number): void {
    const cell = block ? this.#read(block.text(row)) : null;
    if (cell === null) return;
    if (this.#best === null || cell > this.#best === this.#wantsMax) this.#best = cell;
  }
  result(): SheetCell {
    return this.#best;
  }
}

class Numbers implements Accumulator {
  readonly #function: SheetAggregate['function'];
  readonly #read: (cell: string) => number | null;
  readonly #sum: ExactSum;
  readonly #values: number[] = [];
  #count = 0;
  #min = Infinity;
  #max = -Infinity;
  constructor(aggregate: SheetAggregate['function'], decimals: number, read: (cell: string) => number | null) {
    this.#function = aggregate;
    this.#read = read;
    this.#sum = new ExactSum(decimals);
  }
  add(block: ColumnBlock | undefined, row: number): void {
    const value = block ? this.#read(block.text(row)) : null;
    if (value === null) return;
    this.#count++;
    if (this.#function === 'median') this.#values.push(value);
    else if (this.#function === 'min' || this.#function === 'max') {
      if (value < this.#min) this.#min = value;
      if (value > this.#max) this.#max = value;
    } else this.#sum.add(value);
  }
  result(): SheetCell {
    if (this.#count === 0) return this.#function === 'sum' ? 0 : null;
    if (this.#function === 'sum') return this.#sum.total();
    if (this.#function === 'mean') return this.#sum.total() / this.#count;
    if (this.#function === 'median') return median(this.#values);
    return this.#function === 'min' ? this.#min : this.#max;
  }
}

function median(values: number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

/**
 * Adds decimal numbers as whole numbers of their smallest unit, so that ten times 0.1 is 1. Beyond nine decimals it adds
 * with Neumaier's correction instead.
 */
class ExactSum {
  readonly #factor: number | null;
  #units = 0;
  #flushed = 0n;
  #correction = 0;
  constructor(decimals: number) {
    this.#factor = decimals <= exactDecimals ? 10 ** decimals : null;
  }
  add(value: number): void {
    if (this.#factor === null) {
      const next = this.#units + value;
      this.#correction +=
        Math.abs(this.#units) >= Math.abs(value) ? this.#units - next + value : value - next + this.#units;
      this.#units = next;
      return;
    }
    const units = Math.round(value * this.#factor);
    if (Math.abs(units) > flushAt) this.#flushed += BigInt(units);
    else this.#units += units;
    if (Math.abs(this.#units) > flushAt) {
      this.#flushed += BigInt(this.#units);
      this.#units = 0;
    }
  }
  total(): number {
    if (this.#factor === null) return this.#units + this.#correction;
    const units = this.#flushed + BigInt(this.#units);
    const digits = String(this.#factor).length - 1;
    const sign = units < 0n ? '-' : '';
    const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
    return Number(`${sign}${text.slice(0, text.length - digits)}.${text.slice(text.length - digits) || '0'}`);
  }
}
