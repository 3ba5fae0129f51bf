import { RE2JS } from 're2js';
import { SchemaError } from './schema-error.ts';

const longestSource = 500;
/** Beyond this a pattern takes too many steps for each character. */
const mostInstructions = 500;

/** Every place of a text that a pattern meets, in order and without overlaps. Takes time in proportion to the text. */
export type FindPattern = (text: string) => { start: number; end: number }[];

/**
 * Compiles a regular expression of RE2 that somebody outside wrote. Throws a `SchemaError` for one with look-around or back references, for one
 * that is too large, and for what is no expression.
 */
export function compileFinder(source: string, { ignoreCase = false } = {}): FindPattern {
  const shown = JSON.stringify(source.slice(0, 200));
  try {
    if (source.length > longestSource) throw new SyntaxError(`it is longer than ${longestSource} characters`);
    const expression = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    if (expression.programSize() > mostInstructions) throw new SyntaxError('it is too large');
    return (text) => {
      const found: { start: number; end: number }[] = [];
      const matcher = expression.matcher(text);
      while (matcher.find())
        if (matcher.end() > matcher.start()) found.push({ start: matcher.start(), end: matcher.end() });
      return found;
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new SchemaError('invalid_request', `the pattern ${shown} cannot be used: ${error.message}`);
  }
}
