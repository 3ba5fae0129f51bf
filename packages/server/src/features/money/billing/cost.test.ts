import { expect, it } from 'vitest';
import { addUsage, costOf, highestPrices, noPrices } from './cost.ts';

const prices = { input: 2, cachedInput: 3, cacheWrite: 5, output: 7, request: 11 };

it('asks for every kind of token its own price, and the price of a request once', () => {
  const usage = { inputTokens: 100, cachedTokens: 20, cacheWriteTokens: 30, outputTokens: 10 };
  expect(costOf(prices, usage)).toBe(50 * 2 + 20 * 3 + 30 * 5 + 10 * 7 + 11);
  expect(costOf(prices, { inputTokens: 1, cachedTokens: 0, outputTokens: 0 })).toBe(13);
  expect(costOf(prices, { inputTokens: 0, cachedTokens: 0, outputTokens: 1 })).toBe(18);
});

it('asks nothing for a call that used nothing, not even the price of a request', () => {
  expect(costOf(prices, { inputTokens: 0, cachedTokens: 0, outputTokens: 0 })).toBe(0);
});

it('takes nothing off the bill when a vendor counts more cached than input tokens', () => {
  expect(costOf(prices, { inputTokens: 10, cachedTokens: 12, outputTokens: 0 })).toBe(12 * 3 + 11);
});

it('adds two counts kind by kind, and names written cache tokens only where there are some', () => {
  const left = { inputTokens: 1, cachedTokens: 2, outputTokens: 3 };
  const right = { inputTokens: 10, cachedTokens: 20, outputTokens: 30 };
  expect(addUsage(left, right)).toStrictEqual({ inputTokens: 11, cachedTokens: 22, outputTokens: 33 });
  expect(addUsage({ ...left, cacheWriteTokens: 4 }, { ...right, cacheWriteTokens: 40 }).cacheWriteTokens).toBe(44);
  expect(addUsage({ ...left, cacheWriteTokens: 4 }, right).cacheWriteTokens).toBe(4);
  expect(addUsage(left, { ...right, cacheWriteTokens: 40 }).cacheWriteTokens).toBe(40);
});

it('takes the dearest of each price, and none of no engines', () => {
  const other = { input: 1, cachedInput: 4, cacheWrite: 4, output: 8, request: 10 };
  const dearest = { input: 2, cachedInput: 4, cacheWrite: 5, output: 8, request: 11 };
  expect(highestPrices([prices, other])).toEqual(dearest);
  expect(highestPrices([])).toEqual(noPrices);
});
