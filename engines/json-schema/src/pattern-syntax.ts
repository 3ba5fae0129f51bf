import { type CodePoints, complement, union } from './code-points.ts';
import { propertyPoints } from './unicode-properties.ts';

/** A regular expression as ECMAScript reads it, reduced to what analysis and generation need. */
export type Pattern =
  | { type: 'set'; points: CodePoints }
  | { type: 'sequence'; parts: Pattern[] }
  | { type: 'choice'; options: Pattern[] }
  | { type: 'repeat'; body: Pattern; min: number; max: number }
  | { type: 'anchor'; at: 'start' | 'end' | 'word' | 'not-word' }
  | { type: 'look'; body: Pattern; isAhead: boolean; isNegated: boolean }
  | { type: 'group'; body: Pattern; index: number }
  | { type: 'back-reference'; index: number };

const lineEnds: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const digits: CodePoints = [[0x30, 0x39]];
const wordPoints: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const spaces: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const controlEscapes: Record<string, number> = { n: 10, r: 13, t: 9, v: 11, f: 12, '0': 0 };

/** Parses the source of a regular expression; throws a `SyntaxError` on what it cannot read. */
export function parsePattern(source: string): Pattern {
  const reader = new PatternReader(source);
  const pattern = reader.choice();
  if (!reader.atEnd) throw new SyntaxError(`unexpected "${reader.peek}" in the pattern`);
  return pattern;
}

class PatternReader {
  readonly #points: string[];
  #position = 0;
  #groups = 0;
  #depth = 0;

  constructor(source: string) {
    this.#points = [...source];
  }

  get atEnd(): boolean {
    return this.#position >= this.#points.length;
  }

  get peek(): string {
    return this.#points[this.#position] ?? '';
  }

