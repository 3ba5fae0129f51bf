import { giveWay } from '../give-way.ts';
import { askedTerms, type RankOptions } from '../rank-passages.ts';
import { type RankSettings, rankSettings } from '../rank-settings.ts';
import type { AskedTerm } from '../score-passages.ts';
import { headingBonus } from './heading-bonus.ts';
import { plainTerm, termHash, termNumber, type WordSegment } from './word-segment.ts';

/** A segment that is searched, and which of its files count. */
export interface SearchedSegment {
  segment: WordSegment;
  /** Per file: 1 when its passages may be found. All count in the frequencies of words. Without it, every file. */
  files?: Uint8Array;
}

export interface FoundPassage {
  /** Which of the segments. */
  segment: number;
  passage: number;
  score: number;
}

/** The best passages, and the score of one that would hold every asked word in plenty. */
export interface SegmentRanking {
  found: FoundPassage[];
  highest: number;
}

/** So many times the wanted passages, but no fewer, are looked at word by word. */
const lookedAtShare = 4;
const leastLookedAt = 200;

/** A word that is asked for, found in the segments. */
interface Asked {
  weight: number;
  /** Per segment: numbers of the word's forms. */
  numbers: number[][];
}

interface Totals {
  passages: number;
  meanBody: number;
  meanHeading: number;
}

/**
 * The same formula as `rankPassages`, on inverted words: only passages that hold an asked word are touched, and those that
 * cannot come first are not looked at word by word. Best first.
 */
export async function rankSegments(
  searched: readonly SearchedSegment[],
  question: string,
  { limit = 100, settings = rankSettings }: RankOptions = {},
): Promise<SegmentRanking> {
  const asked = findTerms(searched, askedTerms(languagesOf(searched), question));
  if (asked.every(({ numbers }) => numbers.every((forms) => forms.length === 0))) {
    return { found: [], highest: 0 };
  }
  const totals = totalsOf(searched);
  const weights = asked.map((term) => term.weight * rarity(frequency(searched, term), totals.passages));
  const first = await score(searched, asked, weights, totals, settings);
  const best = top(first, Math.max(leastLookedAt, limit * lookedAtShare));
  for (const entry of best) entry.score += nearBonus(searched, entry, asked, weights, totals, settings);
  best.sort(byScore);
  const added = feedback(searched, asked, best.slice(0, settings.feedbackPassages), totals, settings);
  if (added.length > 0) await addFeedback(searched, best, added, totals, settings);
  const most = settings.saturation + 1 + settings.headingShareWeight;
  const highest = weights.reduce((sum, weight) => sum + weight * most, 0);
  return { found: best.slice(0, limit), highest };
}

function languagesOf(searched: readonly SearchedSegment[]) {
  return searched.flatMap(({ segment }) =>
    segment.languages.map(({ language, passages }) => ({ language, passages: { length: passages } })),
  );
}

function findTerms(searched: readonly SearchedSegment[], terms: readonly AskedTerm[]): Asked[] {
  return terms.map(({ form, weight }) => ({
    weight,
    numbers: searched.map(({ segment }) => {
      const languages = new Set(segment.languages.map(({ language }) => language));
      return [...languages]
        .map((language) => termNumber(segment, termHash(language, form(language))))
        .filter((number) => number >= 0);
    }),
  }));
}

function totalsOf(searched: readonly SearchedSegment[]): Totals {
  let passages = 0;
  let words = 0;
  let headings = 0;
  for (const { segment } of searched) {
    passages += segment.passageFiles.length;
    words += segment.words.length;
    for (const count of segment.headingWords) headings += count;
  }
  return { passages, meanBody: (words - headings) / passages || 1, meanHeading: headings / passages || 1 };
}

/** In how many passages a word stands. */
function frequency(searched: readonly SearchedSegment[], { numbers }: Asked): number {
  let sum = 0;
  for (const [number, { segment }] of searched.entries()) {
    for (const term of numbers[number] ?? [])
      sum += (segment.postingStarts[term + 1] ?? 0) - (segment.postingStarts[term] ?? 0);
  }
  return sum;
}

