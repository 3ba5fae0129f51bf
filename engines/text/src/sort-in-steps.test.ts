import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInSteps } from './sort-in-steps.ts';

const byScore = (one: { score: number }, other: { score: number }) => other.score - one.score;

it('sorts as `sort` does, equals in their order', async () => {
  const lists = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 1, max: 400 }), async (scores, repeats) => {
      const entries = Array.from({ length: repeats }, () => scores)
        .flat()
        .map((score, place) => ({ score, place }));
      expect(await sortInSteps(entries, byScore)).toEqual(entries.toSorted(byScore));
    }),
    { numRuns: 30 },
  );
});

it('lets other work go on', async () => {
  const entries = Array.from({ length: 300_000 }, (_, place) => ({ score: (place * 7919) % 99_991 }));
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await setImmediate();
      turns++;
    }
  })();
  const sorted = await sortInSteps(entries, byScore);
  isOver = true;
  await others;
  expect(sorted).toHaveLength(entries.length);
  expect(turns).toBeGreaterThan(5);
});
