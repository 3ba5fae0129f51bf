import { isJsonObject, type JsonValue } from '@parley/contract';
import { inPieces } from '../../lib/in-pieces.ts';

/** A number of seconds out of an answer; null for anything else. */
export const readSeconds = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** Pieces of an answer with a beginning and an end, each with its text under one of these names. */
export async function readTimed(list: JsonValue | undefined, names: readonly string[]): Promise<Timed[]> {
  if (!Array.isArray(list)) return [];
  return inPieces(list, (piece) => {
    if (!isJsonObject(piece)) return null;
    const [start, end] = [readSeconds(piece.start), readSeconds(piece.end)];
    const text = names.map((name) => piece[name]).find((value) => typeof value === 'string');
    return start === null || end === null || typeof text !== 'string' ? null : { text, start, end };
  });
}

interface Timed {
  text: string;
  start: number;
  end: number;
}

/** Pieces as words are answered. */
export const wordsOf = (pieces: readonly Timed[]): Promise<{ word: string; start: number; end: number }[]> =>
  inPieces(pieces, ({ text, start, end }) => ({ word: text, start, end }));

/** Words as sentences with their times, for vendors that time words alone. */
export async function segmentsOfWords(words: readonly Timed[]): Promise<Timed[]> {
  let open: Timed | null = null;
  const segments = await inPieces(words, ({ text, start, end }) => {
    const longer: Timed =
      open === null ? { text, start, end } : { text: `${open.text} ${text}`, start: open.start, end };
    const isLong = longer.end - longer.start > longestSegmentSeconds;
    const isWhole = isLong || /[.!?…。！？]["”’)]?$/.test(text);
    open = isWhole ? null : longer;
    return isWhole ? longer : null;
  });
  return open === null ? segments : [...segments, open];
}

const longestSegmentSeconds = 15;
