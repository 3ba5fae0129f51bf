import type { TokenUsage } from '../../../ports/language-model.ts';

/** Prices in US dollars: per token, and `request` per call. */
export interface TokenPrices {
  /** Of input that is neither read from a cache nor written to one. */
  input: number;
  /** Of input that the vendor read from its cache. */
  cachedInput: number;
  /** Of input that the vendor wrote to its cache. */
  cacheWrite: number;
  output: number;
  request: number;
}

/** What embedded engines and models on one's own machine cost. */
export const noPrices: TokenPrices = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, request: 0 };

/** The number of dollars that is nearest to an amount. */
export const usdOf = (nanos: bigint): number => Number(`${nanos}e-9`);

/** What no tokens look like. */
export const noUsage: TokenUsage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

/** What an hour in the cache costs against the usual five minutes: the vendor asks twice the price of input instead of 1.25 times. */
const longWriteFactor = 1.6;

/** What a call costs in US dollars; nothing when nothing was used. */
export function costOf(prices: TokenPrices, usage: TokenUsage): number {
  const { inputTokens, cachedTokens, cacheWriteTokens = 0, longCacheWriteTokens = 0, outputTokens } = usage;
  if (inputTokens === 0 && outputTokens === 0) return 0;
  const uncached = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  return (
    uncached * prices.input +
    cachedTokens * prices.cachedInput +
    (cacheWriteTokens + longCacheWriteTokens * (longWriteFactor - 1)) * prices.cacheWrite +
    outputTokens * prices.output +
    prices.request
  );
}

/** The sum of two counts. */
export function addUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  const written = (left.cacheWriteTokens ?? 0) + (right.cacheWriteTokens ?? 0);
  const long = (left.longCacheWriteTokens ?? 0) + (right.longCacheWriteTokens ?? 0);
  const thought = (left.reasoningTokens ?? 0) + (right.reasoningTokens ?? 0);
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    cachedTokens: left.cachedTokens + right.cachedTokens,
    ...(written > 0 && { cacheWriteTokens: written }),
    ...(long > 0 && { longCacheWriteTokens: long }),
    outputTokens: left.outputTokens + right.outputTokens,
    ...(thought > 0 && { reasoningTokens: thought }),
  };
}

/** The dearer of each price: what a call may cost at most, whichever of several engines answers it. */
export function highestPrices(all: readonly TokenPrices[]): TokenPrices {
  const highest = (name: keyof TokenPrices) => Math.max(0, ...all.map((prices) => prices[name]));
  return {
    input: highest('input'),
    cachedInput: highest('cachedInput'),
    cacheWrite: highest('cacheWrite'),
    output: highest('output'),
    request: highest('request'),
  };
}

/** What hearing and saying costs, in US dollars. */
export interface AudioPrices {
  second: number;
  /** Of a call that is shorter so many are paid. */
  leastSeconds: number;
  character: number;
  /** Of a token that the vendor counts; null where it does not. */
  tokens: { input: number; output: number } | null;
  request: number;
}

export interface AudioUsed {
  seconds?: number;
  characters?: number;
  tokens?: { inputTokens: number; outputTokens: number };
}

/** In US dollars. What the vendor counted in tokens and has a price for is paid by them, anything else by seconds and characters. */
export function audioCost(prices: AudioPrices, { seconds, characters, tokens }: AudioUsed): number {
  if (tokens && prices.tokens) {
    return tokens.inputTokens * prices.tokens.input + tokens.outputTokens * prices.tokens.output + prices.request;
  }
  const heard = seconds === undefined ? 0 : Math.max(seconds, prices.leastSeconds) * prices.second;
  return heard + (characters ?? 0) * prices.character + prices.request;
}
