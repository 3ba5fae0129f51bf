import { type DateOrder, readDate, readNumber } from '@parley/text';

/** What one cell holds, found from its bytes. `missing` is a word that stands for nothing, such as `NA`. */
export const cellClass = {
  empty: 0,
  integer: 1,
  number: 2,
  boolean: 3,
  date: 4,
  datetime: 5,
  text: 6,
  missing: 7,
} as const;

const missingWords = new Set(['na', 'n/a', '#n/a', 'null', 'none', 'nan', 'nil', '-', '--', '?', '\\n']);
/** Columns of text with a digit in front would pay for the slow patterns in every cell; they stop after so many misses. */
const slowMisses = 200;

/**
 * Finds out what cells hold. One reader a column: it learns what is not worth trying. Plain numbers are read from their bytes, because
 * tables have millions of them; every other form by `readNumber` and `readDate`, with which the fast path agrees (`cell-value.test.ts`).
 */
export class CellReader {
  readonly #decimalComma: boolean;
  #misses = 0;
  #hits = 0;
  /** Of the last integer or number. */
  number = 0;
  /** Digits after the point of the last number. */
  decimals = 0;
  /** Of the last date, `yyyymmdd` when day stands before month and when month stands before day. */
  dayFirst = 0;
  monthFirst = 0;
  /** Of the last date: whether it can be read only one way. */
  order: DateOrder = 'iso';

  constructor(decimalComma = false) {
    this.#decimalComma = decimalComma;
  }

  /** `start` to `end` holds no outer white space. */
  read(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length === 0) return cellClass.empty;
    const first = bytes[start] ?? 0;
    if (first <= 0x39 || first > 0x7f || first === 0x28) {
      if (first >= 0x2b && first <= 0x39) {
        const found = this.#plain(bytes, start, end);
        if (found !== cellClass.text) return found;
      }
      if (length <= 40 && first !== 0x22) return this.#slow(bytes, start, end);
      return cellClass.text;
    }
    if (length <= 5) return this.#word(bytes, start, end);
    const isMonth = length <= 30 && length >= 8 && isDigit(bytes[end - 1] ?? 0) && monthInitials.has(first | 32);
    return isMonth ? this.#slow(bytes, start, end) : cellClass.text;
  }

  #plain(bytes: Uint8Array, start: number, end: number): number {
    const first = bytes[start] ?? 0;
    let at = first === 0x2d || first === 0x2b ? start + 1 : start;
    const digitsStart = at;
    let mantissa = 0;
    while (at < end && isDigit(bytes[at] ?? 0)) {
      mantissa = mantissa * 10 + (bytes[at] ?? 0) - 48;
      at++;
    }
    const whole = at - digitsStart;
    // 007 is a name, not a number.
    const isName = whole > 1 && bytes[digitsStart] === 0x30;
    if (at === end) {
      if (whole === 0 || whole > 15 || isName)
        return whole > 15 || isName ? cellClass.text : this.#word(bytes, start, end);
      this.number = first === 0x2d ? -mantissa : mantissa;
      this.decimals = 0;
      return cellClass.integer;
    }
    const next = bytes[at] ?? 0;
    if (whole === 4 && next === 0x2d && at === start + 4) return this.#isoDate(bytes, start, end, mantissa);
    if (isName || next !== (this.#decimalComma ? 0x2c : 0x2e)) {
      return (next | 32) === 0x65 && whole > 0 && !isName ? this.#exponent(bytes, start, end) : cellClass.text;
    }
    const pointAt = at++;
    while (at < end && isDigit(bytes[at] ?? 0)) {
      mantissa = mantissa * 10 + (bytes[at] ?? 0) - 48;
      at++;
    }
    if (at < end) return ((bytes[at] ?? 0) | 32) === 0x65 ? this.#exponent(bytes, start, end) : cellClass.text;
    const decimals = at - pointAt - 1;
    if (whole + decimals === 0) return cellClass.text;
    // A quotient of two exact doubles is rounded once, as parsing would be.
    const value =
      whole + decimals <= 15
        ? mantissa / (powersOfTen[decimals] ?? 1)
        : Number(ascii(bytes, start, end).replace(',', '.'));
    this.number = first === 0x2d && value > 0 ? -value : value;
    this.decimals = decimals;
    return cellClass.number;
  }

  #exponent(bytes: Uint8Array, start: number, end: number): number {
    const text = ascii(bytes, start, end);
    if (!/^[-+]?(\d+(\.\d*)?|\.\d+)e[-+]?\d{1,3}$/i.test(text)) return cellClass.text;
    this.number = Number(text);
    this.decimals = 20;
    return Number.isFinite(this.number) ? cellClass.number : cellClass.text;
  }

  #isoDate(bytes: Uint8Array, start: number, end: number, year: number): number {
    const month = twoDigits(bytes, start + 5);
    const day = twoDigits(bytes, start + 8);
    const length = end - start;
    if (length < 10 || bytes[start + 7] !== 0x2d || month < 1 || month > 12 || day < 1 || day > 31)
      return cellClass.text;
    this.dayFirst = year * 10_000 + month * 100 + day;
    this.monthFirst = this.dayFirst;
    this.order = 'iso';
    if (length === 10) return cellClass.date;
    const separator = (bytes[start + 10] ?? 0) | 32;
    if (separator !== 0x74 && separator !== 0x20) return cellClass.text;
    return isoTime.test(ascii(bytes, start + 11, end)) ? cellClass.datetime : cellClass.text;
  }

  #word(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > 5) return cellClass.text;
    const word = ascii(bytes, start, end).toLowerCase();
    if (word === 'true' || word === 'false') return cellClass.boolean;
    return missingWords.has(word) ? cellClass.missing : cellClass.text;
  }

  #slow(bytes: Uint8Array, start: number, end: number): number {
    if (this.#misses > slowMisses && this.#hits === 0) return cellClass.text;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
    if (missingWords.has(text.toLowerCase())) return cellClass.missing;
    const number = readNumber(text, this.#decimalComma);
    if (number) {
      this.#hits++;
      this.number = number.value;
      this.decimals = number.decimals;
      return cellClass.number;
    }
    const date = readDate(text);
    if (!date) {
      this.#misses++;
      return cellClass.text;
    }
    this.#hits++;
    this.dayFirst = date.dayFirst;
    this.monthFirst = date.monthFirst;
    this.order = date.order;
    return date.time !== undefined ? cellClass.datetime : cellClass.date;
  }
}

const powersOfTen = Array.from({ length: 16 }, (_, power) => 10 ** power);
const monthInitials = new Set([...'jfmasond'].map((letter) => letter.charCodeAt(0)));
const isoTime = /^\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?\s?(z|[-+]\d{2}(:?\d{2})?)?$/i;

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at] ?? 0;
  const ones = bytes[at + 1] ?? 0;
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + ones - 48 : -1;
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}
