import { askedNames } from './asked-names.ts';
import { guessLanguage } from './detect-language.ts';
import { feedbackTerms } from './feedback-terms.ts';
import { giveWay } from './give-way.ts';
import { indexTerm, isStopTerm, type PassageIndex } from './passage-index.ts';
import { type RankSettings, rankSettings } from './rank-settings.ts';
import { type AskedTerm, type ScoredPassage, scorePassages } from './score-passages.ts';
import { sortInSteps } from './sort-in-steps.ts';
import type { KnownLanguage } from './stop-words.ts';
import { wordTerms } from './word-terms.ts';

export interface RankOptions {
  /** How many of the best to return. Default 100. */
  limit?: number;
  settings?: RankSettings;
}

/** No question needs more words than this, nor more characters; the rest is left out. */
const longestQuestionTerms = 200;
const longestQuestion = 4_000;
/** Passages that are gone through between two looks at the clock. */
const betweenPauses = 2_000;

/**
 * Ranks the passages of several texts for one question: BM25 over headings and bodies, the asked words stemmed as each
 * text's language is, a bonus for asked words that stand near each other as they do in the question, and a second round
 * with the words that mark the best passages of the first. Best first; a passage without any asked word is left out.
 */
export async function rankPassages(
  indexes: readonly PassageIndex[],
  question: string,
  { limit = 100, settings = rankSettings }: RankOptions = {},
): Promise<ScoredPassage[]> {
  const asked = askedTerms(indexes, question);
  if (asked.length === 0) return [];
  const first = await scorePassages(indexes, asked, settings);
  const added = await feedbackTerms(indexes, asked, first.slice(0, settings.feedbackPassages), settings);
  if (added.length === 0) return first.slice(0, limit);
  const second = await scorePassages(indexes, added, {
    ...settings,
    neighbourWeight: 0,
    headingShareWeight: 0,
    coverageWeight: 0,
  });
  const scale = (settings.feedbackWeight * (first[0]?.score ?? 0)) / Math.max(second[0]?.score ?? 0, 1e-9);
  const pause = giveWay();
  const bonus = new Map<number, number>();
  let seen = 0;
  for (const entry of second) {
    bonus.set(keyOf(entry), entry.score * scale);
    if (++seen % betweenPauses === 0) await pause();
  }
  for (const entry of first) {
    entry.score += bonus.get(keyOf(entry)) ?? 0;
    if (++seen % betweenPauses === 0) await pause();
  }
  return (await sortInSteps(first, (a, b) => b.score - a.score)).slice(0, limit);
}

/** What an index says about the language of its passages. */
export interface LanguageShare {
  readonly language: KnownLanguage | null;
  readonly passages: { readonly length: number };
}

/** The words asked for, in their order; frequent ones only when there is nothing else. */
export function askedTerms(indexes: readonly LanguageShare[], whole: string): AskedTerm[] {
  const question = whole.slice(0, longestQuestion);
  const language = guessLanguage(question) ?? commonLanguage(indexes);
  const terms = [...wordTerms(question)].slice(0, longestQuestionTerms).map(({ term }) => term);
  const telling = terms.filter((term) => !isStopTerm(term, language));
  const chosen = telling.length > 0 ? telling : terms;
  const counted = new Map<string, number>();
  for (const term of chosen) counted.set(term, (counted.get(term) ?? 0) + 1);
  const asked = counted.size;
  for (const term of compounds(chosen)) if (!counted.has(term)) counted.set(term, 1);
  const names = new Set(
    askedNames(question).flatMap(({ words }) => Array.from(wordTerms(words.join(' ')), ({ term }) => term)),
  );
  return [...counted].map(([term, count], place) => ({
    form: (as) => indexTerm(term, as),
    weight: 1 + Math.log(count),
    isName: names.has(term),
    isCompound: place >= asked,
  }));
}

const leastPart = 3;

/** Neighbouring words written as one: "gall bladder" also stands as "gallbladder". */
function compounds(terms: readonly string[]): string[] {
  return terms.slice(1).flatMap((term, index) => {
    const before = terms[index] ?? '';
    return Math.min(term.length, before.length) < leastPart ? [] : [before + term];
  });
}

function commonLanguage(indexes: readonly LanguageShare[]): KnownLanguage | null {
  const counts = new Map<KnownLanguage | null, number>();
  for (const { language, passages } of indexes) counts.set(language, (counts.get(language) ?? 0) + passages.length);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** No text has as many passages. */
const mostPassages = 2 ** 32;
const keyOf = ({ index, passage }: ScoredPassage): number => index * mostPassages + passage;
