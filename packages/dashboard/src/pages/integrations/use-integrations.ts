import type { AddedIntegration, IntegrationConnection } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole } from '../../lib/session.tsx';
import { usePages } from '../../lib/use-pages.ts';
import type { ConnectionCount } from './sort-catalogue.ts';

const keys = queryKeys.integrations;

export function useCatalogue() {
  const parley = useParley();
  return useQuery({ queryKey: keys.list, queryFn: ({ signal }) => parley.integrations.list({ signal }) });
}

/** How many are connected to each integration, by its id; those without connections are not in it. */
export function useConnectionCounts() {
  const parley = useParley();
  return useQuery({
    queryKey: keys.counts,
    queryFn: async ({ signal }): Promise<Map<string, ConnectionCount>> => {
      const { integrations } = await parley.api.listAllConnections({ query: { limit: 1 } }, { signal });
      const entries = Object.entries(integrations);
      return new Map(
        entries.map(([id, { connected, needs_reconnect }]) => [id, { connected, broken: needs_reconnect }]),
      );
    },
  });
}

/** Connections of every integration, newest first. */
export function useAllConnections(filter: { user_id?: string; status?: IntegrationConnection['status'] }) {
  const parley = useParley();
  return usePages<IntegrationConnection>({
    queryKey: keys.allConnections(filter),
    fetchPage: (after, signal) =>
      parley.api.listAllConnections({ query: { ...filter, ...after, limit: 100 } }, { signal }),
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
