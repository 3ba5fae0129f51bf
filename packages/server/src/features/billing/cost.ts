import type { TokenUsage } from '../../ports/language-model.ts';

/** Prices in US dollars: per token, and `request` per call. */
export interface TokenPrices {
  input: number;
  output: number;
  request: number;
}

/** What no tokens look like. */
export const noUsage: TokenUsage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

/** What a call costs in US dollars; nothing when nothing was used. */
export function costOf(prices: TokenPrices, usage: TokenUsage): number {
  if (usage.inputTokens === 0 && usage.outputTokens === 0) return 0;
  return usage.inputTokens * prices.input + usage.outputTokens * prices.output + prices.request;
}
