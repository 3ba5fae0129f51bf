import { expect, it } from 'vitest';
import { excerptOf, splitMarks } from './marks.ts';

it('splits at marks of sources that there are', () => {
  expect(splitMarks('In 1932 [1][2], by her [7].', 2)).toEqual([
    { at: 0, text: 'In 1932 ' },
    { at: 8, source: 1 },
    { at: 11, source: 2 },
    { at: 14, text: ', by her [7].' },
  ]);
  expect(splitMarks('', 3)).toEqual([]);
});

it('cuts an excerpt at lines, and loses nothing of the passage', () => {
  const text = `${'a'.repeat(50)}\n${'b'.repeat(50)}PASSAGE${'c'.repeat(50)}\n${'d'.repeat(50)}`;
  const start = text.indexOf('PASSAGE');
  expect(excerptOf(text, { start, end: start + 7 }, 60)).toEqual({
    before: 'b'.repeat(50),
    passage: 'PASSAGE',
    after: 'c'.repeat(50),
  });
  expect(excerptOf(text, { start, end: start + 7 })).toEqual({
    before: text.slice(0, start),
    passage: 'PASSAGE',
    after: text.slice(start + 7),
  });
  expect(excerptOf('x'.repeat(100), { start: 50, end: 51 }, 10).before).toHaveLength(10);
});
