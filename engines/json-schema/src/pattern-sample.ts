import type { CodePoints } from './code-points.ts';
import { type CompiledPattern, compilePattern } from './compile-pattern.ts';
import { type Pattern, parsePattern } from './pattern-syntax.ts';

const maxTries = 60;
/** Parts written for one text; loops in loops that write nothing would go on and on. */
const maxSteps = 20_000;

/** Limits of the text that is looked for, in characters. */
export interface SampleLimits {
  minLength?: number;
  maxLength?: number;
}

/**
 * A short text that matches a regular expression, or null when none was found. `start` says where the search begins: the
 * same start gives the same text, other starts give others where there are any.
 */
export function samplePattern(source: string, limits: SampleLimits = {}, start = 0): string | null {
  let pattern: Pattern;
  let expression: CompiledPattern;
  try {
    pattern = parsePattern(source);
    expression = compilePattern(source);
  } catch {
    return null;
  }
  const min = limits.minLength ?? 0;
  const max = limits.maxLength ?? Number.POSITIVE_INFINITY;
  for (let attempt = start; attempt < start + maxTries; attempt++) {
    const text = new Sampler(attempt).write(pattern);
    for (const candidate of [text, stretched(text, min)]) {
      const length = [...candidate].length;
      if (length >= min && length <= max && expression.test(candidate)) return candidate;
    }
  }
  return null;
}

/** A pattern without an end may go on with anything. */
function stretched(text: string, min: number): string {
  const missing = min - [...text].length;
  return missing > 0 ? text + (/\d$/.test(text) ? '0' : 'a').repeat(missing) : text;
}

/** Writes one text per attempt: the attempt decides how often loops run and which options are taken. */
class Sampler {
  readonly #attempt: number;
  #choices = 0;
  #steps = 0;
  readonly #groups = new Map<number, string>();

  constructor(attempt: number) {
    this.#attempt = attempt;
  }

  write(pattern: Pattern): string {
    if (++this.#steps > maxSteps) return '';
    switch (pattern.type) {
      case 'set':
        return this.#character(pattern.points);
      case 'sequence':
        return pattern.parts.map((part) => this.write(part)).join('');
      case 'choice': {
        const index = (this.#attempt + (this.#attempt > 3 ? this.#choices++ : 0)) % pattern.options.length;
        const option = pattern.options[index];
        return option ? this.write(option) : '';
      }
      case 'repeat': {
        const extra = this.#attempt % 12;
        const count = Math.min(pattern.max, pattern.min + extra, Math.max(pattern.min, 400));
        let text = '';
        for (let i = 0; i < count && text.length < 10_000 && this.#steps <= maxSteps; i++)
          text += this.write(pattern.body);
        return text;
      }
      case 'group': {
        const text = this.write(pattern.body);
        this.#groups.set(pattern.index, text);
        return text;
      }
      case 'back-reference':
        return this.#groups.get(pattern.index) ?? '';
      case 'look':
        // What is looked for ahead often is what comes next; the test afterwards decides.
        return this.#attempt % 2 === 1 && !pattern.isNegated ? this.write(pattern.body) : '';
      case 'anchor':
        return '';
    }
  }

  /** Letters and digits before signs, signs before anything else. */
  #character(points: CodePoints): string {
    const preferred = 'a0A1b2B_- ./@:x,';
    const offset = this.#attempt > 12 ? this.#choices++ + this.#attempt : 0;
    for (let i = 0; i < preferred.length; i++) {
      const character = preferred[(i + offset) % preferred.length] ?? 'a';
      const code = character.charCodeAt(0);
      if (points.some(([low, high]) => low <= code && code <= high)) return character;
    }
    const [first] = points;
    return first ? String.fromCodePoint(first[0]) : '';
  }
}
