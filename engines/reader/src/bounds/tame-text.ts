import { longestGroup, longestUnbroken, mostOfSameCharacter, mostOfSameGroup } from './bounds.ts';

/** A text without what nobody reads, and where each place of it stands in the text as it was given. */
export interface TamedText {
  text: string;
  /** The place in the given text. */
  toGiven: (at: number) => number;
  /** The place in the tamed text; of what was left out the place behind which it stood. */
  toTamed: (at: number) => number;
}

/** A stretch that was left out: where it begins in the given text, and how long it is. */
interface Gap {
  start: number;
  length: number;
}

/**
 * Shortens runs of one character, of a short group of characters, and stretches without a space to what texts that people write have
 * of them. Undefined where there is nothing to shorten, which is nearly always. One pass, whatever stands in the text.
 */
export function tameText(given: string): TamedText | undefined {
  const gaps = gapsOf(given);
  if (gaps.length === 0) return undefined;
  const parts: string[] = [];
  /** Where each gap stands in the tamed text, and how much is left out up to its end. */
  const places: number[] = [];
  const sums: number[] = [];
  let from = 0;
  let leftOut = 0;
  for (const { start, length } of gaps) {
    parts.push(given.slice(from, start));
    places.push(start - leftOut);
    leftOut += length;
    sums.push(leftOut);
    from = start + length;
  }
  parts.push(given.slice(from));
  const starts = gaps.map(({ start }) => start);
  const before = (count: number): number => (count === 0 ? 0 : (sums[count - 1] ?? 0));
  return {
    text: parts.join(''),
    toGiven: (at) => at + before(countBelow(places, at)),
    toTamed: (at) => {
      const count = countBelow(starts, at);
      const last = gaps[count - 1];
      return last && at < last.start + last.length ? (places[count - 1] ?? 0) : at - before(count);
    },
  };
}

/** A text of which no place is told: tamed, and no longer than so many UTF-16 units. */
export const readable = (given: string, most = given.length): string => {
  const text = given.length > most ? given.slice(0, most) : given;
  return tameText(text)?.text ?? text;
};

/** What separates: stretches end there, and groups with one of these in them are cells of a row, of which each counts. */
const separators = new Set([...' \t\n\r\f\v\u00a0,;|"()[]{}<>'].map((mark) => mark.charCodeAt(0)));

/** Scripts that are written without spaces. */
const isUnspaced = (code: number): boolean => code >= 0x2e80 || (code >= 0x0e00 && code < 0x0f00);

function gapsOf(text: string): Gap[] {
  const gaps: Gap[] = [];
  /** For each length of a group, how many characters are the same as the one so far before them. */
  const same = new Int32Array(longestGroup + 1);
  let unbroken = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const separates = isUnspaced(code) || separators.has(code);
    unbroken = separates ? 0 : unbroken + 1;
    let isLeftOut = unbroken > longestUnbroken;
    same[1] = code === text.charCodeAt(at - 1) ? (same[1] ?? 0) + 1 : 0;
    if ((same[1] ?? 0) >= mostOfSameCharacter) isLeftOut = true;
    for (let length = 2; length <= longestGroup; length++) {
      const count = !separates && code === text.charCodeAt(at - length) ? (same[length] ?? 0) + 1 : 0;
      same[length] = count;
      if (count >= mostOfSameGroup) isLeftOut = true;
    }
    if (!isLeftOut) continue;
    const last = gaps.at(-1);
    if (last && last.start + last.length === at) last.length++;
    else gaps.push({ start: at, length: 1 });
  }
  return gaps;
}

/** How many of the ascending numbers are below a number. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