/** BM25's inverse document frequency; 0 for what stands nowhere and tells no passages apart. */
function rarity(found: number, passages: number): number {
  if (found === 0) return 0;
  return Math.log(1 + (passages - found + 0.5) / (found + 0.5));
}

/** BM25 over body and headings with the share of the asked words that are there, for each passage that holds one. */
async function score(
  searched: readonly SearchedSegment[],
  asked: readonly Asked[],
  weights: readonly number[],
  totals: Totals,
  settings: RankSettings,
): Promise<FoundPassage[]> {
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const found: FoundPassage[] = [];
  const pause = giveWay();
  for (const [number, { segment, files }] of searched.entries()) {
    const sums = new Float64Array(segment.passageFiles.length);
    const covered = new Float64Array(segment.passageFiles.length);
    for (const [place, { numbers }] of asked.entries()) {
      const weight = weights[place] ?? 0;
      for (const term of numbers[number] ?? []) addTerm(segment, term, weight, { sums, covered }, totals, settings);
    }
    for (let passage = 0; passage < sums.length; passage++) {
      const sum = sums[passage] ?? 0;
      if (sum === 0 || (files && files[segment.passageFiles[passage] ?? 0] !== 1)) continue;
      const share = (covered[passage] ?? 0) / all;
      found.push({
        segment: number,
        passage,
        score: sum * (1 - settings.coverageWeight + settings.coverageWeight * share),
      });
    }
    await pause();
  }
  return found;
}

function addTerm(
  segment: WordSegment,
  term: number,
  weight: number,
  { sums, covered }: { sums: Float64Array; covered: Float64Array },
  totals: Totals,
  settings: RankSettings,
): void {
  const { saturation, headingWeight } = settings;
  for (let at = segment.postingStarts[term] ?? 0; at < (segment.postingStarts[term + 1] ?? 0); at++) {
    const passage = segment.postingPassages[at] ?? 0;
    const counts = segment.postingCounts[at] ?? 0;
    const { body, heading } = norms(segment, passage, totals, settings);
    const count = (counts & 255) / body + (headingWeight * (counts >> 8)) / heading;
    sums[passage] = (sums[passage] ?? 0) + weight * saturated(count, saturation);
    covered[passage] = (covered[passage] ?? 0) + weight;
  }
}

/** How much a passage's length holds back its words. */
function norms(segment: WordSegment, passage: number, totals: Totals, settings: RankSettings) {
  const headingLength = segment.headingWords[passage] ?? 0;
  const length = (segment.wordStarts[passage + 1] ?? 0) - (segment.wordStarts[passage] ?? 0) - headingLength;
  const { bodyLengthWeight: body, headingLengthWeight: heading } = settings;
  return {
    body: 1 - body + (body * length) / totals.meanBody,
    heading: 1 - heading + (heading * headingLength) / totals.meanHeading,
  };
}

const saturated = (count: number, saturation: number): number => (count * (saturation + 1)) / (count + saturation);

/** What asked words add that stand in a passage as near each other as in the question, or in a heading that is asked for whole. */
function nearBonus(
  searched: readonly SearchedSegment[],
  { segment: number, passage }: FoundPassage,
  asked: readonly Asked[],
  weights: readonly number[],
  totals: Totals,
  settings: RankSettings,
): number {
  const segment = searched[number]?.segment;
  if (!segment) return 0;
  const termOf = new Map<number, number>();
  for (const [place, { numbers }] of asked.entries()) for (const term of numbers[number] ?? []) termOf.set(term, place);
  const pairs = new Uint16Array(asked.length);
  const seen = new Set<number>();
  const heading = { from: segment.wordStarts[passage] ?? 0, end: 0 };
  heading.end = heading.from + (segment.headingWords[passage] ?? 0);
  let lastTerm = -2;
  let lastAt = 0;
  for (let at = segment.wordStarts[passage] ?? 0; at < (segment.wordStarts[passage + 1] ?? 0); at++) {
    const term = termOf.get(segment.words[at] ?? 0);
    if (term === undefined) continue;
    seen.add(term);
    if (term === lastTerm + 1 && at - lastAt <= settings.neighbourDistance)
      pairs[lastTerm] = (pairs[lastTerm] ?? 0) + 1;
    lastTerm = term;
    lastAt = at;
  }
  const { body } = norms(segment, passage, totals, settings);
  let sum = settings.headingShareWeight * headingBonus(segment, heading, termOf, weights);
  for (const [term, count] of pairs.entries()) {
    if (count === 0) continue;
    const weight = ((weights[term] ?? 0) + (weights[term + 1] ?? 0)) / 2;
    sum += settings.neighbourWeight * weight * saturated(count / body, settings.saturation);
  }
  const all = weights.reduce((total, weight) => total + weight, 0) || 1;
  const covered = [...seen].reduce((total, term) => total + (weights[term] ?? 0), 0);
  return sum * (1 - settings.coverageWeight + (settings.coverageWeight * covered) / all);
}

