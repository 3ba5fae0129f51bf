import { type PassageIndex, rankPassages } from '@parley/text';

/** A passage by the place of its index and its place there. */
export interface RankedPlace {
  index: number;
  passage: number;
  score: number;
}

/** What the turns before the question count, newest first; older ones count nothing. */
const earlierWeights = [0.4, 0.2, 0.1];
const longestTurn = 2_000;

/**
 * Ranks passages by the question in its conversation: "And in 2023?" alone names nothing that could be found. Without
 * earlier turns it is the ranking by the question.
 */
export async function rankInConversation(
  indexes: readonly PassageIndex[],
  query: string,
  { earlier = [], limit }: { earlier?: readonly string[]; limit: number },
): Promise<RankedPlace[]> {
  const own = await rankPassages(indexes, query, { limit });
  const turns = earlier.filter((turn) => turn.trim() !== '').slice(0, earlierWeights.length);
  if (turns.length === 0) return own;
  const sums = new Map<string, RankedPlace>();
  const add = (ranked: readonly RankedPlace[], weight: number) => {
    const best = ranked[0]?.score ?? 0;
    for (const { index, passage, score } of ranked) {
      const key = `${index} ${passage}`;
      const known = sums.get(key);
      sums.set(key, { index, passage, score: (known?.score ?? 0) + (weight * score) / best });
    }
  };
  add(own, 1);
  for (const [place, turn] of turns.entries()) {
    add(await rankPassages(indexes, turn.slice(0, longestTurn), { limit }), earlierWeights[place] ?? 0);
  }
  return [...sums.values()].sort((left, right) => right.score - left.score).slice(0, limit);
}
