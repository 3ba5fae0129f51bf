import { operationEndpoints as endpoints, type SettingsReport } from '@parley/contract';
import type { JobBoard } from '../../../features/operating/jobs/job-board.ts';
import type { RetentionStore } from '../../../features/operating/storage/retention-store.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { managedWorkspace, requireManaged } from '../../managed-workspace.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface OperationRouteParts {
  board: JobBoard;
  retention: RetentionStore;
  sections: () => SettingsReport['sections'];
  audit: Pick<AuditLog, 'record'>;
}

/** The queue, and the settings in effect. */
export function operationRoutes({ board, retention, sections, audit }: OperationRouteParts): Route[] {
  const note = noteInto(audit);
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
      await note(call, { action: 'job.retry', target: params.id, workspaceId, details: { kind } });
      return job;
    }),
    route(endpoints.cancelJob, async ({ params, call }) => {
      const { kind, workspace_id: workspaceId } = await jobOf(params.id, call);
      const job = await board.cancel(params.id);
      await note(call, { action: 'job.cancel', target: params.id, workspaceId, details: { kind } });
      return job;
    }),
    route(endpoints.getSettings, async () => ({ sections: sections(), retention: await retention.get() })),
    route(endpoints.updateSettings, async ({ body, call }) => {
      const changed = await retention.change(body.retention);
      await note(call, {
        action: 'settings.update',
        target: 'retention',
        workspaceId: null,
        details: { ...body.retention },
      });
      return { sections: sections(), retention: changed };
    }),
  ];
}
