import { overviewEndpoints as endpoints } from '@parley/contract';
import type { OverviewService } from '../../../features/operating/status/overview-service.ts';
import { managedWorkspace } from '../../managed-workspace.ts';
import { type Route, route } from '../../route.ts';

export function overviewRoutes({ overview }: { overview: OverviewService }): Route[] {
  return [
    route(endpoints.getOverview, ({ query, call }) =>
      overview.overview(managedWorkspace(call, query.workspace_id), call.origin, query.language),
    ),
    route(endpoints.getModelsReport, ({ call }) => overview.models(managedWorkspace(call, undefined))),
  ];
}
