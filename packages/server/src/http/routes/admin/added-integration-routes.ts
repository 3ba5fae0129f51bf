import { addedIntegrationEndpoints as endpoints } from '@parley/contract';
import type { AuditLog } from '../../../features/audit/audit-log.ts';
import type { CustomIntegrationsService } from '../../../features/integrations/custom-integrations-service.ts';
import { toPlainJson } from '../../../lib/plain-json.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { type Route, route } from '../../route.ts';

export interface AddedIntegrationParts {
  added: CustomIntegrationsService;
  audit: Pick<AuditLog, 'record'>;
}

export function addedIntegrationRoutes({ added, audit }: AddedIntegrationParts): Route[] {
  const note = (call: EdgeCall, action: string, target: string, details = {}) =>
    audit.record({ workspaceId: null, actor: call.actor, action, target, address: call.address, details });
  return [
    route(endpoints.addIntegration, async ({ body, call }) => {
      const integration = await added.add({
        id: body.id,
        name: body.name,
        description: body.description,
        workspaceId: body.workspace_id ?? null,
        manifest: body.manifest,
        openapi: body.openapi && toPlainJson(body.openapi),
        openapiUrl: body.openapi_url,
        baseUrl: body.base_url,
        mcp: body.mcp && {
          url: body.mcp.url,
          authMethod: body.mcp.auth_method ?? 'NONE',
          clientId: body.mcp.client_id,
          clientSecret: body.mcp.client_secret,
          scopes: body.mcp.scopes,
        },
        origin: call.origin,
        signal: call.signal,
      });
      await note(call, 'integration.add', integration.id);
      return integration;
    }),
    route(endpoints.listAddedIntegrations, () => added.list()),
    route(endpoints.getAddedIntegration, ({ params }) => added.get(params.id)),
    route(endpoints.deleteAddedIntegration, async ({ params, call }) => {
      const ended = await added.remove(params.id, call);
      await note(call, 'integration.remove', params.id, ended);
      return { id: params.id, deleted: true };
    }),
    route(endpoints.refreshAddedIntegration, async ({ params, body, call }) => {
      const of = { workspaceId: body.workspace_id ?? null, userId: body.user_id };
      const request = { ...of, actor: call, signal: call.signal };
      const integration = await added.refresh(params.id, request);
      await note(call, 'integration.refresh', params.id);
      return integration;
    }),
    route(endpoints.approveAddedIntegration, async ({ params, call }) => {
      const integration = await added.approve(params.id);
      await note(call, 'integration.approve', params.id);
      return integration;
    }),
  ];
}
