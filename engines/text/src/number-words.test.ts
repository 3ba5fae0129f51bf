import { describe, expect, it } from 'vitest';
import { numberWords } from './figure-words.ts';
import { cardinalOf, cardinalPattern, ordinalOf } from './number-words.ts';

describe('words for numbers', () => {
  it.each([
    ['zero', 0],
    ['one', 1],
    ['nineteen', 19],
    ['twenty', 20],
    ['forty-two', 42],
    ['zwölf', 12],
    ['cinq', 5],
    ['diez', 10],
  ])('%s counts %i', (word, value) => {
    expect(cardinalOf(word)).toBe(value);
  });

  it.each(['once', 'twenty-', 'twenty-ten', 'first', '-', '', 'constructor'])('"%s" counts nothing', (word) => {
    expect(cardinalOf(word)).toBeUndefined();
  });

  it('keeps to the languages that are asked for', () => {
    expect(cardinalOf('elf', ['en'])).toBeUndefined();
    expect(cardinalOf('elf', ['de'])).toBe(11);
  });

  it('gives whole words to an expression, from a number on', () => {
    const pattern = new RegExp(`^(?:${cardinalPattern(['en'], 2)})$`);
    expect(['one', 'two', 'sixteen', 'six', 'ninety'].map((word) => pattern.test(word))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('knows places, and in figures all but one', () => {
    expect([ordinalOf('first'), ordinalOf('tenth'), ordinalOf('one')]).toEqual([1, 10, undefined]);
    expect(['one', 'two', 'third', 'half', 'twenty-one', 'dozen'].map(numberWords)).toEqual([null, 2, 3, 0.5, 21, 12]);
  });
});
