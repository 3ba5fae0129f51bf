import type { UsageWriter } from '../features/billing/usage-writer.ts';
import { PlaygroundRepository } from '../features/playground/playground-repository.ts';
import { PlaygroundService } from '../features/playground/playground-service.ts';
import { CallReports } from '../features/reports/call-reports.ts';
import { ReportRepository } from '../features/reports/report-repository.ts';
import { UsageReader } from '../features/reports/usage-reader.ts';
import { playgroundRoutes } from '../http/routes/dashboard/playground-routes.ts';
import { reportRoutes } from '../http/routes/dashboard/report-routes.ts';
import type { Platform } from './platform.ts';

/** What dashboards show beside the capabilities themselves. */
export function composeDashboard({ clock, database }: Platform, { writer }: { writer: UsageWriter }) {
  const { db } = database;
  const repository = new ReportRepository({ db });
  const flush = () => writer.flush();
  const reader = new UsageReader({ repository, flush, clock });
  const reports = new CallReports({ repository, reader, flush, clock });
  const runs = new PlaygroundRepository({ db });
  const playground = new PlaygroundService({ repository: runs, clock });
  return {
    reader,
    repository,
    routes: [...reportRoutes({ reports }), ...playgroundRoutes({ playground })],
    async forgetWorkspace(workspaceId: string) {
      await repository.forgetWorkspace(workspaceId);
      await runs.forgetWorkspace(workspaceId);
    },
    forgetUser: (userId: string, workspaceId: string | null) => runs.forgetCreator(userId, workspaceId),
  };
}
