import { operationEndpoints as endpoints, type SettingsReport } from '@parley/contract';
import type { AuditLog } from '../../../features/audit/audit-log.ts';
import type { JobBoard } from '../../../features/operation/job-board.ts';
import type { RetentionStore } from '../../../features/operation/retention-store.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { managedWorkspace, requireManaged } from '../../managed-workspace.ts';
import { type Route, route } from '../../route.ts';

export interface OperationRouteParts {
  board: JobBoard;
  retention: RetentionStore;
  sections: () => SettingsReport['sections'];
  audit: Pick<AuditLog, 'record'>;
}

/** The queue, and the settings in effect. */
export function operationRoutes({ board, retention, sections, audit }: OperationRouteParts): Route[] {
  const note = (call: EdgeCall, action: string, target: string, workspaceId: string | null, details = {}) =>
    audit.record({ workspaceId, actor: call.actor, action, target, address: call.address, details });
  const jobOf = async (id: string, call: EdgeCall) => {
    const job = await board.find(id);
    requireManaged(call, job.workspace_id, `job ${id}`);
    return job;
  };
  return [
    route(endpoints.listJobs, ({ query: { workspace_id: named, ...query }, call }) =>
      board.list(query, managedWorkspace(call, named)),
    ),
    route(endpoints.retryJob, async ({ params, call }) => {
      const { kind, workspace_id: workspaceId } = await jobOf(params.id, call);
      const job = await board.retry(params.id);
      await note(call, 'job.retry', params.id, workspaceId, { kind });
      return job;
    }),
    route(endpoints.cancelJob, async ({ params, call }) => {
      const { kind, workspace_id: workspaceId } = await jobOf(params.id, call);
      const job = await board.cancel(params.id);
      await note(call, 'job.cancel', params.id, workspaceId, { kind });
      return job;
    }),
    route(endpoints.getSettings, async () => ({ sections: sections(), retention: await retention.get() })),
    route(endpoints.updateSettings, async ({ body, call }) => {
      const changed = await retention.change(body.retention);
      await note(call, 'settings.update', 'retention', null, { ...body.retention });
      return { sections: sections(), retention: changed };
    }),
  ];
}
