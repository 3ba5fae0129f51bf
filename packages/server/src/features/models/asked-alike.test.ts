import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { askedWords, longestAlike } from './asked-alike.ts';

type Pairs = [one: string, other: string][];
const pairs: Record<string, Pairs> = JSON.parse(
  readFileSync(new URL('../../../../../quality/like-questions/pairs.json', import.meta.url), 'utf8'),
);
const alike = (some: Pairs = []) => some.filter(([one, other]) => askedWords(one) === askedWords(other));

it.each(['number', 'name', 'negation', 'other'])('takes no near miss of the kind “%s” for the same', (kind) => {
  expect(pairs[kind]?.length).toBeGreaterThan(14);
  expect(alike(pairs[kind])).toEqual([]);
});

it('takes most questions that ask the same for the same', () => {
  expect(pairs.same).toHaveLength(70);
  expect(alike(pairs.same).length).toBeGreaterThanOrEqual(46);
});

it('says nothing of long texts, and takes time that grows with the length alone', () => {
  expect(askedWords('a'.repeat(longestAlike + 1))).toBeNull();
  expect(askedWords('')).toBe('');
  const hard = ['i want to ', 'what does ', 'tell me ', ', ', "'s ", 'mean '].map((piece) =>
    piece.repeat(500).slice(0, longestAlike),
  );
  const started = process.threadCpuUsage();
  for (const text of hard) for (let time = 0; time < 20; time++) askedWords(text);
  expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(3_000);
});
