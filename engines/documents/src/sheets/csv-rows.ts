export interface CsvDialect {
  /** One ASCII byte. */
  delimiter: number;
  /** One ASCII byte; 0 when nothing is quoted. */
  quote: number;
}

/** Where the cells of a row are: `starts[i]` to `ends[i]` in `sources[i]`. Valid only until the next row. */
export interface CsvRow {
  count: number;
  starts: Uint32Array;
  ends: Uint32Array;
  /** The text itself, or the place where a cell with doubled quotes was written out. */
  sources: Uint8Array[];
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Steps through CSV bytes row by row and makes no strings. Blank lines are no rows. */
export class CsvRows {
  readonly #bytes: Uint8Array;
  readonly #dialect: CsvDialect;
  readonly #end: number;
  #at: number;
  /** Set once a quote was never closed: from there on quotes are ordinary characters. */
  #quotesOff = false;
  #scratch = new Uint8Array(1024);
  #scratchAt = 0;
  readonly row: CsvRow = { count: 0, starts: new Uint32Array(64), ends: new Uint32Array(64), sources: [] };

  constructor(bytes: Uint8Array, dialect: CsvDialect, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#dialect = dialect;
    this.#at = start;
    this.#end = end;
  }

  /** Byte at which the next row begins. */
  get position(): number {
    return this.#at;
  }

  /** True when a quote was opened and never closed. */
  get hasOpenQuote(): boolean {
    return this.#quotesOff;
  }

  /** Reads the next row into `row`; false at the end. */
  next(): boolean {
    const bytes = this.#bytes;
    while (this.#at < this.#end && (bytes[this.#at] === newline || bytes[this.#at] === carriageReturn)) this.#at++;
    if (this.#at >= this.#end) return false;
    this.row.count = 0;
    this.#scratchAt = 0;
    const { delimiter, quote } = this.#dialect;
    for (;;) {
      const isQuoted = quote !== 0 && bytes[this.#at] === quote && this.#at < this.#end && !this.#quotesOff;
      if (!isQuoted || !this.#quoted()) this.#bare();
      const byte = this.#at < this.#end ? bytes[this.#at] : newline;
      this.#at++;
      if (byte === delimiter) continue;
      if (byte === carriageReturn && bytes[this.#at] === newline) this.#at++;
      return true;
    }
  }

  /** An unquoted cell, up to the delimiter or the end of the line. */
  #bare(): void {
    const bytes = this.#bytes;
    const end = this.#end;
    const delimiter = this.#dialect.delimiter;
    const start = this.#at;
    let at = start;
    while (at < end) {
      const byte = bytes[at];
      if (byte === delimiter || byte === newline || byte === carriageReturn) break;
      at++;
    }
    this.#at = at;
    this.#push(bytes, start, at);
  }

  /** A quoted cell. False, with nothing read, when its quote is never closed. */
  #quoted(): boolean {
    const bytes = this.#bytes;
    const { quote, delimiter } = this.#dialect;
    const start = this.#at + 1;
    let at = start;
    let doubled = 0;
    for (;;) {
      at = bytes.indexOf(quote, at);
      if (at < 0 || at >= this.#end) {
        this.#quotesOff = true;
        return false;
      }
      if (bytes[at + 1] !== quote || at + 1 >= this.#end) break;
      doubled++;
      at += 2;
    }
    let after = at + 1;
    while (after < this.#end && (bytes[after] === 0x20 || (bytes[after] === 0x09 && delimiter !== 0x09))) after++;
    const byte = after < this.#end ? bytes[after] : newline;
    if (byte !== delimiter && byte !== newline && byte !== carriageReturn) return this.#strayQuote(start - 1);
    this.#at = after;
    if (doubled === 0) this.#push(bytes, start, at);
    else this.#unescape(start, at);
    return true;
  }

  /** `"12" monitor"`: text goes on after the quote, so that the quotes are part of it. */
  #strayQuote(start: number): boolean {
    this.#at = start;
    return false;
  }

  #unescape(start: number, end: number): void {
    if (this.#scratchAt + end - start > this.#scratch.length) {
      // Earlier cells of the row keep the old place alive.
      this.#scratch = new Uint8Array(Math.max(this.#scratch.length * 2, end - start));
      this.#scratchAt = 0;
    }
    const quote = this.#dialect.quote;
    const from = this.#scratchAt;
    let to = from;
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at] ?? 0;
      this.#scratch[to++] = byte;
      if (byte === quote) at++;
    }
    this.#scratchAt = to;
    this.#push(this.#scratch, from, to);
  }

  #push(source: Uint8Array, start: number, end: number): void {
    const row = this.row;
    if (row.count === row.starts.length) {
      row.starts = doubled(row.starts);
      row.ends = doubled(row.ends);
    }
    row.starts[row.count] = start;
    row.ends[row.count] = end;
    row.sources[row.count] = source;
    row.count++;
  }
}

/** The cells of the current row as text. */
export function rowTexts(row: CsvRow): string[] {
  return Array.from({ length: row.count }, (_, i) => {
    const source = row.sources[i] ?? new Uint8Array();
    const start = row.starts[i] ?? 0;
    return Buffer.from(source.buffer, source.byteOffset + start, (row.ends[i] ?? 0) - start).toString('utf8');
  });
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
