import { holdEndpoints as endpoints } from '@parley/contract';
import type { LegalHoldService } from '../../../features/operating/holds/legal-hold-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import type { WorkspaceService } from '../../../features/people/workspaces/workspace-service.ts';
import { managedWorkspace, requireManaged } from '../../managed-workspace.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface HoldRouteParts {
  holds: LegalHoldService;
  workspaces: Pick<WorkspaceService, 'first'>;
  audit: AuditLog;
}

export function holdRoutes({ holds, workspaces, audit }: HoldRouteParts): Route[] {
  const note = noteInto(audit);
  return [
    route(endpoints.placeHold, async ({ body, call }) => {
      const workspaceId = managedWorkspace(call, body.workspace_id) ?? (await workspaces.first()).id;
      const hold = await holds.place({ ...body, workspace_id: workspaceId }, call.actor);
      const { kind, user_id, file_id, reason } = hold;
      const details = { kind, user_id, file_id, reason };
      await note(call, { action: 'hold.place', target: hold.id, workspaceId, details });
      return hold;
    }),
    route(endpoints.listHolds, ({ query: { workspace_id: named, ...query }, call }) =>
      holds.list(query, managedWorkspace(call, named)),
    ),
    route(endpoints.releaseHold, async ({ params, call }) => {
      const { workspace_id: workspaceId } = await holds.get(params.id);
      requireManaged(call, workspaceId, `hold ${params.id}`);
      const { hold, isNew } = await holds.release(params.id, call.actor);
      if (isNew) await note(call, { action: 'hold.release', target: hold.id, workspaceId });
      return hold;
    }),
  ];
}
