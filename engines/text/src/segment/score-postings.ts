import { giveWay } from '../give-way.ts';
import type { RankSettings } from '../rank-settings.ts';
import type { AskedWord, SearchedSegment, Totals } from './asked-words.ts';
import type { WordSegment } from './word-segment.ts';

export interface PostingScores {
  /** Per passage of the segment: BM25 of the words over body and headings; 0 where none of them stands. */
  sums: Float64Array;
  /** Per passage: the weights of the words that stand in it. */
  covered: Float64Array;
}

export interface ScoredWords {
  words: readonly AskedWord[];
  /** What each of the words counts. */
  weights: readonly number[];
  totals: Totals;
  settings: RankSettings;
}

const wordsAtOnce = 32;

/**
 * Scores the passages of each segment by the words in turn, and hands them on with the segment's number. The arrays are as long as the
 * longest segment and are used again for the next one. Lets other work in on the way.
 */
export async function scorePostings(
  searched: readonly SearchedSegment[],
  scored: ScoredWords,
  onSegment: (number: number, scores: PostingScores) => void,
): Promise<void> {
  const longest = searched.reduce((most, { segment }) => Math.max(most, segment.passageFiles.length), 0);
  const scores = { sums: new Float64Array(longest), covered: new Float64Array(longest) };
  const norms = new Float64Array(longest);
  const pause = giveWay();
  for (const [number, { segment }] of searched.entries()) {
    scores.sums.fill(0);
    scores.covered.fill(0);
    fillBodyNorms(segment, scored, norms);
    for (const [place, { numbers }] of scored.words.entries()) {
      if (place % wordsAtOnce === wordsAtOnce - 1) await pause();
      for (const term of numbers[number] ?? [])
        addTerm(segment, { term, weight: scored.weights[place] ?? 0, norms }, scored, scores);
    }
    onSegment(number, scores);
    await pause();
  }
}

/** How much a passage's length holds back the words of its body. */
export function bodyNorm(
  segment: WordSegment,
  passage: number,
  totals: Totals,
  { bodyLengthWeight }: RankSettings,
): number {
  const length =
    (segment.wordStarts[passage + 1] ?? 0) - (segment.wordStarts[passage] ?? 0) - (segment.headingWords[passage] ?? 0);
  return 1 - bodyLengthWeight + (bodyLengthWeight * length) / totals.meanBody;
}

export const saturated = (count: number, saturation: number): number =>
  (count * (saturation + 1)) / (count + saturation);

function fillBodyNorms(segment: WordSegment, { totals, settings }: ScoredWords, norms: Float64Array): void {
  for (let passage = 0; passage < segment.passageFiles.length; passage++) {
    norms[passage] = bodyNorm(segment, passage, totals, settings);
  }
}

/** The inner loop of a search: it runs once for each passage that holds the word. */
function addTerm(
  { postingStarts, postingPassages, postingCounts, headingWords }: WordSegment,
  { term, weight, norms }: { term: number; weight: number; norms: Float64Array },
  { totals, settings }: ScoredWords,
  { sums, covered }: PostingScores,
): void {
  const { saturation, headingWeight, headingLengthWeight } = settings;
  const end = postingStarts[term + 1] ?? 0;
  for (let at = postingStarts[term] ?? 0; at < end; at++) {
    const passage = postingPassages[at] ?? 0;
    const counts = postingCounts[at] ?? 0;
    let count = (counts & 255) / (norms[passage] ?? 1);
    if (counts > 255) {
      const length = headingWords[passage] ?? 0;
      count +=
        (headingWeight * (counts >> 8)) /
        (1 - headingLengthWeight + (headingLengthWeight * length) / totals.meanHeading);
    }
    sums[passage] = (sums[passage] ?? 0) + weight * saturated(count, saturation);
    covered[passage] = (covered[passage] ?? 0) + weight;
  }
}
