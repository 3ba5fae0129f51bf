import { type CodePoints, contains } from './code-points.ts';
import type { Pattern } from './pattern-syntax.ts';

/** A pattern without alternatives and repeated groups, such as `^https?://[^\s]{1,1900}$`: sets in a row, each counted. */
export interface FlatPattern {
  items: { points: CodePoints; min: number; max: number }[];
  startsAtStart: boolean;
  endsAtEnd: boolean;
}

/** The pattern as a row of counted sets, or null when it is more than that. */
export function toFlatPattern(pattern: Pattern): FlatPattern | null {
  const parts = rowOf(pattern);
  const startsAtStart = isAnchor(parts[0], 'start');
  const endsAtEnd = parts.length > 1 && isAnchor(parts.at(-1), 'end');
  const items: FlatPattern['items'] = [];
  for (const part of parts.slice(startsAtStart ? 1 : 0, endsAtEnd ? -1 : undefined)) {
    const { body, min, max } = part.type === 'repeat' ? part : { body: part, min: 1, max: 1 };
    if (body.type !== 'set') return null;
    items.push({ points: body.points, min, max });
  }
  return { items, startsAtStart, endsAtEnd };
}

/** In time proportional to the text and the number of sets, however high these count. */
export function testFlatPattern({ items, startsAtStart, endsAtEnd }: FlatPattern, text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  /** Places between characters that the sets so far can end at. */
  let reached = new Uint8Array(codes.length + 1).fill(startsAtStart ? 0 : 1);
  reached[0] = 1;
  for (const item of items) reached = advance(reached, codes, item);
  return endsAtEnd ? reached.at(-1) === 1 : reached.includes(1);
}

function advance(
  reached: Uint8Array,
  codes: number[],
  { points, min, max }: FlatPattern['items'][number],
): Uint8Array<ArrayBuffer> {
  const before = new Int32Array(reached.length + 1);
  for (let i = 0; i < reached.length; i++) before[i + 1] = (before[i] ?? 0) + (reached[i] ?? 0);
  const next = new Uint8Array(reached.length);
  /** From here on all characters are in the set. */
  let runStart = 0;
  for (let end = 0; end < reached.length; end++) {
    if (end > 0 && !contains(points, codes[end - 1] ?? 0)) runStart = end;
    const first = Math.max(runStart, end - max);
    const last = end - min;
    if (last >= first && (before[last + 1] ?? 0) > (before[first] ?? 0)) next[end] = 1;
  }
  return next;
}

function rowOf(pattern: Pattern): Pattern[] {
  if (pattern.type === 'group') return rowOf(pattern.body);
  return pattern.type === 'sequence' ? pattern.parts.flatMap(rowOf) : [pattern];
}

function isAnchor(part: Pattern | undefined, at: 'start' | 'end'): boolean {
  return part?.type === 'anchor' && part.at === at;
}
