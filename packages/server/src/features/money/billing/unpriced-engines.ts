import { LRUCache } from 'lru-cache';
import { isPrivateName, isPublicAddress } from '../../../outbound/guard/public-address.ts';
import { noPrices } from './cost.ts';
import { enginePrices, type PricedProvider } from './engine-prices.ts';
import type { PricedKind } from './vendor-prices.ts';

/** A provider as far as it matters whether somebody else runs it. */
export interface RunProvider extends PricedProvider {
  baseUrl: string;
  /** Whether the operator set what workspaces are charged for its models. */
  isCharged: boolean;
}

/**
 * The engines among `names` that run at somebody else's and have no price: their calls cost nothing here, so that no budget ever
 * ends them. One's own servers are those on private addresses and names.
 */
export function unpricedEngines(
  names: readonly string[],
  providers: readonly RunProvider[],
  kind: PricedKind = 'language',
): string[] {
  return [...new Set(names)].filter((name) => {
    if (!name.includes('/') || enginePrices(name, providers, kind) !== noPrices) return false;
    if (name.startsWith('ai-sdk:')) return true;
    const provider = providers.find(({ id }) => name.startsWith(`${id}/`));
    return provider !== undefined && !provider.isCharged && isSomebodyElses(provider.baseUrl);
  });
}

/** Engines of pictures and videos: what the operator set for a name, and who runs them. */
export interface PricedMedia {
  names: readonly string[];
  prices: Readonly<Record<string, unknown>>;
  providers: readonly { id: string; baseUrl: string }[];
}

const kinds = ['language', 'embedding', 'rerank'] as const;
/** Names come from callers, too. */
const rememberedNames = 1_000;

/** Tells of each engine, by its name, whether it runs at somebody else's and nobody knows what it costs. */
export function unpricedCheck(providers: readonly RunProvider[], media: PricedMedia): (engine: string) => boolean {
  const known = new LRUCache<string, boolean>({ max: rememberedNames });
  const find = (engine: string): boolean => {
    if (!media.names.includes(engine))
      return kinds.every((kind) => unpricedEngines([engine], providers, kind).length > 0);
    const provider = media.providers.find(({ id }) => engine.startsWith(`${id}/`));
    return media.prices[engine] === undefined && provider !== undefined && isSomebodyElses(provider.baseUrl);
  };
  return (engine) => {
    // It may have been set since.
    if (providers.some(({ id, setPrice }) => engine.startsWith(`${id}/`) && setPrice?.(engine) !== undefined))
      return false;
    const before = known.get(engine);
    if (before !== undefined) return before;
    const found = find(engine);
    known.set(engine, found);
    return found;
  };
}

/** The sentence for the operator: which engine has no price, and what to write where. */
export function unpricedSentence(name: string): string {
  if (name.startsWith('ai-sdk:')) {
    return `${name} has no known price: its calls are charged at 0 and no budget ends them. Set "pricing" of its model in parley.config.json.`;
  }
  const provider = name.slice(0, name.indexOf('/'));
  const example = `{"providers": {"${provider}": {"upstream_prices": {"${name.slice(provider.length + 1)}": {"input": 0.5, "output": 1.5}}}}}`;
  return `${name} has no known price: unless it reports one with its answers, its calls are charged at 0 and no budget ends them. Set it in parley.config.json, in dollars per million tokens: ${example}`;
}

function isSomebodyElses(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$/.test(host) || host.includes(':');
  return isAddress ? isPublicAddress(host) : !isPrivateName(host);
}
