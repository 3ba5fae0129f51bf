import { noPrices, type TokenPrices } from './cost.ts';
import { type ListedPrice, type PricedKind, toTokenPrices, vendorPrices } from './vendor-prices.ts';

/** A provider as far as its prices go. */
export interface PricedProvider {
  /** First part of the names of its models. */
  id: string;
  /** Whose price list holds; null for a server of one's own, which costs nothing. */
  priceList: string | null;
  /** What the operator says its vendor asks, by model; `*` stands for every other one. */
  prices: Readonly<Record<string, ListedPrice>>;
  /** What somebody set for an engine while the service runs. Default: nothing. */
  setPrice?: (engine: string) => ListedPrice | undefined;
}

/** Packages of the AI SDK whose vendor's prices are known. */
const packageVendors: Record<string, string> = {
  '@ai-sdk/openai': 'openai',
  '@ai-sdk/anthropic': 'anthropic',
  '@ai-sdk/google': 'google',
  '@ai-sdk/mistral': 'mistral',
  '@ai-sdk/deepseek': 'deepseek',
  '@ai-sdk/xai': 'xai',
  '@ai-sdk/groq': 'groq',
};

/**
 * What the vendor of an engine (`reader`, `provider/model`, `ai-sdk:package/model`) asks: what the operator says, else what was
 * set in the dashboard, else the vendor's own list, 0 for embedded engines and servers of one's own.
 */
export function enginePrices(
  engine: string,
  providers: readonly PricedProvider[],
  kind: PricedKind = 'language',
): TokenPrices {
  if (engine.startsWith('ai-sdk:')) {
    // The name of a model may have a slash of its own.
    const known = Object.entries(packageVendors).find(([name]) => engine.startsWith(`ai-sdk:${name}/`));
    return known ? vendorPrices(known[1], engine) : noPrices;
  }
  const slash = engine.indexOf('/');
  const provider = slash < 0 ? undefined : providers.find(({ id }) => id === engine.slice(0, slash));
  if (provider === undefined) return noPrices;
  const model = engine.slice(slash + 1);
  const given = provider.prices[model] ?? provider.setPrice?.(engine) ?? provider.prices['*'];
  if (given !== undefined) return toTokenPrices(given);
  return provider.priceList === null ? noPrices : vendorPrices(provider.priceList, model, kind);
}
