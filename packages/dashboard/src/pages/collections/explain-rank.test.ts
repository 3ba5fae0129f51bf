import type { CollectionSearchResult } from '@parley/sdk';
import { expect, it } from 'vitest';
import { explainRanks } from './explain-rank.ts';

// Only the scores are looked at.
const result = (scores: CollectionSearchResult['scores']) => ({ scores }) as CollectionSearchResult;

it('compares each stage with the best of the passages in it', () => {
  const ranks = explainRanks([result({ lexical: 6, rerank: 0.9 }), result({ lexical: 12, semantic: -0.2 })]);
  expect(ranks).toEqual([
    [
      { stage: 'lexical', value: 6, share: 0.5, rank: 2 },
      { stage: 'rerank', value: 0.9, share: 1, rank: 1 },
    ],
    [
      { stage: 'lexical', value: 12, share: 1, rank: 1 },
      { stage: 'semantic', value: -0.2, share: 0, rank: 1 },
    ],
  ]);
});
