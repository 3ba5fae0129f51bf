import { expect, it } from 'vitest';
import type { Claim } from '../research-types.ts';
import { fairShare } from './fair-share.ts';

const claim = (id: number, question: number, source: number): Claim => ({
  ...{ id: `c${id}`, question, source, score: 100 - id, verified: 'quoted' },
  ...{ text: '', quote: '', start: 0, end: 0, paragraph: '' },
});

it('gives each question its turn, and of a question each source before any a second time', () => {
  const loud = [1, 1, 2, 3].map((source, index) => claim(index, 0, source));
  const quiet = [claim(10, 1, 9), claim(11, 1, 9)];
  expect(fairShare([...loud, ...quiet]).map(({ id }) => id)).toEqual(['c0', 'c10', 'c2', 'c11', 'c3', 'c1']);
});
