import type { JsonValue } from '@parley/contract';
import type { PromptDocument } from '../prompt.ts';
import type { ReaderSource } from '../reader-reply.ts';
import { findNumbers } from './amounts.ts';
import { findDates } from './dates.ts';

const mostSources = 20;

/** The lines of the documents that the found values stand in, in reading order. */
export function findEvidence(known: JsonValue | undefined, documents: PromptDocument[]): ReaderSource[] {
  const wanted = [...leavesOf(known)];
  const sources: ReaderSource[] = [];
  for (const [document, { text }] of documents.entries()) {
    const dates = findDates(text);
    const numbers = findNumbers(text);
    for (const leaf of wanted) {
      const at = placeOf(leaf, text, dates, numbers);
      if (at === undefined) continue;
      const source = { document, ...lineAround(text, at) };
      if (!sources.some((other) => other.document === document && other.start === source.start)) sources.push(source);
    }
  }
  return sources.sort((a, b) => a.document - b.document || a.start - b.start).slice(0, mostSources);
}

function* leavesOf(value: JsonValue | undefined): Generator<string | number> {
  if (typeof value === 'string' || typeof value === 'number') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* leavesOf(item);
  else if (value !== null && typeof value === 'object') for (const item of Object.values(value)) yield* leavesOf(item);
}

function placeOf(
  leaf: string | number,
  text: string,
  dates: ReturnType<typeof findDates>,
  numbers: ReturnType<typeof findNumbers>,
): number | undefined {
  if (typeof leaf === 'number') return numbers.find((number) => number.value === leaf)?.start;
  if (leaf.length < 2) return undefined;
  const at = text.indexOf(leaf);
  if (at >= 0) return at;
  const day = /^\d{4}-\d{2}-\d{2}/.exec(leaf)?.[0];
  if (day !== undefined) return dates.find((date) => date.iso === day)?.start;
  const first = text.indexOf(leaf.slice(0, 12));
  return leaf.length >= 16 && first >= 0 ? first : undefined;
}

/** The line that holds an offset, without the white space at its ends. */
function lineAround(text: string, at: number): { start: number; end: number } {
  const end = text.indexOf('\n', at);
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end);
  const start = text.lastIndexOf('\n', at - 1) + 1 + (line.length - line.trimStart().length);
  return { start, end: start + line.trim().length };
}
