import { expect, it } from 'vitest';
import { WordPieces } from './word-pieces.ts';

const words = new WordPieces(
  [
    '<s>\t0',
    '<pad>\t0',
    '</s>\t0',
    '<unk>\t0',
    '\u2581\t-4',
    'a\t-5',
    'b\t-5',
    'ab\t-6',
    '\u2581ab\t-7',
    'fi\t-8',
  ].join('\n'),
  'fb01\t66 69\na0\t20\n',
);

it('writes a text with the most likely pieces, and what has none as unknown', () => {
  expect([...words.split('ab')]).toEqual([8]);
  expect([...words.split('  ab\u00a0 b')]).toEqual([8, 4, 6]);
  expect([...words.split('\ufb01')]).toEqual([4, 9]);
  expect([...words.split('')]).toEqual([4]);
  expect([...words.split('a?')]).toEqual([4, 5, 3]);
});

it('reads a word behind a mark or within a compound as that word, where no piece of its own stands for it', () => {
  const pieces = [
    '<s>',
    '<pad>',
    '</s>',
    '<unk>',
    '\u2581',
    '\u2581House',
    '\u2581boat',
    '\u2581il',
    'il',
    '\u2581an',
    '"',
    "'",
    ...'abehinostuHBA',
  ];
  const known = new WordPieces(pieces.map((piece) => `${piece}\t-5`).join('\n'), '');
  const split = (text: string) =>
    [...known.split(text)].map((number) => pieces[number]?.replace('\u2581', '_')).join(' ');
  expect(split('"House"')).toBe('_ " _House "');
  expect(split("an'an")).toBe("_an ' _an");
  expect(split('boathouse')).toBe('_boat _House');
  expect(split('Houseboat')).toBe('_House _boat');
  // A piece of its own comes first, and short ends of words are none.
  expect(split("an'il")).toBe("_an ' il");
  expect(split('Housean')).toBe('_House a n');
});

it('takes time that grows with the length alone', () => {
  const timeOf = (length: number) => {
    const started = performance.now();
    words.split('a'.repeat(length));
    return performance.now() - started;
  };
  timeOf(100_000);
  expect(timeOf(400_000)).toBeLessThan(12 * Math.max(5, timeOf(100_000)));
});
