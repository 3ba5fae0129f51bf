// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** A value of a JSON text, and where it stands; `start` and `end` of a text include its quotation marks. */
export type JsonNode =
  | { type: 'object'; entries: [string, JsonNode][]; start: number; end: number }
  | { type: 'array'; items: JsonNode[]; start: number; end: number }
  | { type: 'scalar'; text: string; start: number; end: number };

const mostCharacters = 2_000_000;
const deepest = 64;

/** Reads a JSON object or list with the place of each value; null for what is neither, or longer than two million characters. */
export const readJson = (text: string): JsonNode | null =>
  text.length > mostCharacters || !/^\s*[[{]/.test(text) ? null : new JsonReader(text).read();

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonNode | null {
    try {
      JSON.parse(this.#text);
    } catch {
      return null;
    }
    return this.#value(0);
  }

  /** The text is known to be JSON. */
  #value(depth: number): JsonNode | null {
    this.#skip();
    const start = this.#at;
    const character = this.#text[start];
    if (depth > deepest) return null;
    if (character === '{' || character === '[') {
      this.#at += 1;
      const entries: [string, JsonNode][] = [];
      const close = character === '{' ? '}' : ']';
      for (this.#skip(); this.#text[this.#at] !== close; this.#skip()) {
        const key = character === '{' ? this.#string() : '';
        this.#skip();
        if (character === '{') this.#at += 1;
        const child = this.#value(depth + 1);
        if (child === null) return null;
        entries.push([key, child]);
        this.#skip();
        if (this.#text[this.#at] === ',') this.#at += 1;
      }
      this.#at += 1;
      if (character === '{') return { type: 'object', entries, start, end: this.#at };
      return { type: 'array', items: entries.map(([, child]) => child), start, end: this.#at };
    }
    if (character === '"') return { type: 'scalar', text: this.#string(), start, end: this.#at };
    const word = /[^\s,\]}]*/y;
    word.lastIndex = start;
    const text = word.exec(this.#text)?.[0] ?? '';
    this.#at = start + Math.max(1, text.length);
    return { type: 'scalar', text: text === 'null' ? '' : text, start, end: this.#at };
  }

  #string(): string {
    const start = this.#at;
    let at = start + 1;
    while (at < this.#text.length && this.#text[at] !== '"') at += this.#text[at] === '\\' ? 2 : 1;
    this.#at = at + 1;
    const value: unknown = JSON.parse(this.#text.slice(start, at + 1));
    return typeof value === 'string' ? value : '';
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? 'x')) this.#at += 1;
  }
}
