import { stack } from './choose-languages.ts';
import type { Dictionary } from './judge-word.ts';
import type { Box, GrayRaster, PageOcrEngine, ReadLine } from './ocr-engine.ts';
import { languageScript } from './scripts.ts';

export interface WordChoice {
  engine: PageOcrEngine;
  page: GrayRaster;
  /** Where the sampled lines stand on `page`. */
  places: readonly Box[];
  /** The sampled lines as the line-reading engine read them, which knows no accents. */
  sample: readonly ReadLine[];
  /** Languages that may be chosen, of one script or several. */
  languages: readonly string[];
  /** The words of each language. */
  dictionaries: ReadonlyMap<string, Dictionary>;
}

/** Letters that words of a language must make up of a sample before the first reading of it settles the language. */
const settledShare = 0.6;
/** A second language stays beside the first when it explains at least this share of the letters that the first does not. */
const besideShare = 0.5;
/** The first of the languages is taken when it explains at least this share of what the best explains. */
const usualShare = 0.8;
/** Shorter words stand in the lists of most languages. */
const tellingLetters = 3;

/**
 * Picks the Latin language of a page by the words of its longest lines: reading in every language there is takes several
 * times as long and reads worse. Languages of other scripts stay as they are.
 */
export async function chooseByWords(choice: WordChoice): Promise<readonly string[]> {
  const { languages, dictionaries, sample } = choice;
  const latin = languages.filter((language) => languageScript(language) === 'Latin' && dictionaries.has(language));
  if (latin.length < 2) return languages;
  const first = rank(wordsOf(sample), latin, dictionaries);
  const settled = first.best !== null && first.share >= settledShare && !mayHaveAccents(first.best);
  const ranking = settled ? first : rank(await readSample(choice, latin), latin, dictionaries);
  if (ranking.best === null) return languages;
  const chosen = ranking.second === null ? [ranking.best] : [ranking.best, ranking.second];
  return languages.flatMap((language) => (latin.includes(language) ? [] : [language])).concat(chosen);
}

/** Without accents, of all languages only English is read whole. */
const mayHaveAccents = (language: string): boolean => language !== 'eng';

interface Ranking {
  best: string | null;
  second: string | null;
  /** Of the letters, those in words of the best language. */
  share: number;
}

function rank(
  words: readonly string[],
  languages: readonly string[],
  dictionaries: ReadonlyMap<string, Dictionary>,
): Ranking {
  const total = words.reduce((sum, word) => sum + word.length, 0);
  const lettersIn = (language: string, among: readonly string[]) =>
    among.filter((word) => isIn(dictionaries.get(language), word)).reduce((sum, word) => sum + word.length, 0);
  const sorted = languages
    .map((language) => ({ language, letters: lettersIn(language, words) }))
    .sort((a, b) => b.letters - a.letters);
  const usual = sorted.find(({ language }) => language === languages[0]);
  const leader = sorted[0];
  // Names and receipts hold few words that tell: the language named first in the settings keeps them in doubt.
  const best = usual && leader && usual.letters >= leader.letters * usualShare ? usual : leader;
  if (!best || best.letters === 0) return { best: null, second: null, share: 0 };
  const unexplained = words.filter((word) => !isIn(dictionaries.get(best.language), word));
  const rest = unexplained.reduce((sum, word) => sum + word.length, 0);
  const second = languages
    .filter((language) => language !== best.language)
    .map((language) => ({ language, letters: lettersIn(language, unexplained) }))
    .sort((a, b) => b.letters - a.letters)[0];
  const isBeside = second !== undefined && second.letters > 0 && second.letters >= rest * besideShare;
  return { best: best.language, second: isBeside ? second.language : null, share: best.letters / Math.max(1, total) };
}

function isIn(dictionary: Dictionary | undefined, word: string): boolean {
  return dictionary !== undefined && (dictionary.has(word) || dictionary.has(word.toLowerCase()));
}

async function readSample({ engine, page, places }: WordChoice, latin: readonly string[]): Promise<string[]> {
  const { picture } = await stack(page, places);
  return wordsOf(await engine.read(picture, latin));
}

function wordsOf(lines: readonly ReadLine[]): string[] {
  return lines
    .flatMap((line) => line.words)
    .flatMap((word) => word.text.match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length >= tellingLetters);
}