  choice(): Pattern {
    if (++this.#depth > 100) throw new SyntaxError('the pattern is nested too deeply');
    const options = [this.#sequence()];
    while (this.#eat('|')) options.push(this.#sequence());
    this.#depth--;
    return options.length === 1 && options[0] ? options[0] : { type: 'choice', options };
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    while (!this.atEnd && this.peek !== '|' && this.peek !== ')') parts.push(this.#repeated(this.#atom()));
    return parts.length === 1 && parts[0] ? parts[0] : { type: 'sequence', parts };
  }

  #repeated(body: Pattern): Pattern {
    const bounds = this.#bounds();
    if (!bounds) return body;
    this.#eat('?');
    return { type: 'repeat', body, ...bounds };
  }

  #bounds(): { min: number; max: number } | null {
    if (this.#eat('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#eat('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#eat('?')) return { min: 0, max: 1 };
    if (this.peek !== '{') return null;
    const ahead = this.#points.slice(this.#position, this.#position + 24).join('');
    const match = /^\{(\d+)(,(\d*))?\}/.exec(ahead);
    if (!match) return null;
    this.#position += match[0].length;
    const min = Number(match[1]);
    if (match[2] === undefined) return { min, max: min };
    return { min, max: match[3] ? Number(match[3]) : Number.POSITIVE_INFINITY };
  }

  #atom(): Pattern {
    const character = this.#next();
    if (character === '(') return this.#group();
    if (character === '[') return { type: 'set', points: this.#class() };
    if (character === '.') return { type: 'set', points: complement(lineEnds) };
    if (character === '^') return { type: 'anchor', at: 'start' };
    if (character === '$') return { type: 'anchor', at: 'end' };
    if (character === '\\') return this.#escape();
    if (character === '*' || character === '+' || character === '?') throw new SyntaxError('nothing to repeat');
    return { type: 'set', points: single(character) };
  }

  #group(): Pattern {
    let result: Pattern;
    if (this.#eat('?:')) result = this.choice();
    else if (this.#eat('?=')) result = { type: 'look', body: this.choice(), isAhead: true, isNegated: false };
    else if (this.#eat('?!')) result = { type: 'look', body: this.choice(), isAhead: true, isNegated: true };
    else if (this.#eat('?<=')) result = { type: 'look', body: this.choice(), isAhead: false, isNegated: false };
    else if (this.#eat('?<!')) result = { type: 'look', body: this.choice(), isAhead: false, isNegated: true };
    else {
      if (this.#eat('?<')) while (!this.atEnd && this.#next() !== '>');
      else if (this.peek === '?') throw new SyntaxError('unknown kind of group');
      const index = ++this.#groups;
      result = { type: 'group', body: this.choice(), index };
    }
    if (!this.#eat(')')) throw new SyntaxError('a group is not closed');
    return result;
  }

  #escape(): Pattern {
    if (this.#eat('b')) return { type: 'anchor', at: 'word' };
    if (this.#eat('B')) return { type: 'anchor', at: 'not-word' };
    if (this.#eat('k<')) {
      while (!this.atEnd && this.#next() !== '>');
      return { type: 'back-reference', index: 0 };
    }
    if (/[1-9]/.test(this.peek)) {
      let number = '';
      while (/\d/.test(this.peek)) number += this.#next();
      return { type: 'back-reference', index: Number(number) };
    }
    return { type: 'set', points: this.#escapedSet() };
  }

  #escapedSet(): CodePoints {
    const character = this.#next();
    if (character === 'd') return digits;
    if (character === 'D') return complement(digits);
    if (character === 'w') return wordPoints;
    if (character === 'W') return complement(wordPoints);
    if (character === 's') return spaces;
    if (character === 'S') return complement(spaces);
    if ((character === 'p' || character === 'P') && this.peek === '{') return this.#property(character);
    if (character === 'x' || character === 'u') return this.#hexadecimal(character);
    if (character === 'c' && /[a-z]/i.test(this.peek)) {
      const code = this.#next().charCodeAt(0) % 32;
      return [[code, code]];
    }
    const control = controlEscapes[character];
    if (control !== undefined) return [[control, control]];
    if (character === '') throw new SyntaxError('the pattern ends in a backslash');
    return single(character);
  }

  #hexadecimal(kind: string): CodePoints {
    const ahead = this.#points.slice(this.#position, this.#position + 10).join('');
    const match = (kind === 'x' ? /^([\da-f]{2})/i : /^(?:([\da-f]{4})|\{([\da-f]{1,6})\})/i).exec(ahead);
    if (!match) return single(kind);
    this.#position += match[0].length;
    const code = Number.parseInt(match[1] ?? match[2] ?? '0', 16);
    return [[code, code]];
  }

  #property(kind: string): CodePoints {
    let name = '';
    while (!this.atEnd && !name.endsWith('}')) name += this.#next();
    return propertyPoints(`\\${kind}${name}`);
  }

  #class(): CodePoints {
    const isNegated = this.#eat('^');
    const sets: CodePoints[] = [];
    while (!this.#eat(']')) {
      if (this.atEnd) throw new SyntaxError('a character class is not closed');
      const low = this.#classItem();
      if (this.peek === '-' && this.#points[this.#position + 1] !== ']' && isSingle(low)) {
        this.#next();
        const high = this.#classItem();
        if (isSingle(high)) sets.push([[low[0][0], Math.max(low[0][0], high[0][0])]]);
        else sets.push(low, single('-'), high);
      } else sets.push(low);
    }
    const points = union(...sets);
    return isNegated ? complement(points) : points;
  }

  #classItem(): CodePoints {
    const character = this.#next();
    if (character !== '\\') return single(character);
    if (this.#eat('b')) return [[8, 8]];
    return this.#escapedSet();
  }

  #next(): string {
    return this.#points[this.#position++] ?? '';
  }

  #eat(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.#points[this.#position + i] !== text[i]) return false;
    // `(?<` begins a name, but also `(?<=` and `(?<!`, which were tried before.
    this.#position += text.length;
    return true;
  }
}

function single(character: string): CodePoints {
  const code = character.codePointAt(0) ?? 0;
  return [[code, code]];
}

function isSingle(points: CodePoints): points is readonly [readonly [number, number]] {
  return points.length === 1 && points[0] !== undefined && points[0][0] === points[0][1];
}
