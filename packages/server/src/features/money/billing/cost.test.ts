import { expect, it } from 'vitest';
import { type AudioPrices, type AudioUsed, addUsage, audioCost, costOf, highestPrices, noPrices } from './cost.ts';

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

it('asks three fifths more for what is kept in the cache for an hour than for the rest of what is written there', () => {
  const usage = { inputTokens: 100, cachedTokens: 0, cacheWriteTokens: 30, longCacheWriteTokens: 10, outputTokens: 0 };
  expect(costOf(prices, usage)).toBeCloseTo(70 * 2 + 20 * 5 + 10 * 8 + 11, 9);
});

it.each(['longCacheWriteTokens', 'reasoningTokens'] as const)(
  'adds %s of calls, and names them only where there are some',
  (kind) => {
    const none = { inputTokens: 1, cachedTokens: 2, outputTokens: 3 };
    const sums = [
      [4, 40],
      [4, undefined],
      [undefined, 40],
      [0, 0],
    ].map(([left, right]) =>
      addUsage(
        left === undefined ? none : { ...none, [kind]: left },
        right === undefined ? none : { ...none, [kind]: right },
      ),
    );
    expect(sums.map((sum) => sum[kind])).toEqual([44, 4, 40, undefined]);
  },
);

it('takes the dearest of each price, and none of no engines', () => {
  const other = { input: 1, cachedInput: 4, cacheWrite: 4, output: 8, request: 10 };
  const dearest = { input: 2, cachedInput: 4, cacheWrite: 5, output: 8, request: 11 };
  expect(highestPrices([prices, other])).toEqual(dearest);
  expect(highestPrices([])).toEqual(noPrices);
});

const audio: AudioPrices = { second: 2, leastSeconds: 10, character: 3, tokens: null, request: 1 };
const byToken = { ...audio, tokens: { input: 5, output: 7 } };
it.each<[string, AudioPrices, AudioUsed, number]>([
  ['by the second', audio, { seconds: 30 }, 61],
  ['the least that is asked, where it is shorter', audio, { seconds: 4 }, 21],
  ['the least that is asked, where nothing was heard', audio, { seconds: 0 }, 21],
  ['by the character', audio, { characters: 100 }, 301],
  ['for both', audio, { seconds: 30, characters: 100 }, 361],
  ['the price of a request alone, where nothing was measured', audio, {}, 1],
  [
    'by the token, and by nothing else, where the vendor counts tokens',
    byToken,
    { seconds: 30, characters: 9, tokens: { inputTokens: 11, outputTokens: 13 } },
    55 + 91 + 1,
  ],
  ['by the second, where the vendor counts no tokens', byToken, { seconds: 30 }, 61],
  [
    'by the second, where nobody knows the price of a token',
    audio,
    { seconds: 30, tokens: { inputTokens: 11, outputTokens: 13 } },
    61,
  ],
])('charges speech %s', (_how, prices, used, cost) => {
  expect(audioCost(prices, used)).toBe(cost);
});
