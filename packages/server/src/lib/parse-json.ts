import { stringEnd } from './json-members.ts';
import { Turn } from './turn.ts';

/** Characters that are parsed at once. */
const pieceLength = 64 * 1024;
/** How long the event loop is held between two turns. */
const sliceMs = 6;
/** Deeper than this nothing is taken apart. */
const deepest = 64;

/**
 * What `JSON.parse` gives, for texts of many megabytes: long lists and objects are parsed a piece at a time, with the event loop free between
 * pieces. Throws `SyntaxError` as it does.
 */
export async function parseJson(text: string): Promise<unknown> {
  if (text.length <= pieceLength) return JSON.parse(text);
  return await new Pieces(text).read(0, text.length, 0);
}

const space = /[ \t\n\r]/;
const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];

class Pieces {
  readonly #text: string;
  readonly #turn = new Turn(sliceMs);

  constructor(text: string) {
    this.#text = text;
  }

  /** The value that stands between two places. */
  async read(from: number, to: number, depth: number): Promise<unknown> {
    let [start, end] = [from, to];
    while (start < end && space.test(this.#text.charAt(start))) start++;
    while (end > start && space.test(this.#text.charAt(end - 1))) end--;
    const first = this.#text.charAt(start);
    const isTaken = (first === '[' || first === '{') && end - start > pieceLength && depth < deepest;
    if (!isTaken) return this.#whole(start, end);
    if (this.#text.charAt(end - 1) !== (first === '[' ? ']' : '}')) throw this.#broken(end - 1);
    return first === '[' ? this.#list(start + 1, end - 1, depth) : this.#object(start + 1, end - 1, depth);
  }

  async #list(from: number, to: number, depth: number): Promise<unknown[]> {
    const list: unknown[] = [];
    const add = async (start: number, end: number) => {
      if (start > end) return;
      const items = this.#several(start, end);
      // Nothing stands between two commas.
      if (items.length === 0 && (start > from || end < to)) throw this.#broken(start);
      for (const item of items) list.push(item);
      await this.#turn.next();
    };
    let begin = from;
    for (let start = from; ; ) {
      const end = await this.#valueEnd(start, to);
      if (end - start > pieceLength) {
        await add(begin, start - 1);
        list.push(await this.read(start, end, depth + 1));
        begin = end + 1;
      } else if (end - begin > pieceLength) {
        await add(begin, start - 1);
        begin = start;
      }
      if (end >= to) break;
      start = end + 1;
    }
    await add(begin, to);
    return list;
  }

  async #object(from: number, to: number, depth: number): Promise<object> {
    const object = {};
    for (let start = from; ; ) {
      const end = await this.#valueEnd(start, to);
      const nameEnd = this.#nameEnd(start, end);
      let at = nameEnd;
      while (at < end && space.test(this.#text.charAt(at))) at++;
      if (this.#text.charCodeAt(at) !== colon) throw this.#broken(at);
      const name: unknown = JSON.parse(this.#text.slice(start, nameEnd));
      const value = await this.read(at + 1, end, depth + 1);
      // As JSON.parse does, also for a member that is called `__proto__`.
      Object.defineProperty(object, String(name), { value, enumerable: true, configurable: true, writable: true });
      await this.#turn.next();
      if (end >= to) return object;
      start = end + 1;
    }
  }

  /** Behind the name with which a member begins. */
  #nameEnd(from: number, to: number): number {
    let at = from;
    while (at < to && space.test(this.#text.charAt(at))) at++;
    const end = this.#text.charCodeAt(at) === quote ? stringEnd(this.#text, at) : -1;
    if (end === -1 || end > to) throw this.#broken(at);
    return end;
  }

  /** The comma behind the value that begins here, or where what it stands in ends. */
  async #valueEnd(from: number, to: number): Promise<number> {
    let depth = 0;
    let isInString = false;
    let pause = from + pieceLength;
    for (let at = from; at < to; at++) {
      if (at >= pause) {
        pause = at + pieceLength;
        await this.#turn.next();
      }
      const code = this.#text.charCodeAt(at);
      if (isInString) {
        if (code === backslash) at++;
        else if (code === quote) isInString = false;
      } else if (code === quote) {
        const next = this.#text.indexOf('"', at + 1);
        if (next === -1) throw this.#broken(from);
        // Where it may be escaped, letter by letter, with turns: one string may be most of a text of megabytes.
        if (this.#text.charCodeAt(next - 1) === backslash) isInString = true;
        else at = next;
      } else if (code === 0x7b || code === 0x5b) depth++;
      else if (code === 0x7d || code === 0x5d) depth--;
      else if (code === comma && depth === 0) return at;
    }
    if (isInString) throw this.#broken(from);
    return to;
  }

  #whole(start: number, end: number): unknown {
    return JSON.parse(this.#text.slice(start, end));
  }

  #several(start: number, end: number): unknown[] {
    return JSON.parse(`[${this.#text.slice(start, end)}]`);
  }

  #broken(at: number): SyntaxError {
    return new SyntaxError(`Unexpected token in JSON at position ${at}`);
  }
}
