import { expect, it } from 'vitest';
import { highlight } from './highlight.ts';

const kindsOf = (code: string) =>
  highlight(code)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`);

it('tells comments, strings, numbers and words', () => {
  expect(kindsOf('const a = "b\\"c"; // 3 d\n# e\ncurl https://f.org/g -d \'{"h": 4.5}\'')).toEqual([
    'word const',
    'string "b\\"c"',
    'comment // 3 d',
    'comment # e',
    'word curl',
    'string \'{"h": 4.5}\'',
  ]);
});

it('takes no text between two slashes and a quotation mark for a comment', () => {
  expect(kindsOf('a // b "c" 1')).toEqual(['string "c"', 'number 1']);
});

it.each(['//x', '"\\', `'\\"`, '`"', '"\\"', 'a // "'])('reads %s over and over in one pass', (shape) => {
  const code = `${shape.repeat(59_000 / shape.length)}'`;
  const before = process.threadCpuUsage();
  expect(
    highlight(code)
      .map(({ text }) => text)
      .join(''),
  ).toBe(code);
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500);
});
