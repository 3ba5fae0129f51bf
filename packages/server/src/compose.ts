import type { Endpoint } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { LiteParsePdfEngine } from './adapters/liteparse/liteparse-pdf-engine.ts';
import { systemClock } from './adapters/system/system-clock.ts';
import { composeAccounts } from './compose/accounts.ts';
import { closeHttp } from './compose/close-http.ts';
import { composeCollections } from './compose/collections.ts';
import { composeDashboard } from './compose/dashboard.ts';
import { composeEmbeddings, composeReranking } from './compose/embeddings.ts';
import { composeFiles } from './compose/files.ts';
import { composeIntegrations } from './compose/integrations.ts';
import { composeMcp } from './compose/mcp.ts';
import { composeMedia } from './compose/media.ts';
import { composeModels } from './compose/models.ts';
import { composeOcr } from './compose/ocr.ts';
import { openCounters } from './compose/open-counters.ts';
import { composeOpenAI } from './compose/openai.ts';
import { composeOverview } from './compose/overview.ts';
import { composePages } from './compose/pages.ts';
import type { Platform } from './compose/platform.ts';
import { composePrompts } from './compose/prompts.ts';
import { composeResearch } from './compose/research.ts';
import { composeSearch } from './compose/search.ts';
import { openBlobs, openJobs } from './compose/storage.ts';
import { composeText } from './compose/text.ts';
import { type Config, settingGroups } from './config.ts';
import { lockDirectory } from './db/directory-lock.ts';
import { openDatabase } from './db/open-database.ts';
import { requireSameSecret } from './db/secret-guard.ts';
import type { EngineChoice } from './features/models/choose-engine.ts';
import type { ModelRouter } from './features/models/model-router.ts';
import { createApp } from './http/app.ts';
import { HealthChecks } from './http/health-checks.ts';
import { Metrics } from './http/metrics.ts';
import { apiVersion } from './http/openapi.ts';
import type { DashboardPages } from './http/pages/dashboard-pages.ts';
import { RequestLog } from './http/request-log.ts';
import { RequestPipeline } from './http/request-pipeline.ts';
import type { Route } from './http/route.ts';
import { operatingRoutes } from './http/routes/operating/operating-routes.ts';
import { makePrivate } from './lib/private-directory.ts';
import { loadSecrets } from './lib/secrets.ts';
import { TurnLines } from './lib/turn-lines.ts';
import { GuardedFetcher } from './outbound/guard/guarded-fetcher.ts';
import type { Clock } from './ports/clock.ts';

export interface Service {
  app: FastifyInstance;
  /** What the service answers to. */
  endpoints: Endpoint[];
  /** Keys made at the first start, to be shown once. */
  createdKeys: { apiKey: string | null; adminKey: string | null };
  /** For the link under which the first account is made; null once there is one. */
  claimToken: string | null;
  /** The pages for browsers. */
  dashboard: DashboardPages;
  /** What a timer does once a minute. */
  checkAlerts(): Promise<void>;
  /** What serves `small-1` and `small-2`, and why. */
  engine: EngineChoice;
  /** Ends in order: no new requests, open ones finish, jobs hand over, the ledger is written, the database closes. */
  close(): Promise<void>;
}

/** Parts that tests replace. */
export interface Replacements {
  dashboardDirectory?: string;
  clock?: Clock;
  models?: ModelRouter;
  /** Chooses among engines that share a name. */
  random?: () => number;
}

