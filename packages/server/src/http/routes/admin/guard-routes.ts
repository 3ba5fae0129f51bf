import { guardEndpoints as endpoints } from '@parley/contract';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import type { WorkspaceService } from '../../../features/people/workspaces/workspace-service.ts';
import type { GuardService } from '../../../features/text/guards/guard-service.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { managedWorkspace, requireManaged } from '../../managed-workspace.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface GuardRouteParts {
  guards: GuardService;
  workspaces: WorkspaceService;
  audit: Pick<AuditLog, 'record'>;
}

/** What looks at calls for text. */
export function guardRoutes({ guards, workspaces, audit }: GuardRouteParts): Route[] {
  const note = noteInto(audit);
  const guardOf = async (id: string, call: EdgeCall) => {
    const guard = await guards.find(id);
    requireManaged(call, guard.workspace_id, `guard ${id}`);
    return guard;
  };
  return [
    route(endpoints.listGuards, ({ query: { workspace_id: named, ...rest }, call }) =>
      guards.list({ ...rest, workspaceId: managedWorkspace(call, named) }),
    ),
    route(endpoints.createGuard, async ({ body, call }) => {
      const named = managedWorkspace(call, body.workspace_id);
      const { id: workspaceId } = await (named === undefined ? workspaces.first() : workspaces.get(named));
      const guard = await guards.create(body, workspaceId);
      await note(call, { action: 'guard.create', target: guard.id, workspaceId, details: { name: guard.name } });
      return guard;
    }),
    route(endpoints.getGuard, ({ params, call }) => guardOf(params.id, call)),
    route(endpoints.updateGuard, async ({ params, body, call }) => {
      const { workspace_id: workspaceId } = await guardOf(params.id, call);
      const guard = await guards.update(params.id, body);
      await note(call, {
        action: 'guard.update',
        target: guard.id,
        workspaceId,
        details: { fields: Object.keys(body) },
      });
      return guard;
    }),
    route(endpoints.deleteGuard, async ({ params, call }) => {
      const { workspace_id: workspaceId } = await guardOf(params.id, call);
      await guards.delete(params.id);
      await note(call, { action: 'guard.delete', target: params.id, workspaceId });
      return { id: params.id, deleted: true as const };
    }),
    route(endpoints.tryGuard, async ({ params, body, call }) => {
      const { workspace_id: workspaceId } = await guardOf(params.id, call);
      return guards.try(params.id, body, { ...call, workspaceId });
    }),
  ];
}
