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
