// long because every capability is put together in it once, after those that it needs.

import type { Endpoint } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { LiteParsePdfEngine } from './adapters/liteparse/liteparse-pdf-engine.ts';
import { systemClock } from './adapters/system/system-clock.ts';
import { composeAccounts } from './compose/accounts.ts';
import { composeAudio } from './compose/audio.ts';
import { scheduleBackups } from './compose/backups.ts';
import { composeBatches } from './compose/batches.ts';
import { composeCollections } from './compose/collections.ts';
import { composeDashboard } from './compose/dashboard.ts';
import { composePages } from './compose/dashboard-pages.ts';
import { composeEmbeddings, composeReranking, composeSentences } from './compose/embeddings.ts';
import { quietly } from './compose/erasure.ts';
import { composeEvaluations } from './compose/evaluations.ts';
import { composeFiles } from './compose/files.ts';
import { composeGuards } from './compose/guards.ts';
import { composeHttp } from './compose/http.ts';
import { composeIntegrations } from './compose/integrations.ts';
import { composeKeptPrompts } from './compose/kept-prompts.ts';
import { composeKeptReplies } from './compose/kept-replies.ts';
import { composeLedger } from './compose/ledger.ts';
import { composeLineCalls } from './compose/line-calls.ts';
import { composeMcp } from './compose/mcp.ts';
import { composeMedia } from './compose/media.ts';
import { composeModels } from './compose/models.ts';
import { composeOcr } from './compose/ocr.ts';
import { openPlatform } from './compose/open-platform.ts';
import { composeOpenAI } from './compose/openai.ts';
import { composePrompts } from './compose/prompts.ts';
import { composeResearch } from './compose/research.ts';
import { composeRuns } from './compose/runs.ts';
import { composeSealing } from './compose/sealing.ts';
import { composeSearch } from './compose/search.ts';
import { composeOverview } from './compose/status.ts';
import { composeStreams } from './compose/streams.ts';
import { composeText } from './compose/text.ts';
import type { Config } from './config.ts';
import { lockDirectory } from './db/directory-lock.ts';
import type { ExtendMcpServer } from './features/compatible/mcp/mcp-server.ts';
import type { EngineChoice } from './features/models/choose-engine.ts';
import type { ModelRouter } from './features/models/model-router.ts';
import { type PasswordCost, PasswordHasher } from './features/people/accounts/password-hash.ts';
import type { DashboardPages } from './http/dashboard-pages/dashboard-pages.ts';
import { EngineMetrics } from './http/engine-metrics.ts';
import type { DiskSpace } from './lib/disk-room.ts';
import { type OpenProcesses, openProcesses } from './lib/open-processes.ts';
import { type OpenThreads, openThreads } from './lib/open-threads.ts';
import { makePrivate, openDataDirectory } from './lib/private-directory.ts';
import { sweepTemporary } from './lib/temporary.ts';
import { TurnLines } from './lib/turn-lines.ts';
import type { Clock } from './ports/clock.ts';
import type { Siblings } from './ports/siblings.ts';

export {
  backUp,
  backupSettings,
  checkInstallation,
  listBackups,
  restoreBackup,
  verifyBackup,
} from './compose/backups.ts';
export { exportData } from './compose/export.ts';
export { bringUpToDate, moveInstallation } from './compose/move.ts';

export interface Service {
  app: FastifyInstance;
  /** Resolves with the address where it listens, as its settings say. */
  listen(): Promise<string>;
  /** What the service answers to. */
  endpoints: Endpoint[];
  /** Makes ready what the first calls would wait for, in small pieces; resolves when all is. */
  prepare(): Promise<void>;
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
  /** To be told that the event loop stood still, for the log. */
  noteStall(stalledMs: number): void;
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
  openProcesses?: OpenProcesses;
  openThreads?: OpenThreads;
  /** What a password costs whoever guesses it, and whoever signs in. */
  passwordCost?: PasswordCost;
  /** How much room the disk has. */
  diskSpace?: (directory: string) => Promise<DiskSpace>;
  /** Whether this process works jobs off. Default: as its role says. */
  takesJobs?: boolean;
  /** What a test suite of the Model Context Protocol wants to meet beside our own tools. */
  extendMcp?: ExtendMcpServer;
  /** The other processes of this service on its port. Default: there are none. */
  siblings?: Siblings;
}

/** What the embedded reader is at when the service stops has so long: ordinary calls take milliseconds. */
const mostReadingMs = 5_000;

