import { giveWay } from '../give-way.ts';
import { askedTerms, type RankOptions } from '../rank-passages.ts';
import { type RankSettings, rankSettings } from '../rank-settings.ts';
import { pairWeight } from '../score-passages.ts';
import {
  type AskedWord,
  findWords,
  frequency,
  highestRarity,
  languagesOf,
  rarity,
  type SearchedSegment,
  totalsOf,
  wordWithHash,
} from './asked-words.ts';
import { BestScores } from './best-scores.ts';
import { headingBonus } from './heading-bonus.ts';
import { bodyNorm, type ScoredWords, saturated, scorePostings } from './score-postings.ts';
import { plainTerm } from './word-segment.ts';

export interface FoundPassage {
  /** Which of the segments. */
  segment: number;
  passage: number;
  score: number;
}

/** The best passages, and the score of one that would hold every word of the question in plenty. */
export interface SegmentRanking {
  found: FoundPassage[];
  highest: number;
}

/** So many times the wanted passages, but no fewer, are looked at word by word. */
const lookedAtShare = 4;
const leastLookedAt = 200;

/**
 * The same formula as `rankPassages`, on inverted words: only passages that hold an asked word are touched, and only
 * the best by how often their words stand there are looked at word by word. Best first. Lets other work in on the way.
 */
export async function rankSegments(
  searched: readonly SearchedSegment[],
  question: string,
  { limit = 100, settings = rankSettings }: RankOptions = {},
): Promise<SegmentRanking> {
  const pause = giveWay();
  const words = await findWords(searched, askedTerms(languagesOf(searched), question));
  if (words.every(({ numbers }) => numbers.every((forms) => forms.length === 0))) {
    return { found: [], highest: 0 };
  }
  const totals = totalsOf(searched);
  for (const { whole } of searched) await whole?.count(words.flatMap(({ hashes }) => hashes));
  const weights = words.map((word) => weightOf(word, rarity(frequency(searched, word), totals.passages), settings));
  const asked = { words, weights, totals, settings };
  const best = await firstRound(searched, asked, Math.max(leastLookedAt, limit * lookedAtShare));
  const places = placesOf(searched, words);
  for (const entry of best) {
    entry.score += nearBonus(searched, entry, asked, places[entry.segment]);
    await pause();
  }
  best.sort(byScore);
  const added = await feedback(searched, asked, best.slice(0, settings.feedbackPassages), places);
  if (added) await addFeedback(searched, best, added);
  const most = settings.saturation + 1 + settings.headingShareWeight;
  // What stands nowhere is missed as much as the rarest word, or a passage with a stray word of the question would seem to hold all of it.
  const missed = words.map((word, place) =>
    weights[place] === 0 && !word.isCompound ? weightOf(word, highestRarity(totals.passages), settings) : 0,
  );
  const highest = most * (sumOf(weights) + sumOf(missed));
  return { found: best.slice(0, limit), highest };
}

/**
 * The passages with the highest so many scores, and all that equal the least of them, in no order: BM25 over body and headings with the
 * share of the asked words that are there.
 */
async function firstRound(
  searched: readonly SearchedSegment[],
  asked: ScoredWords,
  count: number,
): Promise<FoundPassage[]> {
  const { coverageWeight } = asked.settings;
  const all = sumOf(asked.weights) || 1;
  const best = new BestScores(count);
  let found: FoundPassage[] = [];
  await scorePostings(searched, asked, (number, { sums, covered }) => {
    const { segment, files } = searched[number] ?? {};
    const passageFiles = segment?.passageFiles ?? new Uint32Array();
    for (let passage = 0; passage < passageFiles.length; passage++) {
      const sum = sums[passage] ?? 0;
      if (sum === 0 || (files && files[passageFiles[passage] ?? 0] !== 1)) continue;
      const score = sum * (1 - coverageWeight + coverageWeight * ((covered[passage] ?? 0) / all));
      if (best.take(score)) found.push({ segment: number, passage, score });
    }
    found = found.filter(({ score }) => score >= best.least);
  });
  return found;
}

/** Per segment: which of the asked words a number of the segment is. */
function placesOf(searched: readonly SearchedSegment[], words: readonly AskedWord[]): Map<number, number>[] {
  return searched.map(
    (_, segment) =>
      new Map(
        words.flatMap(({ numbers }, place) => (numbers[segment] ?? []).map((term): [number, number] => [term, place])),
      ),
  );
}

