import type { JsonObject, JsonValue } from '../json-value.ts';
import { CellReader, cellClass } from './cell-value.ts';
import { DistinctCounter } from './distinct-counter.ts';
import type { ColumnType } from './sheet-data.ts';

const textShown = 100;

/** Learns type and statistics of one column, a cell at a time, without making strings. */
export class ColumnProfile {
  readonly #reader: CellReader;
  readonly #counts = new Uint32Array(8);
  readonly #distinct = new DistinctCounter();
  #minNumber = Infinity;
  #maxNumber = -Infinity;
  readonly #dates = { minDay: Infinity, maxDay: -Infinity, minMonth: Infinity, maxMonth: -Infinity };
  #dayOnly = 0;
  #monthOnly = 0;
  #either = 0;
  #minText: Uint8Array | null = null;
  #maxText: Uint8Array | null = null;
  /** Most digits after the point. */
  decimals = 0;
  #hasDots = false;

  constructor(decimalComma: boolean) {
    this.#reader = new CellReader(decimalComma);
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    while (start < end && isSpace(bytes[start] ?? 0)) start++;
    while (end > start && isSpace(bytes[end - 1] ?? 0)) end--;
    const found = this.#reader.read(bytes, start, end);
    this.#counts[found] = (this.#counts[found] ?? 0) + 1;
    if (found === cellClass.empty) return;
    this.#distinct.add(bytes, start, end);
    if (found === cellClass.integer || found === cellClass.number) this.#number();
    else if (found === cellClass.date || found === cellClass.datetime) this.#date(bytes, start, end);
    else if (found === cellClass.text) this.#text(bytes, start, end);
  }

  /** Counts as empty every row in which no cell was added. */
  fillUp(rows: number): void {
    const seen = this.#counts.reduce((sum, count) => sum + count, 0);
    this.#counts[cellClass.empty] = (this.#counts[cellClass.empty] ?? 0) + Math.max(0, rows - seen);
  }

  get type(): ColumnType {
    const { integer, number, boolean, date, datetime, text } = this.#byClass();
    const kinds = [integer + number, boolean, date + datetime, text].filter((n) => n > 0).length;
    if (kinds === 0) return this.#count(cellClass.missing) > 0 ? 'text' : 'empty';
    const dateDoubt = this.#dayOnly > 0 && this.#monthOnly > 0;
    if (kinds === 1 && !(dateDoubt && date + datetime > 0)) {
      if (text > 0) return 'text';
      if (boolean > 0) return 'boolean';
      if (date + datetime > 0) return datetime > 0 ? 'datetime' : 'date';
      return number > 0 ? 'number' : 'integer';
    }
    const all = integer + number + boolean + date + datetime + text;
    return text > all * 0.05 ? 'text' : 'mixed';
  }

  /** Which number of a date such as 03/04/2024 is the day. */
  get isDayFirst(): boolean {
    if (this.#dayOnly > 0) return true;
    return this.#monthOnly === 0 && this.#either > 0 && this.#hasDots;
  }

  stats(): JsonObject {
    const type = this.type;
    const missing = type === 'text' ? 0 : this.#count(cellClass.missing);
    const stats: JsonObject = { nulls: this.#count(cellClass.empty) + missing, distinct: this.#distinct.count };
    const [min, max] = this.#range(type);
    return { ...stats, min, max };
  }

  #range(type: ColumnType): [JsonValue, JsonValue] {
    if (type === 'integer' || type === 'number') return [this.#minNumber, this.#maxNumber];
    if (type === 'date' || type === 'datetime') {
      const { minDay, maxDay, minMonth, maxMonth } = this.#dates;
      return this.isDayFirst ? [isoDay(minDay), isoDay(maxDay)] : [isoDay(minMonth), isoDay(maxMonth)];
    }
    if (type === 'text' && this.#minText && this.#maxText) return [shown(this.#minText), shown(this.#maxText)];
    return [null, null];
  }

  #number(): void {
    const { number, decimals } = this.#reader;
    if (number < this.#minNumber) this.#minNumber = number;
    if (number > this.#maxNumber) this.#maxNumber = number;
    if (decimals > this.decimals) this.decimals = decimals;
  }

  #date(bytes: Uint8Array, start: number, end: number): void {
    const { dayFirst, monthFirst, order } = this.#reader;
    const dates = this.#dates;
    if (dayFirst < dates.minDay) dates.minDay = dayFirst;
    if (dayFirst > dates.maxDay) dates.maxDay = dayFirst;
    if (monthFirst < dates.minMonth) dates.minMonth = monthFirst;
    if (monthFirst > dates.maxMonth) dates.maxMonth = monthFirst;
    if (order === 'day') this.#dayOnly++;
    else if (order === 'month') this.#monthOnly++;
    else if (order === 'either') {
      this.#either++;
      this.#hasDots ||= bytes.subarray(start, end).includes(0x2e);
    }
  }

  #text(bytes: Uint8Array, start: number, end: number): void {
    // A copy: `slice` of a Buffer is a view, and readers fill theirs anew for each cell.
    const copy = () => new Uint8Array(bytes.subarray(start, end));
    if (!this.#minText || compare(bytes, start, end, this.#minText) < 0) this.#minText = copy();
    if (!this.#maxText || compare(bytes, start, end, this.#maxText) > 0) this.#maxText = copy();
  }

  #count(found: number): number {
    return this.#counts[found] ?? 0;
  }

  #byClass() {
    return {
      integer: this.#count(cellClass.integer),
      number: this.#count(cellClass.number),
      boolean: this.#count(cellClass.boolean),
      date: this.#count(cellClass.date),
      datetime: this.#count(cellClass.datetime),
      text: this.#count(cellClass.text),
    };
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function compare(bytes: Uint8Array, start: number, end: number, other: Uint8Array): number {
  const length = Math.min(end - start, other.length);
  for (let i = 0; i < length; i++) {
    const difference = (bytes[start + i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return end - start - other.length;
}

function isoDay(day: number): string {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

function shown(text: Uint8Array): string {
  return Buffer.from(text).toString('utf8').slice(0, textShown);
}
