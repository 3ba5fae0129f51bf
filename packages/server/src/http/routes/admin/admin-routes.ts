import { type CreateKeyRequest, adminEndpoints as endpoints } from '@parley/contract';
import type { AuditLog } from '../../../features/audit/audit-log.ts';
import type { UsageService } from '../../../features/billing/usage-service.ts';
import type { KeyOwner, KeyService } from '../../../features/keys/key-service.ts';
import type { WorkspaceService } from '../../../features/workspaces/workspace-service.ts';
import type { Call } from '../../../ports/call.ts';
import { type Route, route } from '../../route.ts';

export interface AdminParts {
  workspaces: WorkspaceService;
  keys: KeyService;
  usage: UsageService;
  audit: AuditLog;
}

export function adminRoutes({ workspaces, keys, usage, audit }: AdminParts): Route[] {
  const note = (call: Call, action: string, target: string, workspaceId: string | null, details = {}) =>
    audit.record({ workspaceId, actor: call.keyId, action, target, address: call.address, details });
  const ownerOf = async ({ kind, workspace_id: id }: CreateKeyRequest): Promise<KeyOwner> => {
    if (kind === 'admin') return { kind };
    const workspace = await (id === undefined ? workspaces.first() : workspaces.get(id));
    return { kind: 'key', workspaceId: workspace.id };
  };
  return [
    route(endpoints.createWorkspace, async ({ body, call }) => {
      const workspace = await workspaces.create(body);
      await note(call, 'workspace.create', workspace.id, workspace.id, { name: workspace.name });
      return workspace;
    }),
    route(endpoints.listWorkspaces, ({ query }) => workspaces.list(query)),
    route(endpoints.getWorkspace, ({ params }) => workspaces.get(params.id)),
    route(endpoints.updateWorkspace, async ({ params, body, call }) => {
      const workspace = await workspaces.update(params.id, body);
      await note(call, 'workspace.update', params.id, params.id, { fields: Object.keys(body) });
      return workspace;
    }),
    route(endpoints.deleteWorkspace, async ({ params, call }) => {
      await workspaces.get(params.id);
      await keys.forgetWorkspace(params.id, () => workspaces.delete(params.id));
      await audit.forgetWorkspace(params.id);
      await note(call, 'workspace.delete', params.id, params.id);
      return { id: params.id, deleted: true };
    }),
    route(endpoints.createKey, async ({ body, call }) => {
      const key = await keys.create(body, await ownerOf(body));
      await note(call, 'key.create', key.id, key.workspace_id, { kind: key.kind, name: key.name, scopes: key.scopes });
      return key;
    }),
    route(endpoints.listKeys, ({ query }) => keys.list(query)),
    route(endpoints.getKey, ({ params }) => keys.get(params.id)),
    route(endpoints.updateKey, async ({ params, body, call }) => {
      const key = await keys.update(params.id, body);
      await note(call, 'key.update', key.id, key.workspace_id, { fields: Object.keys(body) });
      return key;
    }),
    route(endpoints.revokeKey, async ({ params, call }) => {
      const key = await keys.revoke(params.id);
      await note(call, 'key.revoke', key.id, key.workspace_id);
      return key;
    }),
    route(endpoints.rollKey, async ({ params, body, call }) => {
      const key = await keys.roll(params.id, body.overlap_seconds);
      await note(call, 'key.roll', params.id, key.workspace_id, { successor: key.id });
      return key;
    }),
    route(endpoints.getUsage, ({ query }) => usage.sums(query)),
    route(endpoints.listUsageRecords, ({ query }) => usage.records(query)),
    route(endpoints.listAuditEvents, ({ query }) => audit.list(query)),
  ];
}
