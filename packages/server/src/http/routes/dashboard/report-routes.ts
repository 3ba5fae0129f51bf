import { callEndpoints as endpoints } from '@parley/contract';
import type { CallReports } from '../../../features/reports/call-reports.ts';
import { managedWorkspace } from '../../managed-workspace.ts';
import { type Route, route } from '../../route.ts';

export function reportRoutes({ reports }: { reports: CallReports }): Route[] {
  return [
    route(endpoints.listCalls, ({ query, call }) => {
      const { workspace_id: named, ...rest } = query;
      const workspaceId = managedWorkspace(call, named);
      return reports.list({ ...rest, ...(workspaceId !== undefined && { workspace_id: workspaceId }) });
    }),
    route(endpoints.getCall, ({ params, call }) => reports.get(params.request_id, managedWorkspace(call, undefined))),
    route(endpoints.getUsageSeries, ({ query, call }) => {
      const { workspace_id: named, ...rest } = query;
      const workspaceId = managedWorkspace(call, named);
      return reports.series({ ...rest, ...(workspaceId !== undefined && { workspace_id: workspaceId }) });
    }),
  ];
}