/** Nothing listens yet. */
export async function compose(config: Config, replacements: Replacements = {}): Promise<Service> {
  const { server } = config;
  const prompts = composePrompts(config.prompts);
  const clock = replacements.clock ?? systemClock;
  const lines = new TurnLines(pino.destination(1));
  const logger = pino({ level: server.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, lines);
  if (server.dataDir !== ':memory:') makePrivate(server.dataDir);
  const lock = server.databaseUrl || server.dataDir === ':memory:' ? null : lockDirectory(server.dataDir);
  const closers: (() => Promise<void>)[] = [async () => lines.close()];
  try {
    const database = await openDatabase({ url: server.databaseUrl, dataDir: server.dataDir });
    closers.unshift(() => database.close());
    const { counters, areShared } = await openCounters(server.redisUrl, { clock, logger });
    closers.unshift(() => counters.close());
    const secrets = loadSecrets(server.secrets, server.dataDir);
    await requireSameSecret(database.db, secrets, { isGiven: server.secrets !== undefined || !server.databaseUrl });
    const fetcher = new GuardedFetcher({
      userAgent: `Parley/${apiVersion} (+${server.contact})`,
      allowedAddresses: server.allowPrivateAddresses,
    });
    closers.unshift(() => fetcher.close());
    const blobs = await openBlobs(config);
    closers.unshift(() => blobs.close());
    const jobs = await openJobs(config, database);
    const platform: Platform = { config, clock, logger, database, counters, secrets, fetcher, blobs, jobs };
    const accounts = await composeAccounts(platform);
    closers.unshift(accounts.close);

    const reports = composeDashboard(platform, accounts);
    closers.unshift(reports.close);
    accounts.cleaners.push(reports.forgetWorkspace);
    accounts.people.cleaners.push(reports.forgetUser);
    const models = await composeModels(platform, { random: replacements.random ?? Math.random });
    closers.unshift(models.close);
    const router = replacements.models ?? models.router;
    const pdfs = new LiteParsePdfEngine({ processes: config.files.processes });
    closers.unshift(() => pdfs.close());
    const ocr = composeOcr(platform, { models: router, blobs, pdfs, meters: accounts.meters });
    closers.unshift(ocr.close);
    accounts.cleaners.push(ocr.forgetWorkspace);
    const reranking = composeReranking(platform, models);
    const stored = composeFiles(platform, { recognizer: ocr.ocr, pdfs, audit: accounts.audit, reranking });
    closers.unshift(stored.close);
    accounts.cleaners.push(stored.forgetWorkspace);
    const { files, readDocument } = stored;
    const integrations = await composeIntegrations(platform, { ...accounts, queue: jobs });
    accounts.cleaners.push(integrations.forgetWorkspace);
    closers.unshift(integrations.close);
    const search = composeSearch(platform, {
      findFiles: (...asked) => collections.own.find(...asked),
      documents: stored.documents,
    });
    closers.unshift(search.close);
    const embeddings = composeEmbeddings(platform, models);
    const collections = composeCollections(platform, {
      stored,
      pages: search.reader,
      audit: accounts.audit,
      embeddings,
      reranking,
      meters: accounts.meters,
    });
    closers.unshift(collections.close);
    accounts.cleaners.push(collections.forgetWorkspace);
    const text = composeText({
      models: router,
      lessons: models.lessons,
      files,
      collections: collections.service,
      fetcher,
      readDocument,
      storedImage: stored.storedImage,
      integrationTools: integrations.tools,
      pictures: (request) => stored.pictures.of(request),
      prompts,
      sheets: stored.sheets,
      secret: secrets[0] ?? '',
      clock,
    });

    const research = composeResearch(platform, {
      search,
      files,
      models: router,
      generation: text.generation,
      meters: accounts.meters,
      collections: collections.service,
      ownFiles: collections.own,
      prompts,
    });
    closers.unshift(research.close);
    accounts.cleaners.push(research.forgetWorkspace);

    const media = composeMedia(platform, accounts);
    closers.unshift(media.close);
    accounts.cleaners.push(media.forgetWorkspace);

    const openai = composeOpenAI(platform, {
      media,
      text,
      stored,
      embeddings,
      models: router,
      meters: accounts.meters,
      search,
      collections: collections.service,
    });
    closers.unshift(openai.close);
    accounts.cleaners.push(openai.forgetWorkspace);

    const mcp = composeMcp(platform, {
      answers: text.answers,
      webSearch: search.webSearch,
      research: research.research,
      ocr: ocr.ocr,
      files: stored.service,
      fetched: stored.fetched,
      collections: collections.service,
      integrations: integrations.connected,
      meters: accounts.meters,
    });

    const overview = composeOverview(platform, {
      ledger: reports.repository,
      usage: reports.reader,
      models,
      search: search.search,
      health: () => health,
      firingAlerts: reports.firingAlerts,
    });
    const dashboard = await composePages(config, replacements.dashboardDirectory);
    const routes: Route[] = [
      ...text.routes,
      ...openai.routes,
      ...stored.routes,
      ...collections.routes,
      ...models.routes,
      ...ocr.routes,
      ...research.routes,
      ...media.routes,
      ...integrations.routes,
      ...mcp.routes,
      ...accounts.routes,
      ...reports.routes,
      ...overview.routes,
    ];
    const metrics = new Metrics({ queueDepth: () => jobs.depth(), areCountersShared: areShared });
    const health = new HealthChecks({
      checks: {
        database: () => database.check(),
        counters: () => counters.check(),
        storage: () => blobs.check(),
        queue: () => jobs.check(),
      },
      upstreams: () => [...models.router.upstreams(), ...search.upstreams()],
      queueDepth: () => jobs.depth(),
      clock,
    });
    const endpoints = (): Endpoint[] => routes.map((route) => route.endpoint);
    routes.push(
      ...operatingRoutes({
        health,
        metrics,
        metricsToken: server.metricsToken,
        endpoints,
        settings: settingGroups,
        hasDashboard: () => dashboard.isThere,
      }),
    );

    const log = new RequestLog({ logger, metrics });
    const pipeline = new RequestPipeline({
      audit: accounts.audit,
      log,
      authenticator: accounts.authenticator,
      counters,
      usage: accounts.usage,
      instance: () => accounts.people.accounts.instance(),
      publicUrl: server.publicUrl,
      requestTimeoutMs: server.requestTimeoutMs,
    });
    const app = createApp({
      routes,
      pipeline,
      idempotency: accounts.idempotency,
      log,
      strictStatus: server.authStrictStatus,
      publicUrl: server.publicUrl,
      trustProxy: server.trustProxy,
      requestArrivalMs: server.requestArrivalMs,
      checkReplies: server.checkReplies,
      corsOrigins: server.corsOrigins,
      pages: dashboard.answer,
    });
    // First to end, so that running jobs can hand over while all they need is still there.
    closers.unshift(() => jobs.close());
    if (config.storage.role !== 'api') await jobs.start();
    stored.start();
    collections.start();
    await ocr.start();
    await research.start();
    await openai.start();
    await media.start();
    await mcp.start();
    if (server.dataDir !== ':memory:') makePrivate(server.dataDir);
    return {
      app,
      endpoints: endpoints(),
      dashboard,
      checkAlerts: reports.checkAlerts,
      createdKeys: accounts.createdKeys,
      claimToken: await accounts.people.accounts.claimToken(),
      engine: models.engine,
      async close() {
        await closeHttp(app, pipeline, server.shutdownGraceMs);
        for (const close of closers) await close();
        lock?.release();
      },
    };
  } catch (error) {
    for (const close of closers) await close().catch(() => {});
    lock?.release();
    throw error;
  }
}
