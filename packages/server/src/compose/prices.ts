import { LRUCache } from 'lru-cache';
import type { ProviderSettings } from '../config/provider-settings.ts';
import type { TokenPrices } from '../features/money/billing/cost.ts';
import { enginePrices, type PricedProvider } from '../features/money/billing/engine-prices.ts';
import { type RunProvider, unpricedCheck } from '../features/money/billing/unpriced-engines.ts';
import type { Platform } from './platform.ts';

/** Names come from callers, too. */
const rememberedNames = 1_000;

/** The providers of models as far as their prices go. */
export const pricedProviders = (providers: readonly ProviderSettings[], prices: Platform['prices']): RunProvider[] =>
  providers.map(({ id, priceList, baseUrl, part }) => ({
    id,
    priceList,
    baseUrl,
    prices: part.upstream_prices ?? {},
    setPrice: (engine) => prices.of(engine),
    isCharged: part.pricing !== undefined,
  }));

/** Tells of each engine of these providers of models, and of those of media, whether nobody knows what it costs. */
export function composeUnpriced(
  platform: Pick<Platform, 'config' | 'prices'>,
  models: readonly ProviderSettings[],
): (engine: string) => boolean {
  const { image, video, moreImages, moreVideos, prices, providers } = platform.config.media;
  const names = [image, video, ...moreImages, ...moreVideos].filter((name) => name !== null);
  const priced = pricedProviders(models, platform.prices);
  return unpricedCheck(priced, { names, prices, providers });
}

/** What the vendor of an engine asks, found anew when a price was set: calls ask each time. */
export function currentPrices(
  { prices: book }: Pick<Platform, 'prices'>,
  providers: readonly PricedProvider[],
): (engine: string) => TokenPrices {
  const known = new LRUCache<string, TokenPrices>({ max: rememberedNames });
  let version = book.version;
  return (engine) => {
    if (version !== book.version) known.clear();
    version = book.version;
    const before = known.get(engine);
    if (before !== undefined) return before;
    const found = enginePrices(engine, providers);
    known.set(engine, found);
    return found;
  };
}
