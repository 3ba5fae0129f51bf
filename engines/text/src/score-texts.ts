import { guessLanguage } from './detect-language.ts';
import type { KnownLanguage } from './stop-words.ts';
import { tellingTerms, termsOf } from './telling-terms.ts';

const saturation = 1.2;
const lengthWeight = 0.6;

/** How well each text fits a question (BM25 within the given texts); 0 when no telling word of it occurs. */
export function scoreTexts(question: string, texts: readonly string[]): number[] {
  const language = languageOf(question, texts);
  const asked = tellingTerms(question, language);
  const documents = texts.map((text) => countTerms(termsOf(text, language)));
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length) || 1;
  const weights = new Map(asked.map((term) => [term, rarity(documents, term)]));
  return documents.map(({ counts, length }) => {
    let score = 0;
    for (const [term, weight] of weights) {
      const count = counts.get(term) ?? 0;
      score +=
        (weight * count * (saturation + 1)) /
        (count + saturation * (1 - lengthWeight + (lengthWeight * length) / mean));
    }
    return score;
  });
}

/** The share of the question's telling words that occur in a text. */
export function coverage(question: string, text: string): number {
  const language = languageOf(question, [text]);
  const asked = tellingTerms(question, language);
  if (asked.length === 0) return 0;
  const found = new Set(termsOf(text, language));
  return asked.filter((term) => found.has(term)).length / asked.length;
}

/** One language for question and texts, so that the same word has the same stem in both. */
export function languageOf(question: string, texts: readonly string[]): KnownLanguage | null {
  const sample = texts.slice(0, 20).join(' ').slice(0, 4000);
  return guessLanguage(`${question} ${sample}`) ?? guessLanguage(question);
}

interface Counted {
  counts: Map<string, number>;
  length: number;
}

function countTerms(terms: string[]): Counted {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length };
}

function rarity(documents: readonly Counted[], term: string): number {
  const having = documents.filter(({ counts }) => counts.has(term)).length;
  return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
}
