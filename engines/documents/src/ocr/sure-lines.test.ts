import { expect, it } from 'vitest';
import { quadOf } from './geometry.ts';
import type { ReadWord } from './ocr-engine.ts';
import { mayBeSure, readSurely } from './sure-lines.ts';

const known = new Set('the quick brown fox jumps over a lazy dog i saw'.split(' '));
const dictionary = { has: (word: string) => known.has(word) };
const place = { x: 0, y: 0, width: 400, height: 24 };

/** Words side by side, ten pixels a character, with one character's room between them. */
function wordsOf(text: string, confidence = 0.95): ReadWord[] {
  return [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    box: { x: match.index * 10, y: 2, width: match[0].length * 10, height: 20 },
    confidence,
  }));
}

it('takes running text of known words as it was read', () => {
  const line = readSurely(place, wordsOf('The quick brown fox, jumps over a dog.'), dictionary);
  expect(line).toMatchObject({ engine: 'tesseract', box: place });
  expect(line?.words).toHaveLength(8);
  expect(line?.confidence).toBeCloseTo(0.95);
});

it.each([
  ['one word is doubtful', [...wordsOf('the quick brown fox jumps over a', 0.95), ...wordsOf('dog', 0.7)]],
  ['a word is unknown', wordsOf('the quick brawn fox jumps over a lazy dog')],
  ['there are digits', wordsOf('the quick brown fox jumps over 11 dogs')],
  ['a letter stands alone', wordsOf('the quick brown fox i saw over the dog')],
  ['it is short', wordsOf('the quick brown fox')],
  ['a word may have been overlooked', wordsOf('the quick brown         jumps over the dog')],
  ['the end may have been overlooked', wordsOf('the quick brown fox jumps')],
])('asks for a second reading when %s', (_why, words) => {
  expect(readSurely(place, words, dictionary)).toBeNull();
});

it('tells by their shape which lines are long enough', () => {
  expect(mayBeSure({ quad: quadOf(place), score: 1 })).toBe(true);
  expect(mayBeSure({ quad: quadOf({ ...place, width: 100 }), score: 1 })).toBe(false);
});
