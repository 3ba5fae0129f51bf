import { expect, it } from 'vitest';
import { growthOf } from '../../../../test/growth.ts';
import { QuoteFinder } from './quote-finder.ts';

const quote = 'the bridge was opened by the mayor in May';

it('finds a quote by its words, with its full stop, and takes reference marks for spaces', () => {
  const text = 'It is known: “The bridge\n was opened[3] by the Mayor — in May.” He was proud.';
  expect(new QuoteFinder(text).find(quote)?.quote).toBe('The bridge\n was opened[3] by the Mayor — in May.”');
  expect(new QuoteFinder(text).find('the bridge was closed by the mayor in May')).toBeNull();
});

it('reads a page of many words in time by its length', async () => {
  const page = (size: number) => 'mail address of a, '.repeat(size / 19);
  expect(await growthOf((size) => new QuoteFinder(page(size)).find(quote), 20_000)).toBeLessThan(24);
});
