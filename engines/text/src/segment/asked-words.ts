import { giveWay } from '../give-way.ts';
import type { AskedTerm } from '../score-passages.ts';
import type { KnownLanguage } from '../stop-words.ts';
import { termHash, termNumber, type WordSegment } from './word-segment.ts';

/** A segment that is searched, and which of its files count. */
export interface SearchedSegment {
  segment: WordSegment;
  /** Per file: 1 when its passages may be found. All count in the frequencies of words. Without it, every file. */
  files?: Uint8Array;
  /** What the segment was taken from, where it holds only the passages that an index elsewhere found for the question. */
  whole?: WholeIndex;
}

/** An index of words that lies elsewhere, such as in a database: words are weighed by it. */
export interface WholeIndex {
  /** What it holds, by language. */
  languages: readonly LanguageTotals[];
  /** In how many of its passages words stand. Those that it was never told stand in none. */
  frequencies: ReadonlyMap<number, number>;
  /** Puts words into `frequencies`, those that are there already left out. */
  count(hashes: readonly number[]): Promise<void>;
}

export interface LanguageTotals {
  language: KnownLanguage | null;
  passages: number;
  /** Words of all headings together, and of all else. */
  headingWords: number;
  bodyWords: number;
}

/** A word that is asked for, found in the segments. */
export interface AskedWord {
  weight: number;
  /** Of a name that the question gives. */
  isName?: boolean;
  /** Two of the question written as one: nobody expects it to stand anywhere. */
  isCompound?: boolean;
  /** Its forms, by their hashes. */
  hashes: readonly number[];
  /** Per segment: numbers of the word's forms. */
  numbers: number[][];
}

/** What the lengths of passages are compared with. */
export interface Totals {
  passages: number;
  meanBody: number;
  meanHeading: number;
}

/** How many passages there are in which language. */
export function languagesOf(searched: readonly Pick<SearchedSegment, 'segment' | 'whole'>[]) {
  return searched.flatMap(({ segment, whole }) =>
    (whole?.languages ?? segment.languages).map(({ language, passages }) => ({
      language,
      passages: { length: passages },
    })),
  );
}

/** The hashes of a word in the form that each of the languages gives it. */
export function hashesOf({ form }: AskedTerm, languages: Iterable<KnownLanguage | null>): number[] {
  return [...new Set(languages)].map((language) => termHash(language, form(language)));
}

/** Looks the words up, in the form that each language of a segment gives them. Lets other work in between words. */
export async function findWords(
  searched: readonly SearchedSegment[],
  terms: readonly AskedTerm[],
): Promise<AskedWord[]> {
  const languages = searched.map(({ segment, whole }) =>
    (whole?.languages ?? segment.languages).map(({ language }) => language),
  );
  const words: AskedWord[] = [];
  const pause = giveWay();
  for (const term of terms) {
    await pause();
    const ofSegments = languages.map((spoken) => hashesOf(term, spoken));
    words.push({
      weight: term.weight,
      isName: term.isName ?? false,
      isCompound: term.isCompound ?? false,
      hashes: [...new Set(ofSegments.flat())],
      numbers: searched.map(({ segment }, at) => numbersIn(segment, ofSegments[at] ?? [])),
    });
  }
  return words;
}

export function wordWithHash(searched: readonly SearchedSegment[], hash: number): AskedWord {
  return { weight: 1, hashes: [hash], numbers: searched.map(({ segment }) => numbersIn(segment, [hash])) };
}

const numbersIn = (segment: WordSegment, hashes: readonly number[]): number[] =>
  hashes.map((hash) => termNumber(segment, hash)).filter((number) => number >= 0);

export function totalsOf(searched: readonly SearchedSegment[]): Totals {
  let passages = 0;
  let body = 0;
  let headings = 0;
  for (const { segment, whole } of searched) {
    if (!whole) {
      passages += segment.passageFiles.length;
      body += segment.words.length - segment.headingTotal;
      headings += segment.headingTotal;
    }
    for (const language of whole?.languages ?? []) {
      passages += language.passages;
      body += language.bodyWords;
      headings += language.headingWords;
    }
  }
  return { passages, meanBody: body / passages || 1, meanHeading: headings / passages || 1 };
}

/** In how many passages a word stands. */
export function frequency(searched: readonly SearchedSegment[], { numbers, hashes }: AskedWord): number {
  let sum = 0;
  for (const [number, { segment, whole }] of searched.entries()) {
    if (whole) {
      for (const hash of hashes) sum += whole.frequencies.get(hash) ?? 0;
      continue;
    }
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