/** What asked words add that stand in a passage as near each other as in the question, or in a heading that is asked for whole. */
function nearBonus(
  searched: readonly SearchedSegment[],
  { segment: number, passage }: FoundPassage,
  { words, weights, totals, settings }: ScoredWords,
  places: ReadonlyMap<number, number> | undefined,
): number {
  const segment = searched[number]?.segment;
  if (!segment || !places) return 0;
  const pairs = new Uint16Array(words.length);
  const seen = new Set<number>();
  const heading = { from: segment.wordStarts[passage] ?? 0, end: 0 };
  heading.end = heading.from + (segment.headingWords[passage] ?? 0);
  let lastTerm = -2;
  let lastAt = 0;
  for (let at = segment.wordStarts[passage] ?? 0; at < (segment.wordStarts[passage + 1] ?? 0); at++) {
    const term = places.get(segment.words[at] ?? 0);
    if (term === undefined) continue;
    seen.add(term);
    if (term === lastTerm + 1 && at - lastAt <= settings.neighbourDistance)
      pairs[lastTerm] = (pairs[lastTerm] ?? 0) + 1;
    lastTerm = term;
    lastAt = at;
  }
  const body = bodyNorm(segment, passage, totals, settings);
  let sum = settings.headingShareWeight * headingBonus(segment, heading, places, weights);
  for (const [term, count] of pairs.entries()) {
    if (count === 0) continue;
    const weight = ((weights[term] ?? 0) + (weights[term + 1] ?? 0)) / 2;
    sum += pairWeight(words[term], words[term + 1], settings) * weight * saturated(count / body, settings.saturation);
  }
  const all = sumOf(weights) || 1;
  const covered = [...seen].reduce((total, term) => total + (weights[term] ?? 0), 0);
  return sum * (1 - settings.coverageWeight + (settings.coverageWeight * covered) / all);
}

/** What a word counts that is so rare. */
export const weightOf = (
  { weight, isName }: Pick<AskedWord, 'weight' | 'isName'>,
  rare: number,
  { nameWeight }: RankSettings,
): number => weight * (isName ? nameWeight : 1) * rare;

/** The words that mark the best passages against all others, and what they count; null when there are none. */
async function feedback(
  searched: readonly SearchedSegment[],
  asked: ScoredWords,
  best: readonly FoundPassage[],
  places: readonly ReadonlyMap<number, number>[],
): Promise<ScoredWords | null> {
  const { totals, settings } = asked;
  if (settings.feedbackWeight === 0 || best.length < 2) return null;
  const total = best.reduce((sum, { score }) => sum + score, 0);
  const candidates = new Map<number, number>();
  const pause = giveWay();
  for (const { segment: number, passage, score } of best) {
    const segment = searched[number]?.segment;
    if (!segment) continue;
    await pause();
    const from = segment.wordStarts[passage] ?? 0;
    const end = segment.wordStarts[passage + 1] ?? 0;
    for (let at = from; at < end; at++) {
      const term = segment.words[at] ?? 0;
      if (places[number]?.has(term) || ((segment.marks[term] ?? 0) & plainTerm) !== 0) continue;
      const hash = segment.terms[term] ?? 0;
      candidates.set(hash, (candidates.get(hash) ?? 0) + score / total / (end - from));
    }
  }
  for (const { whole } of searched) await whole?.count([...candidates.keys()]);
  const weighed: { word: AskedWord; rare: number; weight: number }[] = [];
  for (const [hash, weight] of candidates) {
    await pause();
    const word = wordWithHash(searched, hash);
    const found = frequency(searched, word);
    const rare = rarity(found, totals.passages);
    // What stands in one passage only says nothing about others.
    if (found >= 2 && weight * rare > 0) weighed.push({ word, rare, weight: weight * rare });
  }
  const chosen = weighed.sort((a, b) => b.weight - a.weight).slice(0, settings.feedbackTerms);
  if (chosen.length === 0) return null;
  const weights = chosen.map(({ weight, rare }) => weight * rare);
  return { words: chosen.map(({ word }) => word), weights, totals, settings };
}

/** Adds to the best what the words of `feedback` make of them, measured by the passage of all that has most of these. */
async function addFeedback(
  searched: readonly SearchedSegment[],
  best: FoundPassage[],
  added: ScoredWords,
): Promise<void> {
  let highest = 1e-9;
  const bonus = new Map<FoundPassage, number>();
  await scorePostings(searched, added, (number, { sums }) => {
    const { segment, files } = searched[number] ?? {};
    const passageFiles = segment?.passageFiles ?? new Uint32Array();
    for (let passage = 0; passage < passageFiles.length; passage++) {
      const sum = sums[passage] ?? 0;
      if (sum > highest && (!files || files[passageFiles[passage] ?? 0] === 1)) highest = sum;
    }
    for (const entry of best) if (entry.segment === number) bonus.set(entry, sums[entry.passage] ?? 0);
  });
  const scale = (added.settings.feedbackWeight * (best[0]?.score ?? 0)) / highest;
  for (const entry of best) entry.score += (bonus.get(entry) ?? 0) * scale;
  best.sort(byScore);
}

const byScore = (a: FoundPassage, b: FoundPassage): number =>
  b.score - a.score || a.segment - b.segment || a.passage - b.passage;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
