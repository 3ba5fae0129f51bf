import { expect, it } from 'vitest';
import { plainSnippet } from './plain-snippet.ts';

it('takes tags out, resolves entities and joins white space', () => {
  expect(plainSnippet(' The <b>bridge</b>\n &amp; the &#8364;4 &hellip; &unknown; ')).toBe(
    'The bridge & the €4 … &unknown;',
  );
});

it('reads the beginning of a very long one alone', () => {
  const read = plainSnippet(`Opened. ${'- '.repeat(2_000_000)}`);
  expect(read).toMatch(/^Opened\. - - /);
  expect(read.length).toBeLessThan(20_001);
});
