import type { JsonValue } from '@parley/contract';

export interface JsonSoFar {
  /** What is there, without what has only begun, but for texts. */
  value: JsonValue;
  /** Objects and lists that are still open. */
  depth: number;
  /** The last value is a text that goes on. */
  isInText: boolean;
}

const deepest = 60;

/** The beginning of an object or a list in strict JSON, read while it comes: each letter once. */
export class JsonPrefix {
  #text = '';
  #read = 0;
  /** What would close the open objects and lists, the innermost last. */
  readonly #closers: string[] = [];
  #isInString = false;
  #isKey = false;
  #expectsKey = false;
  /** Begins an escape whose end is not there yet, or -1. */
  #escapeAt = -1;
  /** So far the text is whole once the objects and lists that were open there are closed. */
  #whole = { length: 0, closers: '' };
  #isEnded = false;

  get length(): number {
    return this.#text.length;
  }

  /** False once it is no such beginning. */
  push(text: string): boolean {
    this.#text += text;
    for (; this.#read < this.#text.length; this.#read++) {
      const character = this.#text.charAt(this.#read);
      if (this.#isInString) this.#inString(character);
      else if (!this.#outside(character)) return false;
    }
    return true;
  }

  /** Null where it is no JSON, or nothing is there yet. */
  read(): JsonSoFar | null {
    const isInText = this.#isInString && !this.#isKey;
    const text = isInText ? `${this.#openText()}"${this.#closing()}` : this.#wholeText();
    if (text === '') return null;
    try {
      const depth = isInText ? this.#closers.length : this.#whole.closers.length;
      return { value: JSON.parse(text), depth, isInText };
    } catch {
      return null;
    }
  }

  #openText(): string {
    const end = this.#escapeAt >= 0 ? this.#escapeAt : this.#text.length;
    // Half a letter is no letter.
    return this.#text.slice(0, end).replace(/[\ud800-\udbff]$/, '');
  }

  #wholeText(): string {
    const { length, closers } = this.#whole;
    return length === 0 ? '' : this.#text.slice(0, length) + closers;
  }

  #closing(): string {
    return this.#closers.slice().reverse().join('');
  }

  #inString(character: string): void {
    if (this.#escapeAt >= 0) {
      const isUnicode = this.#text.charAt(this.#escapeAt + 1) === 'u';
      if (this.#read - this.#escapeAt >= (isUnicode ? 5 : 1)) this.#escapeAt = -1;
    } else if (character === '\\') this.#escapeAt = this.#read;
    else if (character === '"') {
      this.#isInString = false;
      if (!this.#isKey) this.#mark(1);
    }
  }

  #outside(character: string): boolean {
    if (this.#closers.length === 0 && character !== '{' && character !== '[') {
      // Before it begins and after it has ended only space may stand.
      return /\s/.test(character);
    }
    switch (character) {
      case '{':
      case '[':
        if (this.#isEnded || this.#closers.length >= deepest) return false;
        this.#closers.push(character === '{' ? '}' : ']');
        this.#expectsKey = character === '{';
        this.#mark(1);
        return true;
      case '}':
      case ']':
        // A number ends here without a word of its own.
        if (this.#closers.pop() !== character) return false;
        this.#isEnded = this.#closers.length === 0;
        this.#expectsKey = false;
        this.#mark(1);
        return true;
      case ',':
        this.#mark(0);
        this.#expectsKey = this.#closers.at(-1) === '}';
        return true;
      case ':':
        this.#expectsKey = false;
        return true;
      case '"':
        this.#isInString = true;
        this.#isKey = this.#expectsKey;
        return true;
      default:
        return /[\s\d.eE+\-a-z]/.test(character);
    }
  }

  #mark(more: number): void {
    this.#whole = { length: this.#read + more, closers: this.#closing() };
  }
}
