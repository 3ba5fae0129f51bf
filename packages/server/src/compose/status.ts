import type { SearchBackendState, ServedCapability } from '@parley/contract';
import type { EngineChoice } from '../features/models/choose-engine.ts';
import type { LiveModelRouter } from '../features/models/live-model-router.ts';
import type { EngineSightings } from '../features/money/billing/engine-sightings.ts';
import { addLatency, type LatencySteps, percentile } from '../features/money/usage-reports/latency-steps.ts';
import type { ReportRepository } from '../features/money/usage-reports/report-repository.ts';
import type { UsageReader } from '../features/money/usage-reports/usage-reader.ts';
import { asSeen, searchAsSeen } from '../features/operating/status/as-seen.ts';
import { OverviewRepository } from '../features/operating/status/overview-repository.ts';
import { type KnownEngine, OverviewService } from '../features/operating/status/overview-service.ts';
import type { StatusWords } from '../features/operating/status/words/status-words.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import type { SearchService } from '../features/research/search/search-service.ts';
import type { HealthChecks } from '../http/health-checks.ts';
import { apiVersion } from '../http/openapi.ts';
import { overviewRoutes } from '../http/routes/dashboard/overview-routes.ts';
import { priceRoutes } from '../http/routes/dashboard/price-routes.ts';
import { isoTime } from '../lib/iso-time.ts';
import type { Platform } from './platform.ts';

export interface OverviewComposition {
  ledger: ReportRepository;
  usage: UsageReader;
  accounts: { sightings: EngineSightings; audit: Pick<AuditLog, 'record'> };
  models: {
    router: LiveModelRouter;
    engine: EngineChoice;
    unpriced: () => readonly string[];
    isUnpriced: (engine: string) => boolean;
  };
  search: SearchService;
  health: () => HealthChecks;
  firingAlerts: (workspaceId: string | undefined) => Promise<number>;
}

/** What the first page and the page of models show. */
export function composeOverview(platform: Platform, parts: OverviewComposition) {
  const { clock, config, database, jobs } = platform;
  const { models } = parts;
  const { isUnpriced } = models;
  const withPrice = (engine: Omit<KnownEngine, 'price'>): KnownEngine => {
    const isSet = platform.prices.has(engine.engine);
    const isUnknown = !engine.embedded && engine.upstream_prices === null && isUnpriced(engine.engine);
    return { ...engine, price: isSet ? 'set' : isUnknown ? 'unknown' : 'known' };
  };
  const media = [config.media.image, config.media.video].filter((name) => name !== null).filter(isUnpriced);
  const overview = new OverviewService({
    repository: new OverviewRepository({ db: database.db }),
    ledger: parts.ledger,
    usage: parts.usage,
    sightings: parts.accounts.sightings,
    measure: () => {
      const steps: LatencySteps = new Map();
      return { add: (ms) => addLatency(steps, ms), percentile: (share) => percentile(steps, share) };
    },
    facts: async () => ({
      engine: models.engine.engine,
      embedding: config.models.embedding,
      host: config.server.host,
      publicUrl: config.server.publicUrl,
      hasPostgres: config.server.databaseUrl !== undefined,
      hasRedis: config.server.redisUrl !== undefined,
      hasObjectStore: config.storage.s3 !== undefined,
      corsOrigins: config.server.corsOrigins,
      sessionsOverHttp: config.accounts.sessionsOverHttp,
      searchBackends: backendsOf(platform),
      unpriced: models.unpriced(),
      unpricedMedia: media,
      notices: config.notices,
      brokenParts: Object.entries((await parts.health().check()).parts).flatMap(([name, part]) =>
        part.ok ? [] : [{ name, message: part.message }],
      ),
    }),
    capabilities: async (words) =>
      capabilitiesOf({ platform, parts, words, health: (await parts.health().check()).parts }),
    engines: () => [...models.router.engines(), ...otherEngines(platform)].map(withPrice),
    search: () => searchStates(parts.search),
    waitingJobs: () => jobs.depth(),
    firingAlerts: parts.firingAlerts,
    version: apiVersion,
    defaultModel: models.router.defaultModel,
    clock,
  });
  // Those of providers that were added while the service runs are known by being listed.
  const isKnown = (engine: string) =>
    config.models.providers.some(({ id }) => engine.startsWith(`${id}/`)) ||
    models.router.engines().some(({ engine: listed }) => listed === engine);
  return {
    routes: [
      ...overviewRoutes({ overview }),
      ...priceRoutes({ prices: platform.prices, isKnown, audit: parts.accounts.audit }),
    ],
  };
}

