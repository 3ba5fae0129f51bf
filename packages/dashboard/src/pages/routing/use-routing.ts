import type { EngineTest, ModelRouteView, ProviderView, ReplaceRouteRequest, UpdateProviderRequest } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useChange } from '../../ui/use-change.ts';
import { useRoutingText } from './routing-text.ts';

export const kinds = ['routes', 'providers'] as const;
export type Kind = (typeof kinds)[number];
export type Row = ModelRouteView | ProviderView;
export type Settings = Record<string, unknown>;

export function useRoutes() {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.routing.routes,
    queryFn: ({ signal }) => parley.api.listRoutes({}, { signal }),
  });
}

export function useProviders() {
  const parley = useParley();
  return useQuery({
    queryKey: queryKeys.routing.providers,
    queryFn: ({ signal }) => parley.api.listProviders({}, { signal }),
  });
}

/** What earlier versions said, newest first. */
export function useVersions(kind: Kind, id: string) {
  const parley = useParley();
  const request = { params: { id } };
  return useQuery({
    queryKey: queryKeys.routing.versions(kind, id),
    queryFn: ({ signal }) =>
      kind === 'routes'
        ? parley.api.listRouteVersions(request, { signal })
        : parley.api.listProviderVersions(request, { signal }),
  });
}

/** The service reads what was written by its schema, and says what is wrong in it. */
export function useKeep(kind: Kind, row: Row | null, onDone: () => void) {
  const text = useRoutingText();
  const { api } = useParley();
  return useChange<Row, { id: string; settings: Settings }>({
    change: ({ id, settings }) => {
      const params = { id };
      if (kind === 'providers') {
        return row
          ? api.updateProvider({ params, body: settings as UpdateProviderRequest })
          : api.createProvider({ body: { ...settings, id } });
      }
      const body = settings as unknown as ReplaceRouteRequest;
      return row ? api.replaceRoute({ params, body }) : api.createRoute({ body: { ...body, id } });
    },
    queryKey: queryKeys.routing.all,
    said: ({ id }) => (row ? text.saved : text.added(id)),
    onDone,
  });
}

export function useRevert(kind: Kind, id: string, onDone: () => void) {
  const text = useRoutingText();
  const { api } = useParley();
  return useChange<Row, number>({
    change: (version) => {
      const request = { params: { id }, body: { version } };
      return kind === 'routes' ? api.revertRoute(request) : api.revertProvider(request);
    },
    queryKey: queryKeys.routing.all,
    said: text.reverted,
    onDone,
  });
}

export function useRemove(kind: Kind, onDone: () => void) {
  const text = useRoutingText();
  const { api } = useParley();
  return useChange<unknown, string>({
    change: (id) => (kind === 'routes' ? api.deleteRoute({ params: { id } }) : api.deleteProvider({ params: { id } })),
    queryKey: queryKeys.routing.all,
    said: (id) => text.removed(id),
    onDone,
  });
}

/** One small call. It costs as much as any. */
export function useTry(kind: Kind, id: string): () => Promise<EngineTest> {
  const { api } = useParley();
  const params = { id };
  return () => (kind === 'routes' ? api.testRoute({ params }) : api.testProvider({ params, body: {} }));
}

const fixedFields = new Set(['id', 'source', 'version', 'changed_by', 'changed_at', 'keys', 'header_names']);

/** What can be changed of a route or provider: all but what the service says of it. */
export const settingsOf = (row: Row): Settings =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !fixedFields.has(name)));
