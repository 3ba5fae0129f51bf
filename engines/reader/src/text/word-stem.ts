import { foldWord, stemEnglish } from '@parley/text';
import { longestWord } from '../bounds/bounds.ts';

const limit = 20_000;
const known = new Map<string, string>();

/**
 * What the inflected and nearest derived forms of a word share, without accents. Endings come off as in English; of other
 * languages too, since a question and its text mostly lose the same ones.
 */
export function wordStem(word: string): string {
  const lower = word.length > longestWord ? word.slice(0, longestWord) : word;
  const found = known.get(lower);
  if (found !== undefined) return found;
  if (known.size >= limit) known.clear();
  // bounded: a word, at most 100 characters
  const plain = foldWord(lower.replace(/['’].*$/, ''));
  const stem = plain.length <= 2 ? plain : stemEnglish(plain);
  known.set(lower, stem);
  return stem;
}
