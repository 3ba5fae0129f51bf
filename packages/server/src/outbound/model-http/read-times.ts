import { isJsonObject, type JsonValue } from '@parley/contract';

/** A number of seconds out of an answer; null for anything else. */
export const readSeconds = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** Pieces of an answer with a beginning and an end, each with its text under one of these names. */
export function readTimed(
  list: JsonValue | undefined,
  names: readonly string[],
): { text: string; start: number; end: number }[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((piece) => {
    if (!isJsonObject(piece)) return [];
    const [start, end] = [readSeconds(piece.start), readSeconds(piece.end)];
    const text = names.map((name) => piece[name]).find((value) => typeof value === 'string');
    return start === null || end === null || typeof text !== 'string' ? [] : [{ text, start, end }];
  });
}

/** Words as sentences with their times, for vendors that time words alone. */
export function segmentsOfWords(words: readonly { text: string; start: number; end: number }[]) {
  const segments: { text: string; start: number; end: number }[] = [];
  let open: { text: string; start: number; end: number } | null = null;
  for (const { text, start, end } of words) {
    open = open === null ? { text, start, end } : { text: `${open.text} ${text}`, start: open.start, end };
    const isLong = open.end - open.start > longestSegmentSeconds;
    if (isLong || /[.!?…。！？]["”’)]?$/.test(text)) {
      segments.push(open);
      open = null;
    }
  }
  return open === null ? segments : [...segments, open];
}

const longestSegmentSeconds = 15;
