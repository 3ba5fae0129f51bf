import type { CodePoints } from './code-points.ts';
import type { Pattern } from './pattern-syntax.ts';

/** A pattern as alternatives of conditions, each in the syntax of RE2; one alternative must hold with all its conditions. */
export interface LinearSyntax {
  alternatives: { source: string; isNegated: boolean }[][];
  /** Instructions, about. */
  size: number;
}

const maxSize = 2000;
const maxCount = 1000;

/**
 * Writes a pattern in the syntax of RE2, every set as its code points, so that it means the same. Look-ahead right behind a
 * leading `^` becomes a condition of its own; throws a `SyntaxError` for what RE2 cannot express.
 */
export function toLinearSyntax(pattern: Pattern): LinearSyntax {
  const size = sizeOf(pattern);
  if (size > maxSize) throw new SyntaxError(`it is larger than ${maxSize} instructions`);
  return { alternatives: optionsOf(pattern).map(conditionsOf), size: Math.ceil(size) };
}

function optionsOf(pattern: Pattern): Pattern[] {
  if (pattern.type === 'group') return optionsOf(pattern.body);
  return pattern.type === 'choice' && pattern.options.some(hasLook) ? pattern.options.flatMap(optionsOf) : [pattern];
}

function hasLook(pattern: Pattern): boolean {
  switch (pattern.type) {
    case 'look':
      return true;
    case 'sequence':
      return pattern.parts.some(hasLook);
    case 'choice':
      return pattern.options.some(hasLook);
    case 'repeat':
    case 'group':
      return hasLook(pattern.body);
    default:
      return false;
  }
}

function conditionsOf(option: Pattern): { source: string; isNegated: boolean }[] {
  const parts = flatten(option);
  const conditions: { source: string; isNegated: boolean }[] = [];
  let isAnchored = false;
  while (parts.length > 0) {
    const [part] = parts;
    if (part?.type === 'anchor' && part.at === 'start') isAnchored = true;
    else if (isAnchored && part?.type === 'look' && part.isAhead) {
      conditions.push({ source: `^(?:${write(part.body)})`, isNegated: part.isNegated });
    } else break;
    parts.shift();
  }
  const rest = parts.map(write).join('');
  return [{ source: isAnchored ? `^(?:${rest})` : rest, isNegated: false }, ...conditions];
}

/** The parts of a sequence, also of sequences in groups that are not repeated. */
function flatten(pattern: Pattern): Pattern[] {
  if (pattern.type === 'group' && pattern.body.type !== 'choice') return flatten(pattern.body);
  return pattern.type === 'sequence' ? pattern.parts.flatMap(flatten) : [pattern];
}

function write(pattern: Pattern): string {
  switch (pattern.type) {
    case 'set':
      return writeSet(pattern.points);
    case 'sequence':
      return pattern.parts.map(write).join('');
    case 'choice':
      return `(?:${pattern.options.map(write).join('|')})`;
    case 'group':
      return `(?:${write(pattern.body)})`;
    case 'repeat':
      return writeRepeat(`(?:${write(pattern.body)})`, pattern.min, pattern.max);
    case 'anchor':
      return { start: '\\A', end: '\\z', word: '\\b', 'not-word': '\\B' }[pattern.at];
    case 'look':
      throw new SyntaxError(
        pattern.isAhead ? 'it looks ahead elsewhere than right behind a leading ^' : 'it looks behind',
      );
    case 'back-reference':
      throw new SyntaxError('it has a back reference');
  }
}

/** RE2 counts to 1,000 at most. */
function writeRepeat(body: string, min: number, max: number): string {
  if (min > maxCount) return `${body}{${maxCount}}${writeRepeat(body, min - maxCount, max - maxCount)}`;
  if (max === Number.POSITIVE_INFINITY) return `${body}{${min},}`;
  if (max > maxCount) return `${body}{${min},${maxCount}}${writeRepeat(body, 0, max - maxCount)}`;
  return `${body}{${min},${max}}`;
}

function writeSet(points: CodePoints): string {
  if (points.length === 0) return '[^\\x{0}-\\x{10FFFF}]';
  return `[${points.map(([low, high]) => (low === high ? hex(low) : `${hex(low)}-${hex(high)}`)).join('')}]`;
}

function hex(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

function sizeOf(pattern: Pattern): number {
  switch (pattern.type) {
    case 'set':
      return 1 + pattern.points.length / 50;
    case 'sequence':
      return pattern.parts.reduce((sum, part) => sum + sizeOf(part), 0);
    case 'choice':
      return pattern.options.reduce((sum, option) => sum + 1 + sizeOf(option), 0);
    case 'group':
    case 'look':
      return 1 + sizeOf(pattern.body);
    case 'repeat': {
      const count = pattern.max === Number.POSITIVE_INFINITY ? pattern.min + 1 : pattern.max;
      return 1 + Math.max(1, count) * (sizeOf(pattern.body) + 1);
    }
    case 'anchor':
    case 'back-reference':
      return 1;
  }
}
