import type { CollectionSearchResult } from '@parley/sdk';

const stages = ['lexical', 'semantic', 'rerank'] as const;

/** What one stage of a search said of a passage. */
export interface StageScore {
  stage: (typeof stages)[number];
  value: number;
  /** Of the best of the passages in this stage, 0 to 1. */
  share: number;
  /** Place among the passages in this stage, from 1. */
  rank: number;
}

/** For each passage what every stage that ran said of it, compared with the others. */
export function explainRanks(results: readonly CollectionSearchResult[]): StageScore[][] {
  return results.map(({ scores }) =>
    stages.flatMap((stage) => {
      const value = scores[stage];
      if (value === undefined) return [];
      const all = results.flatMap(({ scores }) => scores[stage] ?? []);
      const best = Math.max(...all);
      return [
        {
          stage,
          value,
          share: best > 0 ? Math.max(0, value / best) : 0,
          rank: 1 + all.filter((other) => other > value).length,
        },
      ];
    }),
  );
}
