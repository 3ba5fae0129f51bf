import type { JsonObject } from '@parley/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortenJson } from './shorten-json.ts';

it('leaves what is short as it is, and cuts texts, lists, names and depth of what is not', () => {
  const short = { columns: ['a', 'b'], row_count: 2 };
  expect(shortenJson(short, 100)).toBe(short);
  const long = {
    columns: Array.from({ length: 5000 }, (_, i) => `column ${i}`),
    row_count: 2,
    title: '😀'.repeat(900),
  };
  const cut = shortenJson(long, 2000);
  expect(cut).toMatchObject({ row_count: 2, is_shortened: true });
  expect(cut.columns).toEqual(long.columns.slice(0, 50));
  expect(cut.title).toMatch(/^(😀){100}…$/u);
});

it('keeps to the limit whatever it is given', () => {
  const values = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 }), { maxKeys: 40 });
  fc.assert(
    fc.property(values, fc.integer({ min: 30, max: 3000 }), (value, limit) => {
      // fast-check makes JSON values and says so with a type of its own.
      const shorter = shortenJson(value as JsonObject, limit);
      expect(JSON.stringify(shorter).length).toBeLessThanOrEqual(limit);
    }),
    { numRuns: 200, seed: 7 },
  );
});