const backendsOf = ({ config: { search } }: Platform): string[] => [
  ...search.engines.map(({ vendor }) => vendor),
  ...(search.wikipedia ? ['wikipedia'] : []),
];

function capabilitiesOf({
  platform,
  parts: {
    models,
    search,
    accounts: { sightings },
  },
  health,
  words,
}: {
  platform: Platform;
  parts: OverviewComposition;
  health: Record<string, { ok: boolean; message?: string }>;
  words: StatusWords;
}): ServedCapability[] {
  const { config } = platform;
  const { engine, reason } = models.engine;
  const isOpen = models.router.upstreams().some(({ name, state }) => name === engine && state === 'open');
  const backends = backendsOf(platform);
  const now = new Date(platform.clock.now()).toISOString();
  const part = (name: string) => ({
    state: health[name]?.ok === false ? ('degraded' as const) : ('ok' as const),
    seen_at: now,
    reason: health[name]?.message ?? null,
  });
  const media = (capability: 'images' | 'videos', name: string | null): ServedCapability => ({
    capability,
    served_by: name ?? words.nothing,
    embedded: name === 'sketch',
    ...(name === null
      ? { state: 'off', seen_at: null, reason: words.switchedOff }
      : asSeen(sightings.of(name, { isVideo: capability === 'videos' }), null, words)),
  });
  return [
    {
      capability: 'text',
      served_by: engine,
      embedded: engine === 'reader',
      ...asSeen(sightings.of(engine), words.chosen(reason), words),
      ...(isOpen && { state: 'degraded', reason: words.restsAfterFailures }),
    },
    {
      capability: 'embeddings',
      served_by: config.models.embedding,
      embedded: !config.models.embedding.includes('/'),
      ...asSeen(sightings.of(config.models.embedding), null, words),
    },
    {
      capability: 'search',
      served_by: backends.join(', ') || words.nothing,
      embedded: false,
      ...searchAsSeen(
        search.health().filter(({ name }) => name !== 'files'),
        words,
      ),
    },
    media('images', config.media.image),
    media('videos', config.media.video),
    {
      capability: 'database',
      served_by: config.server.databaseUrl ? 'PostgreSQL' : 'SQLite',
      embedded: config.server.databaseUrl === undefined,
      ...part('database'),
    },
    {
      capability: 'storage',
      served_by: config.storage.s3 ? `S3 (${config.storage.s3.bucket})` : words.directory,
      embedded: config.storage.s3 === undefined,
      ...part('storage'),
    },
    {
      capability: 'queue',
      served_by: config.server.databaseUrl ? 'pg-boss' : words.thisProcess,
      embedded: config.server.databaseUrl === undefined,
      ...part('queue'),
    },
  ];
}

/** Engines that are no language models. */
function otherEngines({ config: { media, models } }: Platform): Omit<KnownEngine, 'price'>[] {
  const one = (kind: KnownEngine['kind'], engine: string, embedded: boolean): Omit<KnownEngine, 'price'> => ({
    engine,
    kind,
    embedded,
    models: [engine],
    breaker: null,
    context_length: null,
    upstream_prices: null,
  });
  const named = (usual: string | null, more: string[]) => [...new Set([...(usual === null ? [] : [usual]), ...more])];
  return [
    one('embeddings', models.embedding, !models.embedding.includes('/')),
    ...named(media.image, media.moreImages).map((name) => one('images', name, name === 'sketch')),
    ...named(media.video, media.moreVideos).map((name) => one('videos', name, name === 'sketch')),
  ];
}

function searchStates(search: SearchService): SearchBackendState[] {
  const words = { unknown: 'untried', ok: 'working', refusing: 'refusing', timing_out: 'timing_out' } as const;
  return search.health().map(({ name, status, lastMessage, seenAt, restsUntil }) => ({
    name,
    state: words[status],
    seen_at: isoTime(seenAt),
    message: lastMessage,
    rests_until: isoTime(restsUntil),
  }));
}
