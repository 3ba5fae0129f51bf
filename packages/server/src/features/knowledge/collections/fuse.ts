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
 * Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009): what both ways rank high comes first, whatever their scores mean. The
 * constant is the paper's.
 */
const rankConstant = 60;

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
  const add = (list: readonly Found[], name: 'lexical' | 'semantic') => {
    for (const [rank, { segment, passage, score }] of list.entries()) {
      const key = `${segment} ${passage}`;
      const entry = fused.get(key) ?? { segment, passage, score: 0, scores: {} };
      // Half for the first place of each list: 1 for what is first in both.
      entry.score += (rankConstant + 1) / (rankConstant + rank + 1) / 2;
      entry.scores[name] = score;
      fused.set(key, entry);
    }
  };
  add(byWords.found, 'lexical');
  add(bySense, 'semantic');
  return [...fused.values()].sort((a, b) => b.score - a.score || a.segment - b.segment || a.passage - b.passage);
}
