import { expect, it } from 'vitest';
import { BestScores } from './best-scores.ts';

/** The same numbers every time, many of them twice. */
const scores = Array.from({ length: 500 }, (_, number) => (Math.imul(number, 7919) >>> 0) % 211);

it.each([1, 2, 7, 60, 499])('keeps the least of the highest %i', (size) => {
  const best = new BestScores(size);
  for (const [at, score] of scores.entries()) {
    const before = scores.slice(0, at + 1).sort((a, b) => b - a);
    expect(best.take(score)).toBe(at < size || score >= (before[size - 1] ?? 0));
    if (at + 1 >= size) expect(best.least).toBe(before[size - 1]);
  }
});

it('takes everything while it is not full', () => {
  const best = new BestScores(3);
  expect([5, 1].map((score) => best.take(score))).toEqual([true, true]);
  expect(best.least).toBe(Number.NEGATIVE_INFINITY);
});
