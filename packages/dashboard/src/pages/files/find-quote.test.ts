import { expect, it } from 'vitest';
import { findQuote } from './find-quote.ts';

it('finds the words of a quote whatever stands between them', () => {
  const words = ['The', 'port', 'handled', '4,812', 'ves-', 'sels.', 'The', 'port'];
  expect(findQuote(words, '**handled** 4,812\nvessels')).toEqual([2, 3, 4, 5]);
  expect(findQuote(words, 'the port handled')).toEqual([0, 1, 2]);
});

it('finds nothing where the quote does not stand in one go', () => {
  expect(findQuote(['one', 'two'], 'one three')).toEqual([]);
  expect(findQuote(['one'], ' - ')).toEqual([]);
  expect(findQuote([], 'one')).toEqual([]);
});
