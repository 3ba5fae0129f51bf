import { modelInTable } from '../../../lib/model-in-table.ts';
import table from './audio-prices.json' with { type: 'json' };
import type { AudioPrices } from './cost.ts';
import type { PricedProvider } from './engine-prices.ts';
import type { ListedPrice } from './vendor-prices.ts';

const lists: Record<string, Record<string, ListedPrice>> = table.vendors;

/** What an engine of speech costs: as the operator says under `upstream_prices`, else by the vendor's list, 0 for one's own servers. */
export function audioPrices(engine: string, providers: readonly PricedProvider[]): AudioPrices {
  const slash = engine.indexOf('/');
  const provider = providers.find(({ id }) => id === engine.slice(0, slash));
  const model = engine.slice(slash + 1);
  const given: ListedPrice | undefined = provider?.prices[model] ?? provider?.prices['*'];
  return toPrices(given ?? listed(provider?.priceList ?? null, model));
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
