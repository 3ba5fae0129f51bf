import type { AskedTerm } from '../score-passages.ts';
import { termHash, termNumber, type WordSegment } from './word-segment.ts';

/** A segment that is searched, and which of its files count. */
export interface SearchedSegment {
  segment: WordSegment;
  /** Per file: 1 when its passages may be found. All count in the frequencies of words. Without it, every file. */
  files?: Uint8Array;
}

/** A word that is asked for, found in the segments. */
export interface AskedWord {
  weight: number;
  /** Of a name that the question gives. */
  isName?: boolean;
  /** Two of the question written as one: nobody expects it to stand anywhere. */
  isCompound?: boolean;
  /** Per segment: numbers of the word's forms. */
  numbers: number[][];
}

/** What the lengths of passages are compared with. */
export interface Totals {
  passages: number;
  meanBody: number;
  meanHeading: number;
}

export function languagesOf(searched: readonly SearchedSegment[]) {
  return searched.flatMap(({ segment }) =>
    segment.languages.map(({ language, passages }) => ({ language, passages: { length: passages } })),
  );
}

/** Looks the words up, in the form that each language of a segment gives them. */
export function findWords(searched: readonly SearchedSegment[], terms: readonly AskedTerm[]): AskedWord[] {
  return terms.map(({ form, weight, isName = false, isCompound = false }) => ({
    weight,
    isName,
    isCompound,
    numbers: searched.map(({ segment }) => {
      const languages = new Set(segment.languages.map(({ language }) => language));
      return [...languages]
        .map((language) => termNumber(segment, termHash(language, form(language))))
        .filter((number) => number >= 0);
    }),
  }));
}

export function wordWithHash(searched: readonly SearchedSegment[], hash: number): AskedWord {
  return {
    weight: 1,
    numbers: searched.map(({ segment }) => [termNumber(segment, hash)].filter((number) => number >= 0)),
  };
}

export function totalsOf(searched: readonly SearchedSegment[]): Totals {
  let passages = 0;
  let words = 0;
  let headings = 0;
  for (const { segment } of searched) {
    passages += segment.passageFiles.length;
    words += segment.words.length;
    headings += segment.headingTotal;
  }
  return { passages, meanBody: (words - headings) / passages || 1, meanHeading: headings / passages || 1 };
}

/** In how many passages a word stands. */
export function frequency(searched: readonly SearchedSegment[], { numbers }: AskedWord): number {
  let sum = 0;
  for (const [number, { segment }] of searched.entries()) {
    for (const term of numbers[number] ?? [])
      sum += (segment.postingStarts[term + 1] ?? 0) - (segment.postingStarts[term] ?? 0);
  }
  return sum;
}

/** BM25's inverse document frequency; 0 for what stands nowhere and tells no passages apart. */
export function rarity(found: number, passages: number): number {
  return found === 0 ? 0 : inverseFrequency(found, passages);
}

/** What a word would count that stands in no passage yet. */
export const highestRarity = (passages: number): number => inverseFrequency(0, passages);

const inverseFrequency = (found: number, passages: number): number =>
  Math.log(1 + (passages - found + 0.5) / (found + 0.5));