/** Nothing listens yet. */
export async function compose(config: Config, replacements: Replacements = {}): Promise<Service> {
  const { server } = config;
  const prompts = composePrompts(config.prompts);
  const clock = replacements.clock ?? systemClock;
  const lines = new TurnLines(pino.destination(1));
  const logger = pino({ level: server.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, lines);
  if (server.dataDir !== ':memory:') openDataDirectory(server.dataDir);
  const lock = server.databaseUrl || server.dataDir === ':memory:' ? null : lockDirectory(server.dataDir);
  const closers: (() => Promise<void>)[] = [async () => lines.close()];
  try {
    sweepTemporary();
    const { platform, areCountersShared } = await openPlatform(
      config,
      {
        clock,
        logger,
        openProcesses: replacements.openProcesses ?? openProcesses,
        openThreads: replacements.openThreads ?? openThreads,
        passwords: new PasswordHasher(replacements.passwordCost),
        diskSpace: replacements.diskSpace,
      },
      (close) => closers.unshift(close),
    );
    const { blobs, fetcher, jobs, secrets } = platform;
    const engineMetrics = new EngineMetrics();
    const accounts = await composeAccounts(platform, engineMetrics);
    closers.unshift(accounts.close);
    const runs = composeRuns(platform, accounts.meters);
    closers.unshift(runs.close);
    accounts.cleaners.push(runs.forgetWorkspace);
    const resumable = await composeStreams(platform, { keys: accounts.keyRecords });
    const { streams } = resumable;
    closers.unshift(() => streams.close());
    accounts.cleaners.push((workspaceId) => streams.forgetWorkspace(workspaceId));
    accounts.erasers.push(quietly((user) => streams.forgetUser(user)));
    const ledger = composeLedger(platform, accounts.days);
    closers.unshift(ledger.close);
    const reports = composeDashboard(platform, { ...accounts, ledger, runs });
    closers.unshift(reports.close);
    accounts.cleaners.push(reports.forgetWorkspace);
    accounts.people.cleaners.push(reports.forgetUser);
    accounts.erasers.push(reports.forgetEndUser);
    const sentences = composeSentences(platform);
    closers.unshift(async () => sentences?.close());
    const models = await composeModels(platform, {
      sentences,
      random: replacements.random ?? Math.random,
      ...accounts,
      onProviders: accounts.noteProviders,
    });
    closers.unshift(models.close);
    const router = replacements.models ?? models.router;
    const pdfs = new LiteParsePdfEngine({ processes: config.files.processes, open: platform.openProcesses });
    closers.unshift(() => pdfs.close());
    const ocr = composeOcr(platform, { models: router, blobs, pdfs, runs });
    closers.unshift(ocr.close);
    accounts.cleaners.push(ocr.forgetWorkspace);
    const { reranking, named } = composeReranking(platform, models.engines);
    const audio = composeAudio(platform, models);
    const given = { recognizer: ocr.ocr, pdfs, reranking, speech: audio.hearing };
    const stored = composeFiles(platform, { ...accounts, ...given });
    closers.unshift(stored.close);
    accounts.cleaners.push(stored.forgetWorkspace);
    reports.removers.set('files', stored.remove);
    reports.removers.set('runs', runs.remove);
    accounts.erasers.push(quietly(stored.forgetUser));
    const { files, readDocument } = stored;
    const integrations = await composeIntegrations(platform, { ...accounts, ...reports, queue: jobs });
    accounts.cleaners.push(integrations.forgetWorkspace);
    accounts.erasers.push(quietly(integrations.forgetUser));
    closers.unshift(integrations.close);
    const search = composeSearch(platform, {
      findFiles: (...asked) => collections.own.find(...asked),
      documents: stored.documents,
    });
    closers.unshift(search.close);
    const { embeddings, likeness } = composeEmbeddings(platform, { ...models, sentences });
    const collections = await composeCollections(platform, {
      stored,
      pages: search.reader,
      audit: accounts.audit,
      embeddings,
      reranking,
      meters: accounts.meters,
    });
    closers.unshift(collections.close);
    accounts.cleaners.push(collections.forgetWorkspace);
    accounts.erasers.push(quietly(collections.forgetUser));
    const keptReplies = await composeKeptReplies(platform, accounts);
    closers.unshift(keptReplies.close);
    accounts.cleaners.push(keptReplies.forget);
    accounts.erasers.push(quietly(({ workspaceId }) => keptReplies.forget(workspaceId)));
    const guards = composeGuards(platform, { models: router, prompts, ...accounts });
    closers.unshift(guards.close);
    const keptPrompts = composeKeptPrompts(platform, {
      ...accounts,
      flush: () => accounts.writer.flush(),
      evaluations: {
        requireSet: (...given) => evaluations.requireSet(...given),
        ofVersions: (...given) => evaluations.ofVersions(...given),
      },
    });
    const text = composeText({
      guards: guards.book,
      keptPrompts: keptPrompts.book,
      replyCache: keptReplies.replies,
      likeness,
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
      groundingTokens: config.limits.groundingTokens,
      clock,
    });
    closers.unshift(text.close);
    const research = composeResearch(platform, {
      search,
      files,
      models: router,
      generation: text.generation,
      runs,
      collections: collections.service,
      ownFiles: collections.own,
      prompts,
      sentences,
    });
    closers.unshift(research.close);
    accounts.cleaners.push(research.forgetWorkspace);
    const media = composeMedia(platform, { runs, engines: models.engines, permit: models.permit });
    closers.unshift(media.close);
    accounts.cleaners.push(media.forgetWorkspace);
    reports.removers.set('pictures', media.remove);
    accounts.erasers.push(quietly(media.forgetUser));
    accounts.erasers.push(quietly(runs.forgetUser));
    // Last: by its records what else there is of the calls of an end user is found.
    accounts.erasers.push(accounts.forgetUser);

    const openai = composeOpenAI(platform, {
      media,
      text,
      stored,
      embeddings,
      reranking,
      models: router,
      engines: models.engines,
      permit: models.permit,
      named,
      runs,
      streams,
      search,
      collections: collections.service,
    });

    const caller = composeLineCalls(platform, { keys: accounts.keyRecords, text, calls: openai.calls });
    const batches = composeBatches(platform, {
      runs,
      meters: accounts.meters,
      kept: stored.kept,
      caller,
      flush: () => accounts.writer.flush(),
      engines: models.engines,
      usual: models.engine.engine,
    });
    accounts.erasers.unshift(batches.forgetUser);
    accounts.cleaners.push(batches.forgetWorkspace);
    const evaluations = composeEvaluations(platform, {
      ...accounts,
      ...reports,
      runs,
      caller,
      models: router,
      prompts,
      keptPrompts: keptPrompts.book,
      ledger: reports.repository,
      flush: () => accounts.writer.flush(),
    });
    accounts.erasers.unshift(quietly(evaluations.forgetUser));

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
      extend: replacements.extendMcp,
    });

    const sealing = composeSealing(platform, { runs, audit: accounts.audit });
    closers.unshift(sealing.close);
    const overview = composeOverview(platform, {
      ledger: reports.repository,
      usage: reports.reader,
      accounts,
      models,
      search: search.search,
      health: () => http.health,
      firingAlerts: reports.firingAlerts,
    });
    const backups = scheduleBackups(platform);
    if (backups) closers.unshift(backups.close);
    const dashboard = await composePages(config, replacements.dashboardDirectory);
    const routes = [
      ...text.routes,
      ...resumable.routes,
      ...guards.routes,
      ...keptReplies.routes,
      ...keptPrompts.routes,
      ...openai.routes,
      ...batches.routes,
      ...evaluations.routes,
      ...audio.routes,
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
      ...sealing.routes,
    ];
    const http = composeHttp(platform, {
      accounts,
      engineMetrics,
      recorder: reports.recorder,
      routes,
      dashboard,
      replies: keptReplies.replies,
      areCountersShared,
      siblings: replacements.siblings,
      streams,
      backups: backups?.schedule ?? null,
      ledgerExport: ledger.exporter,
      upstreams: () => [...models.router.upstreams(), ...search.upstreams()],
    });
    // First to end, so that running jobs can hand over while all they need is still there.
    closers.unshift(() => jobs.close());
    if (replacements.takesJobs ?? config.storage.role !== 'api') await jobs.start();
    stored.start();
    collections.start();
    await runs.start();
    await reports.start();
    await sealing.start();
    media.start();
    await mcp.start();
    if (server.dataDir !== ':memory:') makePrivate(server.dataDir);
    backups?.start();
    ledger.start();
    return {
      ...http.service,
      dashboard,
      checkAlerts: reports.checkAlerts,
      createdKeys: accounts.createdKeys,
      claimToken: await accounts.people.accounts.claimToken(),
      engine: models.engine,
      async close() {
        await http.drain();
        models.windDown(Math.min(mostReadingMs, server.shutdownGraceMs / 2));
        await http.close();
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
