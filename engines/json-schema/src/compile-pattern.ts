import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { testFlatPattern, toFlatPattern } from './flat-pattern.ts';
import { type Pattern, parsePattern } from './pattern-syntax.ts';
import { SchemaError } from './schema-error.ts';
import { toLinearSyntax } from './to-linear-syntax.ts';

/** A pattern that takes time in proportion to the text, whatever the text. */
export interface CompiledPattern {
  /** The most steps of about 50 ns that one character of a text takes; 1 to 2,000. */
  readonly size: number;
  /** Whether the pattern matches anywhere in the text. False when that would take more than about 250 ms to say. */
  test(text: string): boolean;
}

const maxSourceLength = 5000;
const maxFlatItems = 1000;
const maxSteps = 5_000_000;
/** Of the automaton that the engine builds while it reads; it starts anew beyond. */
const automatonBytes = 256 * 1024;
const compiled = new LRUCache<string, CompiledPattern | SchemaError>({
  max: 1000,
  maxSize: 50_000,
  sizeCalculation: (pattern) => (pattern instanceof SchemaError ? 1 : pattern.size),
});

/**
 * Compiles a regular expression of ECMA-262 as somebody outside wrote it, to be matched in linear time. It is read as with
 * the flag `u`, but escapes that only the older syntax allows are understood too. Throws a `SchemaError`
 * (`schema_not_supported`) for what cannot be matched in linear time: back references, look-behind, look-ahead anywhere but
 * right behind a leading `^`, and patterns larger than 2,000 instructions; and `invalid_request` for what is no expression.
 */
export function compilePattern(source: string): CompiledPattern {
  let result = compiled.get(source);
  if (!result) {
    result = compileFresh(source);
    compiled.set(source, result);
  }
  if (result instanceof SchemaError) throw result;
  return result;
}

function compileFresh(source: string): CompiledPattern | SchemaError {
  const shown = JSON.stringify(source.slice(0, 200));
  try {
    if (source.length > maxSourceLength) throw new SyntaxError(`it is longer than ${maxSourceLength} characters`);
    const problem = syntaxProblem(source);
    if (problem !== null)
      return new SchemaError('invalid_request', `the pattern ${shown} is not a regular expression: ${problem}`);
    const pattern = parsePattern(source);
    return flatOrNull(pattern) ?? new LinearPattern(pattern);
  } catch (error) {
    // RE2JS throws errors of its own for what the parser let through; a RangeError tells of a pattern nested too deeply.
    if (!(error instanceof Error)) throw error;
    const title = `the pattern ${shown} cannot be used`;
    return new SchemaError('schema_not_supported', title, error.message);
  }
}

/** What the language itself says against it, in either syntax; null for nothing. It is only read here, never run. */
function syntaxProblem(source: string): string | null {
  let problem: string | null = null;
  for (const flags of ['u', '']) {
    try {
      // such as: /x/u
      new RegExp(source, flags);
      return null;
    } catch (error) {
      problem = error instanceof Error ? (error.message.split(': ').at(-1) ?? '') : String(error);
    }
  }
  return problem;
}

/** One alternative: all conditions at its start, then the rest. */
interface Alternative {
  expressions: { expression: RE2JS; isNegated: boolean }[];
}

class LinearPattern implements CompiledPattern {
  readonly size: number;
  readonly #alternatives: Alternative[];

  constructor(pattern: Pattern) {
    const parts = toLinearSyntax(pattern);
    this.size = Math.max(1, parts.size);
    this.#alternatives = parts.alternatives.map((conditions) => ({
      expressions: conditions.map(({ source, isNegated }) => ({ expression: compileLinear(source), isNegated })),
    }));
  }

  test(text: string): boolean {
    if (text.length * this.size > maxSteps) return false;
    return this.#alternatives.some(({ expressions }) =>
      expressions.every(({ expression, isNegated }) => expression.test(text) !== isNegated),
    );
  }
}

function compileLinear(source: string): RE2JS {
  const expression = RE2JS.compile(source);
  const automaton = expression.re2().dfa;
  automaton.stateBudget = automatonBytes;
  automaton.memBudget = automatonBytes;
  return expression;
}

/** Most patterns are a row of counted sets and need no engine. */
function flatOrNull(pattern: Pattern): CompiledPattern | null {
  const flat = toFlatPattern(pattern);
  if (!flat || flat.items.length > maxFlatItems) return null;
  const size = 1 + flat.items.length;
  return { size, test: (text) => text.length * size <= maxSteps && testFlatPattern(flat, text) };
}
