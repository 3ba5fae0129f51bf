import { expect, it } from 'vitest';
import { excerptOf } from './marks.ts';

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
