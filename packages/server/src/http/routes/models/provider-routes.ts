import { routingEndpoints as endpoints } from '@parley/contract';
import type { EngineTester } from '../../../features/models/live/engine-tester.ts';
import type { ProviderService } from '../../../features/models/live/provider-service.ts';
import type { RouteService } from '../../../features/models/live/route-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface ProviderRouteParts {
  providers: ProviderService;
  routes: RouteService;
  tester: EngineTester;
  audit: Pick<AuditLog, 'record'>;
}

/** Providers of models and the routes to them, as the operator sets them while the service runs. */
export function providerRoutes({ providers, routes, tester, audit }: ProviderRouteParts): Route[] {
  const note = noteInto(audit);
  const noted = (action: string, target: string, version: number | null) => ({
    action,
    target,
    workspaceId: null,
    details: version === null ? {} : { version },
  });
  return [
    route(endpoints.listProviders, () => providers.list()),
    route(endpoints.createProvider, async ({ body, call }) => {
      const made = await providers.create(body, call.actor);
      await note(call, noted('provider.create', made.id, made.version));
      return made;
    }),
    route(endpoints.getProvider, ({ params }) => providers.get(params.id)),
    route(endpoints.updateProvider, async ({ params, body, call }) => {
      const changed = await providers.update(params.id, body, call.actor);
      await note(call, noted('provider.update', params.id, changed.version));
      return changed;
    }),
    route(endpoints.deleteProvider, async ({ params, call }) => {
      await providers.remove(params.id, call.actor);
      await note(call, noted('provider.delete', params.id, null));
      return { id: params.id, deleted: true };
    }),
    route(endpoints.listProviderVersions, ({ params }) => providers.versions(params.id)),
    route(endpoints.revertProvider, async ({ params, body, call }) => {
      const reverted = await providers.revert(params.id, body.version, call.actor);
      await note(call, noted('provider.revert', params.id, reverted.version));
      return reverted;
    }),
    route(endpoints.testProvider, async ({ params, body, call }) => {
      const { id } = providers.get(params.id);
      const result = await tester.testProvider(id, body.model, call.signal);
      await note(call, noted('provider.test', params.id, null));
      return result;
    }),
    route(endpoints.listRoutes, () => routes.list()),
    route(endpoints.createRoute, async ({ body, call }) => {
      const made = await routes.create(body, call.actor);
      await note(call, noted('route.create', made.id, made.version));
      return made;
    }),
    route(endpoints.getRoute, ({ params }) => routes.get(params.id)),
    route(endpoints.replaceRoute, async ({ params, body, call }) => {
      const changed = await routes.replace(params.id, body, call.actor);
      await note(call, noted('route.update', params.id, changed.version));
      return changed;
    }),
    route(endpoints.deleteRoute, async ({ params, call }) => {
      await routes.remove(params.id, call.actor);
      await note(call, noted('route.delete', params.id, null));
      return { id: params.id, deleted: true };
    }),
    route(endpoints.listRouteVersions, ({ params }) => routes.versions(params.id)),
    route(endpoints.revertRoute, async ({ params, body, call }) => {
      const reverted = await routes.revert(params.id, body.version, call.actor);
      await note(call, noted('route.revert', params.id, reverted.version));
      return reverted;
    }),
    route(endpoints.testRoute, async ({ params, call }) => {
      const { id } = routes.get(params.id);
      const result = await tester.test(id, call.signal);
      await note(call, noted('route.test', params.id, null));
      return result;
    }),
    route(endpoints.dryRunRoute, ({ body }) => tester.dryRun(body)),
  ];
}
