import { areRelated } from './related-words.ts';
import { slipsBetween } from './slips-between.ts';

const leastLetters = 4;
/** From this length on a word may stand inside another one, as in "Hufschmied". */
const leastPart = 5;
const lettersForTwoSlips = 8;
const leastSharedGrams = 0.5;

/**
 * How likely a word of a text means a word that was asked for, 0 to 1, by their stems: the same, another ending or derivation, a
 * part of a compound, a slip of typing, a related word, or many of the same letters in a row.
 */
export function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  if (/\p{Script=Han}/u.test(one)) return one.includes(other) || other.includes(one) ? 0.6 : 0;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (/\d/.test(one) || /\d/.test(other)) return short.length >= leastLetters && long.endsWith(short) ? 0.6 : 0;
  if (short.length < 3) return 0;
  if (areRelated(one, other) || areRelated(other, one)) return 0.55;
  if (short.length < leastLetters) return 0;
  const shared = sharedStart(one, other);
  if (shared === short.length && long.length - short.length <= 6) return 0.6;
  if (shared >= leastLetters && shared >= 0.6 * long.length) return 0.6;
  if (short.length >= leastPart && long.includes(short)) return 0.6;
  const slips = long.length >= lettersForTwoSlips ? 2 : 1;
  if (
    short.length > leastLetters &&
    one[0] === other[0] &&
    long.length - short.length <= slips &&
    slipsBetween(one, other) <= slips
  )
    return 0.6;
  return sharedGrams(one, other) >= leastSharedGrams ? 0.4 : 0;
}

function sharedStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same++;
  return same;
}

/** Share of the runs of three letters that two words have in common (Dice). */
function sharedGrams(one: string, other: string): number {
  const grams = gramsOf(one);
  const others = gramsOf(other);
  const common = [...grams].filter((gram) => others.has(gram)).length;
  return (2 * common) / Math.max(1, grams.size + others.size);
}

const gramsOf = (word: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => word.slice(at, at + 3)));
