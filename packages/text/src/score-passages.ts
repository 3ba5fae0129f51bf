import { giveWay } from './give-way.ts';
import { isStopTerm, type PassageIndex } from './passage-index.ts';
import type { RankSettings } from './rank-settings.ts';
import type { KnownLanguage } from './stop-words.ts';

/** A word that is asked for and how much it counts. */
export interface AskedTerm {
  /** How it stands in an index of a language. */
  form(language: KnownLanguage | null): string;
  weight: number;
  /** Of a name that the question gives. */
  isName?: boolean;
}

/** A passage of one of several indexes; higher is better. */
export interface ScoredPassage {
  /** Which of the indexes. */
  index: number;
  passage: number;
  score: number;
}

/** What of the asked words one passage holds. */
interface Counts {
  index: number;
  passage: number;
  body: Uint16Array;
  heading: Uint16Array;
  /** How often an asked word stands shortly before the next asked word. */
  pairs: Uint16Array;
  bodyLength: number;
  headingLength: number;
  /** Share of the telling words of its headings that are asked for. */
  headingShare: number;
}

interface Totals {
  passages: number;
  bodyLength: number;
  headingLength: number;
  /** In how many passages each asked word stands. */
  frequencies: Float64Array;
}

/** Scores every passage that holds an asked word, best first. */
export async function scorePassages(
  indexes: readonly PassageIndex[],
  asked: readonly AskedTerm[],
  settings: RankSettings,
): Promise<ScoredPassage[]> {
  const totals: Totals = {
    passages: 0,
    bodyLength: 0,
    headingLength: 0,
    frequencies: new Float64Array(asked.length),
  };
  const counts: Counts[] = [];
  const pause = giveWay();
  for (const [number, index] of indexes.entries()) {
    count(index, number, asked, settings, totals, counts);
    await pause();
  }
  const weights = asked.map(({ weight, isName }, term) => {
    const frequency = totals.frequencies[term] ?? 0;
    // What stands nowhere tells no passages apart.
    if (frequency === 0) return 0;
    return (
      weight *
      (isName === true ? settings.nameWeight : 1) *
      Math.log(1 + (totals.passages - frequency + 0.5) / (frequency + 0.5))
    );
  });
  return counts
    .map((entry) => ({
      index: entry.index,
      passage: entry.passage,
      score: score(entry, asked, weights, totals, settings),
    }))
    .sort((a, b) => b.score - a.score || a.index - b.index || a.passage - b.passage);
}

function count(
  index: PassageIndex,
  number: number,
  asked: readonly AskedTerm[],
  settings: RankSettings,
  totals: Totals,
  counts: Counts[],
): void {
  const termOf = new Int16Array(index.vocabulary.length).fill(-1);
  for (const [term, { form }] of asked.entries()) {
    const word = index.numberOf(form(index.language));
    if (word >= 0) termOf[word] = term;
  }
  const { words } = index;
  for (let passage = 0; passage < index.passages.length; passage++) {
    const { heading, body, end } = index.bounds(passage);
    totals.passages++;
    totals.bodyLength += end - body;
    totals.headingLength += body - heading;
    let entry: Counts | null = null;
    let lastTerm = -2;
    let lastAt = 0;
    for (let at = heading; at < end; at++) {
      const term = termOf[words[at] ?? 0] ?? -1;
      if (term < 0) continue;
      entry ??= emptyCounts(number, passage, asked.length, end - body, body - heading);
      const field = at < body ? entry.heading : entry.body;
      field[term] = (field[term] ?? 0) + 1;
      if (term === lastTerm + 1 && at - lastAt <= settings.neighbourDistance) {
        entry.pairs[lastTerm] = (entry.pairs[lastTerm] ?? 0) + 1;
      }
      lastTerm = term;
      lastAt = at;
    }
    if (!entry) continue;
    entry.headingShare = headingShare(index, termOf, heading, body);
    counts.push(entry);
    for (let term = 0; term < asked.length; term++) {
      if ((entry.body[term] ?? 0) + (entry.heading[term] ?? 0) > 0)
        totals.frequencies[term] = (totals.frequencies[term] ?? 0) + 1;
    }
  }
}

const isPlain = (word: string, language: KnownLanguage | null): boolean =>
  word.length < 2 || isStopTerm(word, language);

function headingShare(index: PassageIndex, termOf: Int16Array, from: number, to: number): number {
  let asked = 0;
  let telling = 0;
  for (let at = from; at < to; at++) {
    const word = index.words[at] ?? 0;
    const isAsked = (termOf[word] ?? -1) >= 0;
    if (isAsked) asked++;
    if (isAsked || !isPlain(index.vocabulary[word] ?? '', index.language)) telling++;
  }
  return telling === 0 ? 0 : asked / telling;
}

function emptyCounts(index: number, passage: number, terms: number, bodyLength: number, headingLength: number): Counts {
  return {
    index,
    passage,
    body: new Uint16Array(terms),
    heading: new Uint16Array(terms),
    pairs: new Uint16Array(terms),
    bodyLength,
    headingLength,
    headingShare: 0,
  };
}

/** Two words of a name beside each other tell more than two others. */
export const pairWeight = (
  one: { isName?: boolean } | undefined,
  other: { isName?: boolean } | undefined,
  { neighbourWeight, namePairWeight }: RankSettings,
): number => neighbourWeight * (one?.isName === true && other?.isName === true ? namePairWeight : 1);

function score(
  entry: Counts,
  asked: readonly AskedTerm[],
  weights: readonly number[],
  totals: Totals,
  settings: RankSettings,
): number {
  const { saturation, bodyLengthWeight, headingLengthWeight, headingWeight } = settings;
  const meanBody = totals.bodyLength / totals.passages || 1;
  const meanHeading = totals.headingLength / totals.passages || 1;
  const bodyNorm = 1 - bodyLengthWeight + (bodyLengthWeight * entry.bodyLength) / meanBody;
  const headingNorm = 1 - headingLengthWeight + (headingLengthWeight * entry.headingLength) / meanHeading;
  const saturated = (frequency: number) => (frequency * (saturation + 1)) / (frequency + saturation);
  let sum = 0;
  let covered = 0;
  let all = 0;
  for (const [term, weight] of weights.entries()) {
    const inBody = entry.body[term] ?? 0;
    const inHeading = entry.heading[term] ?? 0;
    all += weight;
    if (inBody + inHeading === 0) continue;
    covered += weight;
    sum += weight * saturated(inBody / bodyNorm + (headingWeight * inHeading) / headingNorm);
    if (inHeading > 0) sum += settings.headingShareWeight * weight * entry.headingShare ** 2;
    const pairs = entry.pairs[term] ?? 0;
    if (pairs > 0) {
      const both = (weight + (weights[term + 1] ?? 0)) / 2;
      sum += pairWeight(asked[term], asked[term + 1], settings) * both * saturated(pairs / bodyNorm);
    }
  }
  return sum * (1 - settings.coverageWeight + (settings.coverageWeight * covered) / (all || 1));
}
