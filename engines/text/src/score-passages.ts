import { giveWay } from './give-way.ts';
import { isStopTerm, type PassageIndex } from './passage-index.ts';
import type { RankSettings } from './rank-settings.ts';
import { sortInSteps } from './sort-in-steps.ts';
import type { KnownLanguage } from './stop-words.ts';

/** A word that is asked for and how much it counts. */
export interface AskedTerm {
  /** How it stands in an index of a language. */
  form(language: KnownLanguage | null): string;
  weight: number;
  /** Of a name that the question gives. */
  isName?: boolean;
  /** Two neighbours of the question written as one. */
  isCompound?: boolean;
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
  /**
   * Four numbers for each asked word that is there, by their order: which word, how often in the body, in the headings, and shortly
   * before the next asked word. A long text has many passages, and each holds few of the words.
   */
  words: Uint16Array;
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
  /** Of all asked words together. */
  weight: number;
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
    weight: 0,
  };
  const counts: Counts[] = [];
  const pause = giveWay();
  for (const [number, index] of indexes.entries()) {
    count(index, number, { asked, settings, totals, counts });
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
  totals.weight = weights.reduce((sum, weight) => sum + weight, 0);
  const weighing = { asked, weights, totals, settings };
  const scored: ScoredPassage[] = [];
  for (const entry of counts) {
    const { index, passage } = entry;
    scored.push({ index, passage, score: score(entry, weighing) });
    if (scored.length % betweenPauses === 0) await pause();
  }
  return await sortInSteps(scored, (a, b) => b.score - a.score || a.index - b.index || a.passage - b.passage);
}

const betweenPauses = 500;

interface Counting {
  asked: readonly AskedTerm[];
  settings: RankSettings;
  /** Both are added to. */
  totals: Totals;
  counts: Counts[];
}

function count(index: PassageIndex, number: number, { asked, settings, totals, counts }: Counting): void {
  const termOf = new Int16Array(index.vocabulary.length).fill(-1);
  for (const [term, { form }] of asked.entries()) {
    const word = index.numberOf(form(index.language));
    if (word >= 0) termOf[word] = term;
  }
  const { words } = index;
  const found = new Found(asked.length);
  for (let passage = 0; passage < index.passages.length; passage++) {
    const { heading, body, end } = index.bounds(passage);
    totals.passages++;
    totals.bodyLength += end - body;
    totals.headingLength += body - heading;
    let lastTerm = -2;
    let lastAt = 0;
    for (let at = heading; at < end; at++) {
      const term = termOf[words[at] ?? 0] ?? -1;
      if (term < 0) continue;
      found.add(term, at < body ? inHeading : inBody);
      if (term === lastTerm + 1 && at - lastAt <= settings.neighbourDistance) found.add(lastTerm, beforeNext);
      lastTerm = term;
      lastAt = at;
    }
    if (lastTerm < 0) continue;
    const held = found.take();
    counts.push({
      index: number,
      passage,
      words: held,
      bodyLength: end - body,
      headingLength: body - heading,
      headingShare: headingShare(index, termOf, heading, body),
    });
    for (let at = 0; at < held.length; at += 4) {
      const term = held[at] ?? 0;
      totals.frequencies[term] = (totals.frequencies[term] ?? 0) + 1;
    }
  }
}

const inBody = 1;
const inHeading = 2;
const beforeNext = 3;

/** What one passage after the other holds of the asked words. */
class Found {
  readonly #counts: Uint16Array;
  readonly #terms: number[] = [];

  constructor(terms: number) {
    this.#counts = new Uint16Array(terms * 4);
  }

  add(term: number, what: typeof inBody | typeof inHeading | typeof beforeNext): void {
    const counts = this.#counts;
    const at = term * 4;
    if (counts[at] === 0) {
      counts[at] = 1;
      this.#terms.push(term);
    }
    counts[at + what] = (counts[at + what] ?? 0) + 1;
  }

  /** As in `Counts`; what follows begins at nothing. */
  take(): Uint16Array {
    const terms = this.#terms.sort((a, b) => a - b);
    const words = new Uint16Array(terms.length * 4);
    for (const [place, term] of terms.entries()) {
      words.set(this.#counts.subarray(term * 4, term * 4 + 4), place * 4);
      words[place * 4] = term;
      this.#counts.fill(0, term * 4, term * 4 + 4);
    }
    terms.length = 0;
    return words;
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

/** Two words of a name beside each other tell more than two others. */
export const pairWeight = (
  one: { isName?: boolean } | undefined,
  other: { isName?: boolean } | undefined,
  { neighbourWeight, namePairWeight }: RankSettings,
): number => neighbourWeight * (one?.isName === true && other?.isName === true ? namePairWeight : 1);

interface Weighing {
  asked: readonly AskedTerm[];
  weights: readonly number[];
  totals: Totals;
  settings: RankSettings;
}

function score(entry: Counts, { asked, weights, totals, settings }: Weighing): number {
  const { saturation, bodyLengthWeight, headingLengthWeight, headingWeight } = settings;
  const meanBody = totals.bodyLength / totals.passages || 1;
  const meanHeading = totals.headingLength / totals.passages || 1;
  const bodyNorm = 1 - bodyLengthWeight + (bodyLengthWeight * entry.bodyLength) / meanBody;
  const headingNorm = 1 - headingLengthWeight + (headingLengthWeight * entry.headingLength) / meanHeading;
  const saturated = (frequency: number) => (frequency * (saturation + 1)) / (frequency + saturation);
  let sum = 0;
  let covered = 0;
  for (let at = 0; at < entry.words.length; at += 4) {
    const term = entry.words[at] ?? 0;
    const weight = weights[term] ?? 0;
    const body = entry.words[at + inBody] ?? 0;
    const heading = entry.words[at + inHeading] ?? 0;
    covered += weight;
    sum += weight * saturated(body / bodyNorm + (headingWeight * heading) / headingNorm);
    if (heading > 0) sum += settings.headingShareWeight * weight * entry.headingShare ** 2;
    const pairs = entry.words[at + beforeNext] ?? 0;
    if (pairs > 0) {
      const both = (weight + (weights[term + 1] ?? 0)) / 2;
      sum += pairWeight(asked[term], asked[term + 1], settings) * both * saturated(pairs / bodyNorm);
    }
  }
  return sum * (1 - settings.coverageWeight + (settings.coverageWeight * covered) / (totals.weight || 1));
}
