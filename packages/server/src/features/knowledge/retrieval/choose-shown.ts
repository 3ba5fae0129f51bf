import { coverage } from '@parley/text';
import type { DocumentFact, QuotablePassage, RankedPassage } from '../../../ports/language-model.ts';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';
import { type Candidate, choosePassages } from './choose-passages.ts';
import { fileOutline } from './file-outline.ts';
import { rankInConversation } from './rank-in-conversation.ts';
import { passagesOf, passageTokensOf, quotableOf, type Readable, shownTokens } from './readable.ts';
import { frameTokens, shareBudget } from './share-budget.ts';

/** A passage of one of several documents, as it was found for a question. */
export interface RankedCandidate extends Candidate, RankedPassage {}

/** What a model gets to see of one document. */
export interface ShownDocument {
  isWhole: boolean;
  quotable: QuotablePassage[];
  /** The passages among those of the document; empty where a few lines of a table stand for it. */
  places: number[];
  /** Further ones, for a later question of a conversation. */
  added: number[];
  outline: string;
  facts: DocumentFact[];
}

interface Choice {
  readables: readonly Readable[];
  ranked: readonly RankedCandidate[];
  budgetTokens: number;
  /** See `ChooseRequest`. */
  isFilled: boolean;
  isMatched: boolean;
}

/** Passages that are ranked for a request, over all files. */
const rankedLimit = 400;
/** A question is matched where one of the best passages holds this share of its words, or of those of a turn before it. */
const matchedShare = 0.25;
const matchedAmong = 10;
const longestQuestion = 2000;
/** Questions about the whole of a text, which no passage answers better than another. */
const wholeQuestion =
  /\b(?:summar\w*|overview|tl;?dr|(?:main|key) (?:points?|ideas?|topics?|findings)|what (?:is|are) (?:it|this|these|that|the \w+) about|zusammenfass\w*|überblick|worum geht|hauptpunkte|résum\w*|aperçu|de quoi (?:parle|s'agit)|resum\w*|de qué trata|riassum\w*|di cosa parla)\b/i;

export const nothingShown: ShownDocument = {
  isWhole: true,
  quotable: [],
  places: [],
  added: [],
  outline: '',
  facts: [],
};

export const asksForWhole = (query: string): boolean => query.trim() === '' || wholeQuestion.test(query);

/** Chooses what is shown of each document under one budget; of those with a sample that alone. */
export function chooseShown(
  { readables, ranked, budgetTokens, ...asked }: Choice,
  {
    samples,
    facts,
  }: { samples: readonly (QuotablePassage | undefined)[]; facts: readonly (readonly DocumentFact[])[] },
): ShownDocument[] {
  const { whole, outlineTokens, passageTokens, ...shares } = shareBudget(
    readables.map((readable, number) => ({
      tokens: tokensShown(readable, samples[number]),
      facts: facts[number] ?? [],
    })),
    budgetTokens,
  );
  const chosen = choose(
    { readables, ranked, budgetTokens: passageTokens, ...asked },
    (document) => whole[document] === true,
  );
  return readables.map((readable, number) => {
    const sample = samples[number];
    const passages = passagesOf(readable);
    const isWhole = whole[number] === true && sample === undefined;
    const places = isWhole ? passages.map((_, place) => place) : sample ? [] : (chosen[number] ?? []);
    return {
      isWhole,
      quotable: sample ? [sample] : quotableOf(readable, passages, places),
      places,
      added: [],
      outline: isWhole ? fileOutline(readable) : fileOutline(readable, outlineTokens),
      facts: shares.facts[number] ?? [],
    };
  });
}

/** Chooses what a later question needs besides what is shown already: passages that speak to it, and nothing where none does. */
export function chooseAdded(choice: Choice, shown: readonly ShownDocument[]): number[][] {
  const { readables, isFilled, isMatched } = choice;
  if (!(isFilled || isMatched)) return readables.map(() => []);
  const known = shown.map(({ places }) => new Set(places));
  return choose(
    choice,
    (document) => shown[document]?.isWhole === true,
    (document, passage) => known[document]?.has(passage) === true,
  );
}

export function tokensShown(readable: Readable, sample?: QuotablePassage): number {
  if (!sample) return shownTokens(readable);
  return frameTokens + estimateTokens(readable.text.slice(sample.start, sample.end) + sample.label);
}

/** Passages of the documents that are left out of none of the two. */
function choose(
  { readables, ranked, ...asked }: Choice,
  isLeftOut: (document: number) => boolean,
  isKnown: (document: number, passage: number) => boolean = () => false,
): number[][] {
  const passages = readables.map((readable, number) => (isLeftOut(number) ? [] : passagesOf(readable)));
  if (passages.every(({ length }) => length === 0)) return [];
  return choosePassages({
    counts: passages.map(({ length }) => length),
    tokensOf: (document, passage) => {
      const [readable, found] = [readables[document], passages[document]?.[passage]];
      if (!readable || !found || isKnown(document, passage)) return Number.POSITIVE_INFINITY;
      return passageTokensOf(readable, found);
    },
    ranked: ranked.filter(({ document }) => !isLeftOut(document)),
    ...asked,
  });
}

/** The passages of all documents that speak to a question, best first. */
export async function rank(
  readables: readonly Readable[],
  query: string,
  earlier: readonly string[] = [],
): Promise<RankedCandidate[]> {
  const places = readables.flatMap((readable, document) => {
    let before = 0;
    return readable.indexes.map((index) => {
      const place = { document, index, before };
      before += index.passages.length;
      return place;
    });
  });
  const indexes = places.map(({ index }) => index);
  const ranked = await rankInConversation(indexes, query, { earlier, limit: rankedLimit });
  return ranked.flatMap(({ index, passage, score }) => {
    const place = places[index];
    const found = place?.index.passages[passage];
    if (!place || !found) return [];
    return [{ document: place.document, passage: place.before + passage, start: found.start, end: found.end, score }];
  });
}

/** Whether any of the best passages speaks to the question, or to what was said before it. */
export function isMatched(
  readables: readonly Readable[],
  ranked: readonly RankedCandidate[],
  asked: readonly string[],
): boolean {
  const best = ranked.slice(0, matchedAmong);
  return asked.some((question) =>
    best.some(({ document, start, end }) => {
      const text = readables[document]?.text.slice(start, end) ?? '';
      return coverage(question.slice(0, longestQuestion), text) >= matchedShare;
    }),
  );
}
