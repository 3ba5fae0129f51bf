import { addedIntegrationEndpoints as endpoints } from '@parley/contract';
import type { CustomIntegrationsService } from '../../../features/integrations/custom-integrations-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { toPlainJson } from '../../../lib/plain-json.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface AddedIntegrationParts {
  added: CustomIntegrationsService;
  audit: Pick<AuditLog, 'record'>;
}

export function addedIntegrationRoutes({ added, audit }: AddedIntegrationParts): Route[] {
  const note = noteInto(audit);
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
      await note(call, { action: 'integration.add', target: integration.id, workspaceId: null });
      return integration;
    }),
    route(endpoints.listAddedIntegrations, () => added.list()),
    route(endpoints.getAddedIntegration, ({ params }) => added.get(params.id)),
    route(endpoints.deleteAddedIntegration, async ({ params, call }) => {
      const ended = await added.remove(params.id, call);
      await note(call, { action: 'integration.remove', target: params.id, workspaceId: null, details: ended });
      return { id: params.id, deleted: true };
    }),
    route(endpoints.refreshAddedIntegration, async ({ params, body, call }) => {
      const of = { workspaceId: body.workspace_id ?? null, userId: body.user_id };
      const request = { ...of, actor: call, signal: call.signal };
      const integration = await added.refresh(params.id, request);
      await note(call, { action: 'integration.refresh', target: params.id, workspaceId: null });
      return integration;
    }),
    route(endpoints.approveAddedIntegration, async ({ params, call }) => {
      const integration = await added.approve(params.id);
      await note(call, { action: 'integration.approve', target: params.id, workspaceId: null });
      return integration;
    }),
  ];
}
