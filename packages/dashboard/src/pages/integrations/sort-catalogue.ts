import type { Integration } from '@parley/sdk';

/** How many users are connected to an integration, and how many of them must connect again. */
export interface ConnectionCount {
  connected: number;
  broken: number;
}

/** Integrations that hold all words of `query`: the connected first, then those that need no connection, each by name. */
export function sortedForCatalogue(
  integrations: readonly Integration[],
  counts: ReadonlyMap<string, ConnectionCount>,
  query: string,
): Integration[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (integration: Integration): number => {
    if (counts.has(integration.id ?? '')) return 0;
    return integration.auth_method === 'NONE' ? 1 : 2;
  };
  return integrations
    .filter((integration) => {
      const held = textOf(integration);
      return words.every((word) => held.includes(word));
    })
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

function textOf({ id, name, description, features }: Integration): string {
  const parts = (features ?? []).map((feature) => `${feature.name.replaceAll('_', ' ')} ${feature.description}`);
  return [id, name, description, ...parts].join(' ').toLowerCase();
}
