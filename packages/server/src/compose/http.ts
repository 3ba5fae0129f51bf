import type { Endpoint } from '@parley/contract';
import { settingGroups } from '../config.ts';
import type { ReplyCache } from '../features/models/reply-cache.ts';
import type { LedgerExporter } from '../features/money/ledger/ledger-exporter.ts';
import type { BackupSchedule } from '../features/operating/backups/backup-schedule.ts';
import type { ResumableStreams } from '../features/runs/streams/resumable-streams.ts';
import { createApp } from '../http/app.ts';
import { diskCheck } from '../http/check-disk.ts';
import { programCheck } from '../http/check-program.ts';
import type { DashboardPages } from '../http/dashboard-pages/dashboard-pages.ts';
import { Doors } from '../http/doors.ts';
import type { EngineMetrics } from '../http/engine-metrics.ts';
import { HealthChecks } from '../http/health-checks.ts';
import { Metrics } from '../http/metrics.ts';
import { RequestLog } from '../http/request-log.ts';
import { RequestPipeline } from '../http/request-pipeline.ts';
import type { Route } from '../http/route.ts';
import { operatingRoutes } from '../http/routes/operating/operating-routes.ts';
import { prepareValidators } from '../http/validation.ts';
import type { Siblings } from '../ports/siblings.ts';
import type { composeAccounts } from './accounts.ts';
import { closeHttp, drainHttp } from './close-http.ts';
import type { composeDashboard } from './dashboard.ts';
import type { Platform } from './platform.ts';

export interface HttpParts {
  accounts: Awaited<ReturnType<typeof composeAccounts>>;
  engineMetrics: EngineMetrics;
  /** Keeps the contents of calls where an operator wants it. */
  recorder: ReturnType<typeof composeDashboard>['recorder'];
  /** Of all capabilities; those for operating the service are added. */
  routes: readonly Route[];
  dashboard: DashboardPages;
  replies: Pick<ReplyCache, 'counted'>;
  areCountersShared: () => boolean;
  /** The other processes that listen on the same port. */
  siblings: Siblings | undefined;
  streams: ResumableStreams;
  /** Those by schedule; null where there are none. */
  backups: BackupSchedule | null;
  /** Null where the ledger is not copied elsewhere. */
  ledgerExport: LedgerExporter | null;
  /** Engines and back ends that may be left alone for a while. */
  upstreams: ConstructorParameters<typeof HealthChecks>[0]['upstreams'];
}

/** In a line of the log; there can be thousands of streams. */
const namedCalls = 50;

/** What stands between the wire and the capabilities. Nothing listens yet. */
export function composeHttp(platform: Platform, parts: HttpParts) {
  const { blobs, clock, config, counters, database, disk, jobs, logger } = platform;
  const { accounts, dashboard, areCountersShared, siblings, upstreams, backups, ledgerExport, engineMetrics } = parts;
  engineMetrics.watch(upstreams);
  const { server } = config;
  const metrics = new Metrics({
    queueDepth: () => jobs.depth(),
    callsInFlight: () => pipeline.runningCount,
    engines: engineMetrics.registry,
    siblings,
    areCountersShared,
    freeBytes: async () => (await disk.space()).freeBytes,
    ...(backups && { newestBackupMs: () => backups.newestAt ?? 0 }),
    ...(ledgerExport && { ledgerExport }),
    money: { cache: parts.replies.counted, budgets: accounts.budgets },
  });
  const health = new HealthChecks({
    checks: {
      database: () => database.check(),
      counters: () => counters.check(),
      storage: () => blobs.check(),
      queue: () => jobs.check(),
      disk: diskCheck(disk),
      program: programCheck(),
      ...(backups && { backups: async () => backups.trouble }),
    },
    upstreams,
    queueDepth: () => jobs.depth(),
    clock,
  });
  const endpoints = (): Endpoint[] => routes.map(({ endpoint }) => endpoint);
  const operating = operatingRoutes({
    health,
    metrics,
    metricsToken: server.metricsToken,
    endpoints,
    settings: settingGroups,
    hasDashboard: () => dashboard.isThere,
  });
  const isWorker = config.storage.role === 'worker';
  const routes = isWorker ? operating : [...parts.routes, ...operating];
  const log = new RequestLog({ logger, metrics, withAddresses: server.logAddresses });
  const pipeline = new RequestPipeline({
    audit: accounts.audit,
    log,
    authenticator: accounts.authenticator,
    counters,
    recorder: parts.recorder,
    usage: accounts.usage,
    instance: () => accounts.people.accounts.instance(),
    publicUrl: server.publicUrl,
    requestTimeoutMs: server.requestTimeoutMs,
  });
  const app = createApp({
    routes,
    pipeline,
    idempotency: accounts.idempotency,
    streams: parts.streams,
    log,
    strictStatus: server.authStrictStatus,
    publicUrl: server.publicUrl,
    trustProxy: server.trustProxy,
    requestArrivalMs: server.requestArrivalMs,
    requestSilenceMs: server.requestSilenceMs,
    checkReplies: server.checkReplies,
    corsOrigins: server.corsOrigins,
    isOriginOfKey: (origin) => accounts.keyOrigins.has(origin),
    ...(!isWorker && { pages: dashboard.answer }),
    isStopping: () => health.isStopping,
    tracer: platform.tracer,
  });
  const doors = new Doors(app);
  return {
    health,
    service: {
      app,
      listen: () => doors.open({ host: server.host, port: server.port, isShared: siblings !== undefined }),
      endpoints: endpoints(),
      prepare: () => prepareValidators(endpoints()),
      /** Says which calls were open when the event loop had stood still. */
      noteStall: (stalledMs: number) => {
        metrics.stall();
        const [calls, open] = [pipeline.runningCalls(namedCalls), pipeline.runningCount];
        logger.warn({ stalled_ms: stalledMs, open_calls: open, calls }, 'the event loop stood still');
      },
    },
    /** Says to balancers that nothing more is taken, and takes what comes until they have read it. */
    drain: async () => {
      health.stop();
      if (server.shutdownDelayMs > 0) await drainHttp(app, server.shutdownDelayMs);
    },
    /** Stops accepting, and lets open requests end within the grace. */
    close: () => closeHttp(app, doors, pipeline, server.shutdownGraceMs),
  };
}
