import type { ProviderSettings } from '../config/provider-settings.ts';
import { type RunProvider, unpricedCheck } from '../features/money/billing/unpriced-engines.ts';
import type { Platform } from './platform.ts';

/** The providers of models as far as their prices go. */
export const pricedProviders = (providers: readonly ProviderSettings[]): RunProvider[] =>
  providers.map(({ id, priceList, baseUrl, part }) => ({
    id,
    priceList,
    baseUrl,
    prices: part.upstream_prices ?? {},
    isCharged: part.pricing !== undefined,
  }));

/** Tells of each engine whether nobody knows what it costs. */
export function composeUnpriced(config: Platform['config']): (engine: string) => boolean {
  const { image, video, moreImages, moreVideos, prices, providers } = config.media;
  const names = [image, video, ...moreImages, ...moreVideos].filter((name) => name !== null);
  return unpricedCheck(pricedProviders(config.models.providers), { names, prices, providers });
}
