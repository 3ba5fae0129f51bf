import { languageIndex, languagesByWords } from './language-words.ts';
import { type KnownLanguage, knownLanguages } from './stop-words.ts';

const sampleLength = 4000;

/** Scripts that one language writes, or one far more often than the others. */
const scriptLanguages: [RegExp, string][] = [
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Armenian}/gu, 'hy'],
  [/\p{sc=Georgian}/gu, 'ka'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Lao}/gu, 'lo'],
  [/\p{sc=Khmer}/gu, 'km'],
  [/\p{sc=Myanmar}/gu, 'my'],
  [/\p{sc=Bengali}/gu, 'bn'],
  [/\p{sc=Gujarati}/gu, 'gu'],
  [/\p{sc=Gurmukhi}/gu, 'pa'],
  [/\p{sc=Tamil}/gu, 'ta'],
  [/\p{sc=Telugu}/gu, 'te'],
  [/\p{sc=Kannada}/gu, 'kn'],
  [/\p{sc=Malayalam}/gu, 'ml'],
  [/\p{sc=Sinhala}/gu, 'si'],
  [/\p{sc=Ethiopic}/gu, 'am'],
];

/** A Chinese character says as much as some three letters of an alphabet. */
const lettersPerHan = 3;
/** Japanese has kana between its Chinese characters; a Chinese text that quotes a name has hardly any. */
const leastKana = 0.08;
/** The share of words that must be frequent words of the language: a list of names has fewer. */
const leastShare = 0.08;
/** A letter that few languages have says less than a word. */
const letterWeight = 0.5;
/** Asked for one of a few languages, another must fit this much better before the text is in none of them. */
const strangerMargin = 1.2;
/** One-letter words stand in several lists and say little. */
const oneLetterWeight = 0.3;

/**
 * The language of a text as an ISO 639-1 code, told by its script, its frequent words and its letters (the first 4,000 characters are
 * read); null when none stands out: too short, a list of names, or code.
 */
export function detectLanguage(text: string): string | null {
  return detect(text, null);
}

/** The one among some languages that a text is in; null when it is in none of them. */
export function detectAmong<L extends string>(text: string, among: readonly L[]): L | null {
  const found = detect(text, among);
  return among.find((language) => language === found) ?? null;
}

/** The language whose stop words and endings are known; null for every other. */
export function guessLanguage(text: string): KnownLanguage | null {
  return detectAmong(text, knownLanguages);
}

function detect(text: string, among: readonly string[] | null): string | null {
  const sample = text.slice(0, sampleLength);
  return byScript(sample) ?? byWords(sample.toLowerCase(), among);
}

function byScript(sample: string): string | null {
  // Almost every text is in an alphabet that many languages share.
  if (!/[^\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]/u.test(sample)) return null;
  const shared = count(sample, /[\p{sc=Latin}\p{sc=Cyrillic}]/gu);
  const han = count(sample, /\p{sc=Han}/gu);
  const kana = count(sample, /[\p{sc=Hiragana}\p{sc=Katakana}]/gu);
  if (han + kana > 2 && (han + kana) * lettersPerHan > shared) return kana > (han + kana) * leastKana ? 'ja' : 'zh';
  const arabic = count(sample, /\p{sc=Arabic}/gu);
  if (arabic > shared) return arabicLanguage(sample);
  const devanagari = count(sample, /\p{sc=Devanagari}/gu);
  if (devanagari > shared) return /(?<!\p{L})(?:आहे|आणि|आहेत)(?![\p{L}\p{M}])/u.test(sample) ? 'mr' : 'hi';
  for (const [script, language] of scriptLanguages) if (count(sample, script) > Math.max(2, shared)) return language;
  return null;
}

function arabicLanguage(sample: string): string {
  if (/[ٹڈڑےںہ]/u.test(sample)) return 'ur';
  return count(sample, /[پچژگکی]/gu) * 30 > sample.length ? 'fa' : 'ar';
}

function byWords(sample: string, among: readonly string[] | null): string | null {
  const words = sample.match(/[\p{L}\p{M}]+/gu) ?? [];
  const { words: lists, letters } = languageIndex();
  const hits = new Float64Array(languagesByWords.length);
  const scores = new Float64Array(languagesByWords.length);
  for (const word of words) {
    const speaking = lists.get(word) ?? [];
    const weight = word.length > 1 ? 1 : oneLetterWeight;
    for (const place of speaking) {
      hits[place] = (hits[place] ?? 0) + weight;
      // What stands in every list tells no language from another.
      scores[place] = (scores[place] ?? 0) + weight * (0.2 + 0.8 / speaking.length);
    }
  }
  for (const [letter] of sample.matchAll(/[^\0-\x7f]/gu)) {
    const speaking = letters.get(letter) ?? [];
    for (const place of speaking) {
      hits[place] = (hits[place] ?? 0) + letterWeight;
      scores[place] = (scores[place] ?? 0) + letterWeight / speaking.length;
    }
  }
  let best: string | null = null;
  let bestScore = 0;
  let strangest = 0;
  for (const [place, language] of languagesByWords.entries()) {
    const score = scores[place] ?? 0;
    if (among !== null && !among.includes(language)) {
      strangest = Math.max(strangest, score);
      continue;
    }
    if ((hits[place] ?? 0) <= Math.max(1, words.length * leastShare)) continue;
    if (score > bestScore) [best, bestScore] = [language, score];
  }
  return strangest > bestScore * strangerMargin ? null : best;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