/** The words that mark the best passages against all others, and what they count. */
function feedback(
  searched: readonly SearchedSegment[],
  asked: readonly Asked[],
  best: readonly FoundPassage[],
  totals: Totals,
  settings: RankSettings,
): { hash: number; weight: number }[] {
  if (settings.feedbackWeight === 0 || best.length < 2) return [];
  const total = best.reduce((sum, { score }) => sum + score, 0);
  const candidates = new Map<number, number>();
  for (const { segment: number, passage, score } of best) {
    const segment = searched[number]?.segment;
    if (!segment) continue;
    const isAsked = new Set(asked.flatMap(({ numbers }) => numbers[number] ?? []));
    const from = segment.wordStarts[passage] ?? 0;
    const end = segment.wordStarts[passage + 1] ?? 0;
    for (let at = from; at < end; at++) {
      const term = segment.words[at] ?? 0;
      if (isAsked.has(term) || ((segment.marks[term] ?? 0) & plainTerm) !== 0) continue;
      const hash = segment.terms[term] ?? 0;
      candidates.set(hash, (candidates.get(hash) ?? 0) + score / total / (end - from));
    }
  }
  return [...candidates]
    .map(([hash, weight]) => {
      const found = frequency(searched, withHash(searched, hash));
      // What stands in one passage only says nothing about others.
      return { hash, weight: found < 2 ? 0 : weight * rarity(found, totals.passages) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, settings.feedbackTerms);
}

function withHash(searched: readonly SearchedSegment[], hash: number): Asked {
  return {
    weight: 1,
    numbers: searched.map(({ segment }) => [termNumber(segment, hash)].filter((number) => number >= 0)),
  };
}

async function addFeedback(
  searched: readonly SearchedSegment[],
  best: FoundPassage[],
  added: readonly { hash: number; weight: number }[],
  totals: Totals,
  settings: RankSettings,
): Promise<void> {
  const terms = added.map(({ hash, weight }) => ({ ...withHash(searched, hash), weight }));
  const weights = terms.map((term) => term.weight * rarity(frequency(searched, term), totals.passages));
  const scored = await score(searched, terms, weights, totals, { ...settings, coverageWeight: 0 });
  const highest = scored.reduce((most, { score }) => Math.max(most, score), 1e-9);
  const scale = (settings.feedbackWeight * (best[0]?.score ?? 0)) / highest;
  const bonus = new Map(scored.map((entry) => [keyOf(entry), entry.score * scale]));
  for (const entry of best) entry.score += bonus.get(keyOf(entry)) ?? 0;
  best.sort(byScore);
}

/** The highest so many, in no order. */
function top(found: FoundPassage[], count: number): FoundPassage[] {
  if (found.length <= count) return found;
  const scores = Float64Array.from(found, ({ score }) => score).sort();
  const least = scores[scores.length - count] ?? 0;
  return found.filter(({ score }) => score >= least);
}

const byScore = (a: FoundPassage, b: FoundPassage): number =>
  b.score - a.score || a.segment - b.segment || a.passage - b.passage;

const keyOf = ({ segment, passage }: FoundPassage): number => segment * 4_294_967_296 + passage;
