import { giveWay } from '@parley/text';
import type { Finding, FindPlaces } from './finding.ts';

const wordForm = /[\p{L}\p{N}]{1,100}/gu;
const marks = /\p{M}/gu;
/** Words of the longest phrase that is looked for. */
const mostWords = 12;

const folded = (word: string): string => word.normalize('NFD').replace(marks, '').toLowerCase();
const wordsIn = (text: string): string[] => (text.match(wordForm) ?? []).map(folded);

/** Looks for words and phrases, whole, whatever their case and accents. Takes time in proportion to the text, however many they are. */
export function wordFinder(phrases: readonly string[]): FindPlaces {
  const known = new Set(phrases.map((phrase) => wordsIn(phrase).slice(0, mostWords).join(' ')));
  known.delete('');
  const longest = Math.max(0, ...[...known].map((phrase) => phrase.split(' ').length));
  return async (text) => {
    const pause = giveWay();
    const found: Finding[] = [];
    /** The last words that were read, the newest last. */
    const recent: { word: string; start: number }[] = [];
    for (const match of text.matchAll(wordForm)) {
      recent.push({ word: folded(match[0]), start: match.index });
      if (recent.length > longest) recent.shift();
      const end = match.index + match[0].length;
      const place = longestEnding(recent, known);
      if (place !== null) addPlace(found, { start: place, end, kind: 'word' });
      await pause();
    }
    return found;
  };
}

/** Where the longest known phrase begins that ends with the last word; null for none. */
function longestEnding(recent: readonly { word: string; start: number }[], known: ReadonlySet<string>): number | null {
  for (let i = 0; i < recent.length; i++) {
    const phrase = recent
      .slice(i)
      .map(({ word }) => word)
      .join(' ');
    if (known.has(phrase)) return recent[i]?.start ?? null;
  }
  return null;
}

/** A phrase that holds the one before takes its place. */
function addPlace(found: Finding[], place: Finding): void {
  const last = found.at(-1);
  if (last && place.start <= last.start) found[found.length - 1] = place;
  else if (!last || place.start >= last.end) found.push(place);
}
