import { AlertRepository } from '../features/money/alerts/alert-repository.ts';
import { AlertService } from '../features/money/alerts/alert-service.ts';
import type { UsageWriter } from '../features/money/billing/usage-writer.ts';
import { CallContentsStore } from '../features/money/usage-reports/call-contents.ts';
import { CallFeedback } from '../features/money/usage-reports/call-feedback.ts';
import { CallReports } from '../features/money/usage-reports/call-reports.ts';
import { ReportRepository } from '../features/money/usage-reports/report-repository.ts';
import { UsageReader } from '../features/money/usage-reports/usage-reader.ts';
import { JobBoard } from '../features/operating/jobs/job-board.ts';
import { BlobCensus } from '../features/operating/storage/blob-census.ts';
import { type AgedThingRemover, RetentionStore } from '../features/operating/storage/retention-store.ts';
import { StorageRepository } from '../features/operating/storage/storage-repository.ts';
import { StorageService } from '../features/operating/storage/storage-service.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import { namesOf } from '../features/people/audit/names-of.ts';
import { PlaygroundRepository } from '../features/people/playground/playground-repository.ts';
import { PlaygroundService } from '../features/people/playground/playground-service.ts';
import type { WorkspaceService } from '../features/people/workspaces/workspace-service.ts';
import { WebhookRepository } from '../features/runs/webhooks/webhook-repository.ts';
import { WebhookService } from '../features/runs/webhooks/webhook-service.ts';
import { CallRecorder } from '../http/call-recorder.ts';
import { alertRoutes } from '../http/routes/dashboard/alert-routes.ts';
import { operationRoutes } from '../http/routes/dashboard/operation-routes.ts';
import { playgroundRoutes } from '../http/routes/dashboard/playground-routes.ts';
import { reportRoutes } from '../http/routes/dashboard/report-routes.ts';
import { storageRoutes } from '../http/routes/dashboard/storage-routes.ts';
import type { Ledger } from './ledger.ts';
import { composeLocalModels } from './local-models.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

const checkMs = 60_000;
const sweepMs = 60 * 60_000;

export interface DashboardParts {
  writer: UsageWriter;
  ledger: Ledger;
  workspaces: WorkspaceService;
  audit: AuditLog;
  runs: RunRoom;
}

/** What dashboards show beside the capabilities themselves. */
export function composeDashboard(platform: Platform, { writer, ledger, workspaces, audit, runs }: DashboardParts) {
  const { blobs, clock, config, database, fetcher, jobs, logger, outbox, secrets } = platform;
  const { db } = database;
  const repository = new ReportRepository({ db });
  const flush = () => writer.flush();
  const reader = new UsageReader({ repository, flush, clock });
  const tried = new PlaygroundRepository({ db });
  const playground = new PlaygroundService({ repository: tried, clock });
  const contents: CallContentsStore = new CallContentsStore({
    db,
    clock,
    policy: () => retention.contents,
    days: (workspaceId) => retention.contentsDays(workspaceId),
    onError: (error) => logger.error({ error }, 'contents of calls could not be kept'),
  });
  const feedback = new CallFeedback({ db, clock, flush });
  const reports = new CallReports({ repository, reader, flush, clock, contents, feedback });
  const hooks = new WebhookRepository({ db });
  const webhooks = new WebhookService({
    repository: hooks,
    outbox,
    fetcher,
    jobs,
    clock,
    secrets,
    onError: (error) => logger.error({ error }, 'webhooks could not be told'),
  });
  const alertRows = new AlertRepository({ db });
  const alerts = new AlertService({
    repository: alertRows,
    diskUsed: () => platform.disk.usedShare(),
    usage: reader,
    tell: (event, within) => outbox.add(event, within),
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
  const removers = new Map<string, AgedThingRemover>();
  const retention = new RetentionStore({
    db,
    clock,
    dialect: database.dialect,
    summedUntil: async () => Math.min(await reader.keepUp(), await ledger.settledUntil()),
    keepsContents: config.server.callContents === 'keep',
    configured: config.retention,
    removers,
  });
  platform.tracer?.heed(() => retention.contents);
  const sweep = async () => {
    await ledger.keepUp();
    await retention.sweep();
    await webhooks.sweep();
  };
  const storage = new StorageService({
    repository: new StorageRepository({ database }),
    census: new BlobCensus({ blobs, clock }),
  });
  const local = composeLocalModels(platform, { audit, runs });
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
      ...reportRoutes({ reports, feedback, audit }),
      ...playgroundRoutes({ playground }),
      ...alertRoutes({ alerts, webhooks, workspaces, audit }),
      ...local.routes,
      ...storageRoutes({ storage }),
      ...operationRoutes({
        board: new JobBoard({ jobs, namesOf: (ids) => namesOf(db, ids) }),
        retention,
        sections: config.effectiveSettings,
        audit,
      }),
    ],
    contents,
    feedback,
    /** By table: what removes things that grow too old and are more than their row. */
    removers,
    recorder: new CallRecorder({ contents }),
    firingAlerts: (workspaceId: string | undefined) => alerts.firing(workspaceId),
    /** Begins to tell webhooks. */
    async start() {
      await retention.start((error) => logger.warn({ error }, 'what is kept of calls could not be read anew'));
      await webhooks.start();
    },
    /** Looks at every alert now; the timer does so once a minute. */
    checkAlerts: check,
    async forgetWorkspace(workspaceId: string) {
      await repository.forgetWorkspace(workspaceId);
      await tried.forgetWorkspace(workspaceId);
      await alertRows.forgetWorkspace(workspaceId);
      await hooks.forgetWorkspace(workspaceId);
      await outbox.forgetWorkspace(workspaceId);
      await contents.forgetWorkspace(workspaceId);
      await feedback.forgetWorkspace(workspaceId);
    },
    /** What is kept of calls, and of what webhooks are told, of an end user of a workspace. */
    async forgetEndUser(user: { workspaceId: string; userId: string }) {
      await contents.forgetUser(user);
      return {
        call_feedback: await feedback.forgetUser(user),
        outbox: await outbox.forgetUser(user),
        webhook_deliveries: await hooks.forgetUser(user),
      };
    },
    forgetUser: (userId: string, workspaceId: string | null) => tried.forgetCreator(userId, workspaceId),
    async close() {
      for (const timer of timers) clearInterval(timer);
      retention.close();
      await webhooks.close();
      await checking;
      await contents.flush();
      await local.close();
    },
  };
}
