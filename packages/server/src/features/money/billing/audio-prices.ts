import { modelInTable } from '../../../lib/model-in-table.ts';
import table from './audio-prices.json' with { type: 'json' };
import type { PricedProvider } from './engine-prices.ts';
import type { ListedPrice } from './vendor-prices.ts';

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

const lists: Record<string, Record<string, ListedPrice>> = table.vendors;

/** What an engine of speech costs: as the operator says under `upstream_prices`, else by the vendor's list, 0 for one's own servers. */
export function audioPrices(engine: string, providers: readonly PricedProvider[]): AudioPrices {
  const slash = engine.indexOf('/');
  const provider = providers.find(({ id }) => id === engine.slice(0, slash));
  const model = engine.slice(slash + 1);
  const given: ListedPrice | undefined = provider?.prices[model] ?? provider?.prices['*'];
  return toPrices(given ?? listed(provider?.priceList ?? null, model));
}

/** In US dollars. What the vendor counted in tokens and has a price for is paid by them, anything else by seconds and characters. */
export function audioCost(prices: AudioPrices, { seconds, characters, tokens }: AudioUsed): number {
  if (tokens && prices.tokens) {
    return tokens.inputTokens * prices.tokens.input + tokens.outputTokens * prices.tokens.output + prices.request;
  }
  const heard = seconds === undefined ? 0 : Math.max(seconds, prices.leastSeconds) * prices.second;
  return heard + (characters ?? 0) * prices.character + prices.request;
}

function listed(vendor: string | null, model: string): ListedPrice {
  const models = lists[vendor ?? ''] ?? {};
  const exact = models[modelInTable(model, models) ?? ''];
  // Voices of Deepgram are models: `aura-2-thalia-en` costs what `aura-2` costs.
  const family = Object.keys(models)
    .filter((name) => model.startsWith(name))
    .sort((one, other) => other.length - one.length)[0];
  return exact ?? models[family ?? ''] ?? {};
}

function toPrices(price: ListedPrice): AudioPrices {
  const { input, output } = price;
  return {
    second: (price.minute ?? 0) / 60,
    leastSeconds: price.least_seconds ?? 0,
    character: (price.million_characters ?? 0) / 1e6,
    tokens: input && output ? { input: input / 1e6, output: output / 1e6 } : null,
    request: price.request ?? 0,
  };
}
