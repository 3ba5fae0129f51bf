import type { AddedIntegration, Integration, IntegrationConnection } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole } from '../../lib/session.tsx';
import { usePages } from '../../lib/use-pages.ts';
import type { ConnectionCount } from './sort-catalogue.ts';

const keys = queryKeys.integrations;
/** Of one integration; more are counted as this many. */
const countedConnections = 100;

export function useCatalogue() {
  const parley = useParley();
  return useQuery({ queryKey: keys.list, queryFn: ({ signal }) => parley.integrations.list({ signal }) });
}

/** How many are connected to each integration, by its id; those without connections are not in it. */
export function useConnectionCounts(integrations: readonly Integration[] | undefined) {
  const parley = useParley();
  const ids = (integrations ?? []).flatMap(({ id }) => id ?? []);
  return useQuery({
    queryKey: keys.counts(ids),
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<Map<string, ConnectionCount>> => {
      const lists = await Promise.all(
        ids.map((integration_id) =>
          parley.api.listConnections({ params: { integration_id }, query: { limit: countedConnections } }, { signal }),
        ),
      );
      const counts = new Map<string, ConnectionCount>();
      for (const [index, { data }] of lists.entries()) {
        const id = ids[index];
        if (id === undefined || data.length === 0) continue;
        const broken = data.filter(({ status }) => status === 'needs_reconnect').length;
        counts.set(id, { connected: data.length - broken, broken });
      }
      return counts;
    },
  });
}

export function useIntegration(id: string) {
  const parley = useParley();
  return useQuery({ queryKey: keys.one(id), queryFn: ({ signal }) => parley.integrations.get(id, { signal }) });
}

export function useConnections(integration_id: string) {
  const parley = useParley();
  return usePages<IntegrationConnection>({
    queryKey: keys.connections(integration_id),
    fetchPage: (after, signal) =>
      parley.api.listConnections({ params: { integration_id }, query: { limit: 100, ...after } }, { signal }),
  });
}

/** What was added to the catalogue here. Only admins of the installation are told. */
export function useAdded() {
  const parley = useParley();
  const mayAsk = useHasRole('admin', 'instance');
  return useQuery({
    queryKey: keys.added,
    enabled: mayAsk,
    queryFn: async ({ signal }): Promise<AddedIntegration[]> =>
      (await parley.api.listAddedIntegrations({}, { signal })).data,
  });
}

/** A change of integrations or connections; what is shown of them is fetched anew. */
export function useIntegrationChange<Value, Result>(
  change: (value: Value) => Promise<Result>,
  then: { onSuccess?: (result: Result) => void | Promise<void>; onError?: (error: Error) => void } = {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      // A page that is left by it must be gone before its own data is asked for again.
      await then.onSuccess?.(result);
      await queries.invalidateQueries({ queryKey: keys.all });
    },
    ...(then.onError && { onError: then.onError }),
  });
}
