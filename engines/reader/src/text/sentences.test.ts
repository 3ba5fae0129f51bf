import { expect, test } from 'vitest';
import { longestSentence } from '../bounds/bounds.ts';
import { sentencesOf } from './sentences.ts';

test('sentences that people write stay whole', () =>
  expect(sentencesOf('It opens at eight. It closes at ten.').map(({ text }) => text)).toEqual([
    'It opens at eight.',
    'It closes at ten.',
  ]));

test('text without full stops is cut between words, and every stretch stands where it says', () => {
  const text = `Short one. ${'figure 405 '.repeat(1000)}`;
  const stretches = sentencesOf(text);
  expect(Math.max(...stretches.map(({ start, end }) => end - start))).toBeLessThanOrEqual(longestSentence);
  for (const { text: said, start, end } of stretches) expect(text.slice(start, end)).toBe(said);
  expect(stretches.map(({ text: said }) => said).join(' ')).toBe(text.trim());
});

test('text without spaces is cut too, and no character in two', () => {
  const text = '😀'.repeat(3001);
  expect(
    sentencesOf(text)
      .map(({ text: said }) => said)
      .join(''),
  ).toBe(text);
  expect(sentencesOf(text).every(({ text: said }) => said.isWellFormed())).toBe(true);
});
