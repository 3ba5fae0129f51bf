import type { JsonObject, JsonValue } from '@parley/contract';
import { define, literals, maxDepth, quotePairs, readNumber, simpleEscapes, Unreadable } from './lenient-json-words.ts';

/**
 * Reads one JSON value as a patient person would. Members that the end of the text cuts in two are left out and
 * `isTruncated` is set; brackets that were never closed are closed.
 */
export class LenientReader {
  isTruncated = false;
  position: number;
  readonly #text: string;
  #depth = 0;
  /** Ends of comments that do not come any more. */
  readonly #missing = new Set<string>();

  constructor(text: string, position = 0) {
    this.#text = text;
    this.position = position;
  }

  /** The value at the position, or undefined when there is none; afterwards `position` is behind it. */
  read(): JsonValue | undefined {
    try {
      return this.#value();
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }

  #value(): JsonValue | undefined {
    this.#skip();
    const character = this.#peek();
    if (character === '') return undefined;
    if (character === '{' || character === '[') {
      if (++this.#depth > maxDepth) throw new Unreadable('too deep');
      const value = character === '{' ? this.#object() : this.#array();
      this.#depth--;
      return value;
    }
    if (quotePairs[character]) return this.#concatenated();
    return this.#bare();
  }

  #object(): JsonObject {
    const result: JsonObject = {};
    this.position++;
    for (;;) {
      this.#skipSeparators();
      if (this.#peek() === '') this.isTruncated = true;
      if (this.#peek() === '' || this.#eat('}')) return result;
      if (this.#peek() === ']') return result;
      const key = this.#key();
      if (key === undefined) return result;
      this.#skip();
      if (!this.#eat('=>') && !this.#eat(':') && !this.#eat('=')) {
        if (this.#peek() === '') this.isTruncated = true;
        // A name without a value is half a member at the end, and no object at all elsewhere.
        if (this.isTruncated) return result;
        throw new Unreadable('no colon');
      }
      this.#skip();
      if (/[,}]/.test(this.#peek())) {
        define(result, key, null);
        continue;
      }
      const value = this.#value();
      if (value === undefined) return result;
      define(result, key, value);
    }
  }

  #array(): JsonValue[] {
    const result: JsonValue[] = [];
    this.position++;
    for (;;) {
      this.#skipSeparators();
      if (this.#peek() === '') this.isTruncated = true;
      if (this.#peek() === '' || this.#eat(']')) return result;
      if (this.#peek() === '}') return result;
      const value = this.#value();
      if (value === undefined) return result;
      result.push(value);
    }
  }

  #key(): string | undefined {
    if (quotePairs[this.#peek()]) return this.#string(true);
    const match = /[^\s:={}[\],"'`]+/uy;
    match.lastIndex = this.position;
    const found = match.exec(this.#text)?.[0];
    if (found === undefined) throw new Unreadable('no key');
    this.position += found.length;
    return found;
  }

  /** `"a" + "b"`, as some models write long strings. */
  #concatenated(): string | undefined {
    let value = this.#string(false);
    for (;;) {
      if (value === undefined) return undefined;
      const before = this.position;
      this.#skip();
      if (!this.#eat('+')) {
        this.position = before;
        return value;
      }
      this.#skip();
      if (!quotePairs[this.#peek()]) return value;
      const more = this.#string(false);
      if (more === undefined) return undefined;
      value += more;
    }
  }

  #string(isKey: boolean): string | undefined {
    const open = this.#peek();
    if (open === '"' && this.#text.startsWith('"""', this.position) && !isKey) return this.#tripleQuoted();
    const close = quotePairs[open] ?? open;
    let start = ++this.position;
    let value = '';
    while (this.position < this.#text.length) {
      const character = this.#peek();
      if (character === '\\') {
        value += this.#text.slice(start, this.position) + this.#escape();
        start = this.position;
      } else if (character === close && this.#endsString(isKey)) {
        return value + this.#text.slice(start, this.position++);
      } else this.position++;
    }
    this.isTruncated = true;
    return undefined;
  }

  #tripleQuoted(): string | undefined {
    const end = this.#text.indexOf('"""', this.position + 3);
    if (end < 0) {
      this.position = this.#text.length;
      this.isTruncated = true;
      return undefined;
    }
    const value = this.#text.slice(this.position + 3, end);
    this.position = end + 3;
    return value;
  }

  /** A quote ends a string when what follows could follow a string; otherwise someone forgot to escape it. */
  #endsString(isKey: boolean): boolean {
    const blank = /\s*/y;
    blank.lastIndex = this.position + 1;
    blank.test(this.#text);
    const after = blank.lastIndex;
    const character = this.#text[after] ?? '';
    if (character === '') return true;
    if (isKey) return character === ':' || character === '=';
    if (character === '}' || character === ']') return true;
    if (character === ',') return this.#startsMember(after + 1);
    if (character === '+' || character === '#') return true;
    if (character === '/') return /[/*]/.test(this.#text[after + 1] ?? '');
    // A missing comma: the next member begins on its own line.
    const gap = this.#text.slice(this.position + 1, after);
    return gap.includes('\n') && (quotePairs[character] !== undefined || /[{[\d\-a-zA-Z]/.test(character))
      ? true
      : quotePairs[character] !== undefined && gap.length > 0 && this.#isQuotedKey(after);
  }

  #isQuotedKey(at: number): boolean {
    const key = /(["'])[^"'\n]{1,100}\1\s*:/y;
    key.lastIndex = at;
    return key.test(this.#text);
  }

  /** After a comma: a further member, a closing bracket, a comment or the end. Prose goes on with words. */
  #startsMember(at: number): boolean {
    const member =
      /\s*(?:$|["'`“‘{[\]}\d\-/#.]|(?:true|false|null|True|False|None|NaN|undefined)\b|[A-Za-z_$][\w$-]*\s*[:=])/y;
    member.lastIndex = at;
    return member.test(this.#text);
  }

  #escape(): string {
    const character = this.#text[this.position + 1] ?? '';
    this.position += 2;
    const simple = simpleEscapes[character];
    if (simple !== undefined) return simple;
    if (character === 'u' || character === 'x') {
      const length = character === 'u' ? 4 : 2;
      const digits = this.#text.slice(this.position, this.position + length);
      if (digits.length === length && /^[\da-f]+$/i.test(digits)) {
        this.position += length;
        return String.fromCharCode(Number.parseInt(digits, 16));
      }
      return character;
    }
    if (character === '\n') return '';
    return character;
  }

  #bare(): JsonValue | undefined {
    const number = /-?\d{1,15}(?=[,\]}\s])/y;
    number.lastIndex = this.position;
    const digits = number.exec(this.#text)?.[0];
    if (digits !== undefined) {
      this.position += digits.length;
      return Number(digits);
    }
    const token = /[^\s,{}[\]"'`:]+/uy;
    token.lastIndex = this.position;
    const found = token.exec(this.#text)?.[0];
    if (found === undefined) throw new Unreadable('no value');
    const end = this.position + found.length;
    const isCut = end >= this.#text.length;
    const literal = Object.hasOwn(literals, found) ? literals[found] : readNumber(found);
    if (literal !== undefined && !(isCut && typeof literal === 'number')) {
      this.position = end;
      return literal;
    }
    if (isCut) {
      this.position = end;
      this.isTruncated = true;
      return undefined;
    }
    return this.#wrapped(found, end) ?? this.#words();
  }

  /** `ObjectId("…")`, `Date("…")`, `set([...])`: the argument is the value. */
  #wrapped(name: string, end: number): JsonValue | undefined {
    const call = /([A-Za-z_$][\w$.]*)\(\s*/y;
    call.lastIndex = this.position;
    const match = call.exec(this.#text);
    if (!match || !name.includes('(')) return undefined;
    this.position += match[0].length;
    if (++this.#depth > maxDepth) throw new Unreadable('too deep');
    const value = this.#value();
    this.#depth--;
    this.#skip();
    if (!this.#eat(')')) this.position = Math.max(this.position, end);
    return value;
  }

  /** An unquoted string up to the end of the member. */
  #words(): JsonValue {
    const words = /[^,{}[\]\n"]+/uy;
    words.lastIndex = this.position;
    const found = words.exec(this.#text)?.[0];
    if (found === undefined) throw new Unreadable('no value');
    this.position += found.length;
    return found.trim();
  }

  #peek(): string {
    return this.#text[this.position] ?? '';
  }

  #eat(text: string): boolean {
    if (!this.#text.startsWith(text, this.position)) return false;
    this.position += text.length;
    return true;
  }

  #skipSeparators(): void {
    for (;;) {
      this.#skip();
      const character = this.#peek();
      if (character === ',' || character === ';' || character === '…') this.position++;
      else if (character !== '.' || !this.#eat('...')) return;
    }
  }

  /** White space and comments. Runs before every token, so a look at the code of the character comes first. */
  #skip(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.position);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) this.position++;
      else if (code > 0x20 && code < 0x7f && code !== 0x2f && code !== 0x23 && code !== 0x3c) return;
      else if (!this.#skipOne()) return;
    }
  }

  /** One odd blank or comment; false when there is none. */
  #skipOne(): boolean {
    if (this.#text.startsWith('/*', this.position)) return this.#skipPast('*/');
    if (this.#text.startsWith('<!--', this.position)) return this.#skipPast('-->');
    const blank = /[\s\u200b\ufeff]+|(?:\/\/|#)[^\n]*/uy;
    blank.lastIndex = this.position;
    const found = blank.exec(this.#text)?.[0];
    if (!found) return false;
    this.position += found.length;
    return true;
  }

  /** A mark that is not there is looked for once: a text of many openings must not be read to its end for each. */
  #skipPast(mark: '*/' | '-->'): boolean {
    if (this.#missing.has(mark)) return false;
    const end = this.#text.indexOf(mark, this.position);
    if (end < 0) this.#missing.add(mark);
    else this.position = end + mark.length;
    return end >= 0;
  }
}
