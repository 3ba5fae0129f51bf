import { expect, it } from 'vitest';
import { type Found, fuse } from './fuse.ts';

const found = (...scores: [passage: number, score: number][]): Found[] =>
  scores.map(([passage, score]) => ({ segment: 0, passage, score }));
const words = { found: found([1, 20], [2, 15], [3, 5]), highest: 30 };
const order = (fused: { passage: number }[]) => fused.map(({ passage }) => passage);

it('puts first what both words and meaning hold high, with what each of them said', () => {
  const fused = fuse(words, found([2, 0.9], [4, 0.85], [1, 0.6]));
  expect(order(fused)).toEqual([2, 1, 4, 3]);
  expect(fused[0]).toMatchObject({ score: expect.closeTo(3 / 5, 10), scores: { lexical: 15, semantic: 0.9 } });
  expect(fused[2]?.scores).toEqual({ semantic: 0.85 });
});

it('leaves the order to words where all meanings are alike, and to meaning where hardly a word is held', () => {
  expect(order(fuse(words, found([3, 0.802], [2, 0.801], [1, 0.8])))).toEqual([1, 2, 3]);
  const stray = { found: found([1, 3], [2, 2]), highest: 30 };
  expect(order(fuse(stray, found([4, 0.9], [2, 0.7])))).toEqual([4, 1, 2]);
  // A seventh of the question held: four times a seventh would outdo the difference between second and last.
  const chance = { found: found([1, 4.2]), highest: 30 };
  const near = found([4, 0.9], [2, 0.84], [3, 0.8]);
  expect(order(fuse(chance, near))).toEqual([4, 2, 1, 3]);
  // Of what holds more, each share counts in full.
  expect(order(fuse({ found: found([1, 9.1]), highest: 30 }, near))[0]).toBe(1);
});

it('gives nothing more than 1, and takes lists with nothing in them', () => {
  expect(fuse({ found: found([1, 30]), highest: 30 }, found([1, 0.9], [2, 0.1]))[0]?.score).toBe(1);
  expect(fuse({ found: [], highest: 0 }, [])).toEqual([]);
  expect(order(fuse(words, []))).toEqual([1, 2, 3]);
});
