import { expect, it } from 'vitest';
import { findMarks, mayBeginMark } from '../src/features/text/generation/grounding/citation-marks.ts';
import { plainSnippet } from '../src/lib/plain-snippet.ts';
import { withoutSecrets } from '../src/lib/without-secrets.ts';

const shapes = [
  'eyJ-',
  'eyJaaaaaaaa.',
  '\\',
  '"',
  '<',
  '`',
  '``` ',
  '[1, ',
  '[',
  '【',
  ' ',
  '\t',
  '~~~',
  '&amp;',
  'token',
  '&token=',
];

it.each(Object.entries({ withoutSecrets, plainSnippet, findMarks, mayBeginMark }))(
  '%s takes time in proportion to a text of one shape over and over',
  (_, read) => {
    const timeOf = (text: string): number => {
      const before = process.cpuUsage();
      read(text);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const slow = shapes.filter((shape) => {
      const times = [40_000, 400_000].map((length) => timeOf(shape.repeat(length / shape.length)));
      return (times[1] ?? 0) > (times[0] ?? 0) * 25 + 150;
    });
    expect(slow).toEqual([]);
  },
  60_000,
);

it('still takes a token out whose name stands in it twice', () => {
  expect(withoutSecrets('a eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0 b')).toBe('a [removed] b');
});
