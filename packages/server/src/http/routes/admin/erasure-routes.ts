import { erasureEndpoints as endpoints } from '@parley/contract';
import type { ErasureService } from '../../../features/operating/erasure/erasure-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import type { WorkspaceService } from '../../../features/people/workspaces/workspace-service.ts';
import { managedWorkspace, requireManaged } from '../../managed-workspace.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface ErasureRouteParts {
  erasures: ErasureService;
  workspaces: Pick<WorkspaceService, 'first'>;
  audit: AuditLog;
}

export function erasureRoutes({ erasures, workspaces, audit }: ErasureRouteParts): Route[] {
  const note = noteInto(audit);
  return [
    route(endpoints.eraseUser, async ({ body, call }) => {
      const workspaceId = managedWorkspace(call, body.workspace_id) ?? (await workspaces.first()).id;
      const receipt = await erasures.eraseUser({ workspaceId, userId: body.user_id.trim() }, call);
      // Of whom, the receipt alone proves.
      const details = { erasure_id: receipt.id, deleted: receipt.deleted };
      await note(call, { action: 'user.erase', target: 'user', workspaceId, details });
      return receipt;
    }),
    route(endpoints.listErasures, ({ query: { workspace_id: named, ...query }, call }) =>
      erasures.list(query, managedWorkspace(call, named)),
    ),
    route(endpoints.getErasure, async ({ params, call }) => {
      const receipt = await erasures.get(params.id);
      requireManaged(call, receipt.workspace_id, `receipt ${params.id}`);
      return receipt;
    }),
    route(endpoints.verifyErasure, async ({ body, call }) => {
      requireManaged(call, body.receipt.workspace_id, `receipt ${body.receipt.id}`);
      return erasures.verify(body);
    }),
  ];
}
