import { AlertRepository } from '../features/alerts/alert-repository.ts';
import { AlertService } from '../features/alerts/alert-service.ts';
import type { AuditLog } from '../features/audit/audit-log.ts';
import type { UsageWriter } from '../features/billing/usage-writer.ts';
import { JobBoard } from '../features/operation/job-board.ts';
import { RetentionStore } from '../features/operation/retention-store.ts';
import { PlaygroundRepository } from '../features/playground/playground-repository.ts';
import { PlaygroundService } from '../features/playground/playground-service.ts';
import { CallReports } from '../features/reports/call-reports.ts';
import { ReportRepository } from '../features/reports/report-repository.ts';
import { UsageReader } from '../features/reports/usage-reader.ts';
import { WebhookRepository } from '../features/webhooks/webhook-repository.ts';
import { WebhookService } from '../features/webhooks/webhook-service.ts';
import type { WorkspaceService } from '../features/workspaces/workspace-service.ts';
import { alertRoutes } from '../http/routes/dashboard/alert-routes.ts';
import { operationRoutes } from '../http/routes/dashboard/operation-routes.ts';
import { playgroundRoutes } from '../http/routes/dashboard/playground-routes.ts';
import { reportRoutes } from '../http/routes/dashboard/report-routes.ts';
import type { Platform } from './platform.ts';

const checkMs = 60_000;
const sweepMs = 60 * 60_000;

export interface DashboardParts {
  writer: UsageWriter;
  workspaces: WorkspaceService;
  audit: AuditLog;
}

/** What dashboards show beside the capabilities themselves. */
export function composeDashboard(platform: Platform, { writer, workspaces, audit }: DashboardParts) {
  const { clock, config, database, fetcher, jobs, logger, secrets } = platform;
  const { db } = database;
  const repository = new ReportRepository({ db });
  const flush = () => writer.flush();
  const reader = new UsageReader({ repository, flush, clock });
  const reports = new CallReports({ repository, reader, flush, clock });
  const runs = new PlaygroundRepository({ db });
  const playground = new PlaygroundService({ repository: runs, clock });
  const hooks = new WebhookRepository({ db });
  const webhooks = new WebhookService({ repository: hooks, fetcher, jobs, clock, secrets });
  const alertRows = new AlertRepository({ db });
  const alerts = new AlertService({
    repository: alertRows,
    usage: reader,
    emit: (...event) => webhooks.emit(...event),
    clock,
  });
  let checking: Promise<void> | null = null;
  const check = () => {
    // One that takes longer than the pause is not begun twice.
    checking ??= reader
      .keepUp()
      .then(() => alerts.check())
      .catch((error: unknown) => logger.error({ error }, 'alerts could not be looked at'))
      .finally(() => {
        checking = null;
      });
    return checking;
  };
  const retention = new RetentionStore({
    db,
    clock,
    summedUntil: () => reader.keepUp(),
    forgetRuns: (before) => runs.deleteOlderThan(before),
  });
  const sweep = async () => {
    await retention.sweep();
    await webhooks.sweep();
  };
  const timers = [
    setInterval(() => void check(), checkMs).unref(),
    setInterval(() => {
      sweep().catch((error: unknown) => logger.error({ error }, 'what is older than it may be could not be removed'));
    }, sweepMs).unref(),
  ];
  return {
    reader,
    repository,
    routes: [
      ...reportRoutes({ reports }),
      ...playgroundRoutes({ playground }),
      ...alertRoutes({ alerts, webhooks, workspaces, audit }),
      ...operationRoutes({ board: new JobBoard({ jobs }), retention, sections: config.effectiveSettings, audit }),
    ],
    firingAlerts: (workspaceId: string | undefined) => alerts.firing(workspaceId),
    /** Looks at every alert now; the timer does so once a minute. */
    checkAlerts: check,
    async forgetWorkspace(workspaceId: string) {
      await repository.forgetWorkspace(workspaceId);
      await runs.forgetWorkspace(workspaceId);
      await alertRows.forgetWorkspace(workspaceId);
      await hooks.forgetWorkspace(workspaceId);
    },
    forgetUser: (userId: string, workspaceId: string | null) => runs.forgetCreator(userId, workspaceId),
    async close() {
      for (const timer of timers) clearInterval(timer);
      await checking;
    },
  };
}
