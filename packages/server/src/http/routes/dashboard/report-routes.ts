import { callEndpoints as endpoints, giveFeedback, isAtLeast } from '@parley/contract';
import type { CallFeedback } from '../../../features/money/usage-reports/call-feedback.ts';
import type { CallReports } from '../../../features/money/usage-reports/call-reports.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { managedWorkspace } from '../../managed-workspace.ts';
import { type Route, route } from '../../route.ts';

export interface ReportRouteParts {
  reports: CallReports;
  feedback: Pick<CallFeedback, 'give'>;
  audit: Pick<AuditLog, 'record'>;
}

export function reportRoutes({ reports, feedback, audit }: ReportRouteParts): Route[] {
  return [
    route(giveFeedback, ({ body, call }) => feedback.give(call.workspaceId, body)),
    route(endpoints.listCalls, ({ query, call }) => {
      const { workspace_id: named, ...rest } = query;
      const workspaceId = managedWorkspace(call, named);
      return reports.list({ ...rest, ...(workspaceId !== undefined && { workspace_id: workspaceId }) });
    }),
    route(endpoints.getCall, async ({ params, call }) => {
      const found = await reports.get(params.request_id, managedWorkspace(call, undefined), isAdmin(call));
      if (found.contents !== null) {
        await audit.record({
          workspaceId: found.calls[0]?.workspace_id ?? null,
          actor: call.actor,
          action: 'call.read',
          target: params.request_id,
          address: call.address,
          details: {},
        });
      }
      return found;
    }),
    route(endpoints.getUsageSeries, ({ query, call }) => {
      const { workspace_id: named, ...rest } = query;
      const workspaceId = managedWorkspace(call, named);
      return reports.series({ ...rest, ...(workspaceId !== undefined && { workspace_id: workspaceId }) });
    }),
  ];
}

/** What others asked and were answered is for admins alone: of the installation, or of the workspace that they are confined to. */
const isAdmin = ({ person }: Pick<EdgeCall, 'person'>): boolean =>
  person === null || isAtLeast(person.instanceRole, 'admin') || isAtLeast(person.role, 'admin');
