import type { SegmentRanking } from '@parley/text';

/** A passage that one way of searching found; higher is better. */
export interface Found {
  segment: number;
  passage: number;
  score: number;
}

/** A passage by all ways of searching. */
export interface Fused extends Found {
  scores: { lexical?: number; semantic?: number };
}

/**
 * Cosines of the best and the last of a list lie at least so far apart before a difference between them counts in full: where all are
 * alike, meaning tells little, and words decide. Learned on all but one of XQuAD in four languages and Cranfield
 * (docs/decisions/one-sentence-encoder.md).
 */
const leastSpread = 0.1;
/** What a passage that holds every word of the question counts beside the nearest in meaning: most hold but a third of them. */
const weightOfWords = 4;
/**
 * Where even the best passage holds less than this share of the question, its words are not those of the texts: what is found
 * by them is found by chance, and counts the less.
 */
const leastHeld = 0.3;

/** One list of two, best first, with scores of 0 to 1. One way alone keeps its order and its own scale. */
export function fuse(byWords: SegmentRanking | null, bySense: readonly Found[] | null): Fused[] {
  if (!bySense) {
    const { found, highest } = byWords ?? { found: [], highest: 1 };
    return found.map((entry) => ({
      ...entry,
      score: Math.min(1, entry.score / (highest || 1)),
      scores: { lexical: entry.score },
    }));
  }
  if (!byWords) {
    return bySense.map((entry) => ({
      ...entry,
      score: Math.max(0, Math.min(1, entry.score)),
      scores: { semantic: entry.score },
    }));
  }
  const fused = new Map<string, Fused>();
  const add = (list: readonly Found[], name: 'lexical' | 'semantic', countOf: (score: number) => number) => {
    for (const { segment, passage, score } of list) {
      const key = `${segment} ${passage}`;
      const entry = fused.get(key) ?? { segment, passage, score: 0, scores: {} };
      entry.score += countOf(score) / (1 + weightOfWords);
      entry.scores[name] = score;
      fused.set(key, entry);
    }
  };
  // By what could be reached, not by what was: where the texts use other words the best of them says little.
  const shareOf = (score: number) => Math.min(1, score / (byWords.highest || 1));
  const weight = weightOfWords * Math.min(1, shareOf(byWords.found[0]?.score ?? 0) / leastHeld);
  add(byWords.found, 'lexical', (score) => weight * shareOf(score));
  const [nearest, farthest] = [bySense[0]?.score ?? 0, bySense.at(-1)?.score ?? 0];
  const spread = Math.max(nearest - farthest, leastSpread);
  add(bySense, 'semantic', (score) => (score - farthest) / spread);
  return [...fused.values()].sort((a, b) => b.score - a.score || a.segment - b.segment || a.passage - b.passage);
}
