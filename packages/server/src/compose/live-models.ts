import type { ModelRouteView, ProviderView } from '@parley/contract';
import { CommandSecrets } from '../adapters/system/command-secrets.ts';
import { enginesOf, type ModelsConfig } from '../config/models.ts';
import { priceListOf } from '../config/provider-settings.ts';
import { Vault } from '../features/integrations/connections/vault.ts';
import { EngineTester } from '../features/models/live/engine-tester.ts';
import { LiveSettings } from '../features/models/live/live-settings.ts';
import { ModelSettingsRepository, type SettingRow } from '../features/models/live/model-settings-repository.ts';
import { documentOf, type ProviderSecrets, ProviderService } from '../features/models/live/provider-service.ts';
import { RouteService, routeDocumentOf } from '../features/models/live/route-service.ts';
import { SecretResealer } from '../features/models/live/secret-resealer.ts';
import { SettingHistory } from '../features/models/live/setting-history.ts';
import type { LiveModelRouter } from '../features/models/live-model-router.ts';
import type { ModelSettings } from '../features/models/model-list.ts';
import { isBuiltIn } from '../features/models/model-list.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import { providerRoutes } from '../http/routes/models/provider-routes.ts';
import { checkUrl } from '../outbound/guard/guarded-connector.ts';
import { knownProviders, type ModelVendorType } from '../vendors/model-vendors.ts';
import type { Platform } from './platform.ts';
import type { LiveProvider, ProviderPool } from './provider-pool.ts';

export interface LiveModelParts {
  pool: ProviderPool;
  router: LiveModelRouter;
  audit: AuditLog;
  /** What serves names that name no engine. */
  engine: string;
  /** Puts what is set now in force: called with nothing awaited between providers and routes. */
  apply: (routes: ModelSettings[], changed: string[]) => void;
  /** Names of providers whose models can be named now. */
  nameable: () => string[];
}

/** Providers and routes that are set while the service runs. */
export async function composeLiveModels(platform: Platform, parts: LiveModelParts) {
  const { clock, config, counters, database, logger } = platform;
  const { pool, apply } = parts;
  const repository = new ModelSettingsRepository(database.db);
  const { keyCommand } = config.integrations;
  const secrets = keyCommand ? new CommandSecrets(keyCommand) : null;
  const vault = new Vault(async () => secrets?.load() ?? platform.secrets);
  const providersAtStart = config.models.providers
    .filter(({ access }) => access !== 'usual-address')
    .map(toProviderView);
  const routesAtStart = viewsOfStart(config.models, parts.engine);
  const givenProviders = new Set(providersAtStart.map(({ id }) => id));
  const givenRoutes = new Set(routesAtStart.map(({ id }) => id));
  const live = new LiveSettings({
    repository,
    counters,
    isShared: database.dialect === 'postgres',
    apply: async (rows) => {
      const set = rows.filter((row) => row.kind === 'provider' && !givenProviders.has(row.name));
      const made: LiveProvider[] = [];
      for (const row of set) {
        // One whose keys cannot be opened must not keep the others from working.
        const opened = await providers.secretsOf(row).catch((error: unknown) => {
          logger.error({ err: error, provider: row.name }, 'the keys of a provider of models could not be opened');
          return null;
        });
        if (opened) made.push(toLiveProvider(row, opened));
      }
      const routes = rows.filter((row) => row.kind === 'route' && !givenRoutes.has(row.name)).map(toModelSettings);
      apply(routes, pool.replace(made));
    },
    onError: (error) => logger.error({ err: error }, 'changed providers and routes of models could not be read'),
  });
  const historyOf = (kind: 'provider' | 'route') => new SettingHistory({ kind, repository, live, clock });
  const routes = new RouteService({
    history: historyOf('route'),
    live,
    atStart: routesAtStart,
    providers: parts.nameable,
  });
  const allowed = new Set(config.server.allowPrivateAddresses.map((entry) => entry.trim().toLowerCase()));
  const providers = new ProviderService({
    history: historyOf('provider'),
    live,
    sealer: vault,
    atStart: providersAtStart,
    vendors: Object.entries(knownProviders).map(([id, { type, baseUrl, isLocal = false }]) => ({
      id,
      type,
      baseUrl,
      isLocal,
    })),
    checkAddress: (url) => checkUrl(new URL(url), allowed),
    keyStates: (id) => pool.keyStates(id),
    routesOf: (id) => routes.routesOf(id),
  });
  await live.start();
  const resealer = new SecretResealer({
    repository,
    sealer: vault,
    onError: (error) => logger.error({ err: error }, 'keys of a provider of models could not be sealed anew'),
  });
  resealer.start();
  const tester = new EngineTester({
    router: parts.router,
    usualModelOf: (id) => pool.find(id)?.settings.usualModel,
  });
  return {
    routes: providerRoutes({ providers, routes, tester, audit: parts.audit }),
    close: async () => {
      live.close();
      await resealer.close();
    },
  };
}

function toLiveProvider(row: SettingRow, secrets: ProviderSecrets): LiveProvider {
  const document = documentOf(row);
  const { limits = {}, cooldown = {}, data_policy: policy } = document;
  const vendorId = document.vendor ?? row.name;
  const known = Object.hasOwn(knownProviders, vendorId) ? knownProviders[vendorId] : undefined;
  const isVendors = known !== undefined && document.base_url === known.baseUrl;
  const { context_length, timeouts, pricing, upstream_prices } = document;
  return {
    id: row.name,
    // The contract lets in no other than these.
    type: document.type as ModelVendorType,
    baseUrl: document.base_url,
    apiKey: undefined,
    headers: secrets.headers,
    package: undefined,
    settings: {},
    access: 'key',
    from: 'the API',
    usualModel: isVendors ? known.usualModel : undefined,
    priceList: priceListOf(vendorId, known, document.base_url),
    part: {
      ...(context_length !== undefined && { context_length }),
      ...(timeouts && { timeouts }),
      ...(pricing && { pricing }),
      ...(upstream_prices && { upstream_prices }),
    },
    region: document.region,
    project: document.project,
    apiVersion: document.api_version,
    keys: document.keys.map(({ name, weight }) => ({
      name,
      weight,
      value: secrets.keys[name] ?? '',
    })),
    limits: {
      requestsPerMinute: limits.requests_per_minute ?? null,
      tokensPerMinute: limits.tokens_per_minute ?? null,
      concurrentRequests: limits.concurrent_requests ?? null,
    },
    cooldown: {
      unauthorizedMs: cooldown.unauthorized_ms ?? 600_000,
      rateLimitedMs: cooldown.rate_limited_ms ?? 10_000,
    },
    marks: {
      collectsNothing: policy?.data_collection === 'deny' || policy?.zero_retention === true,
      keepsNothing: policy?.zero_retention === true,
      region: document.region ?? null,
    },
  };
}

function toModelSettings(row: SettingRow): ModelSettings {
  const { engines, ...document } = routeDocumentOf(row);
  return { ...document, id: row.name, engines: engines.map(({ engine, weight = 1 }) => ({ engine, weight })) };
}

/** Of those that the environment and the file give. */
function toProviderView({
  id,
  type,
  baseUrl,
  from,
  apiKey,
  headers,
  part,
}: ModelsConfig['providers'][number]): ProviderView {
  const { context_length, timeouts, pricing, upstream_prices } = part;
  return {
    id,
    source: from === 'parley.config.json' ? 'file' : 'environment',
    type,
    base_url: baseUrl,
    ...(context_length !== undefined && { context_length }),
    ...(timeouts && { timeouts }),
    ...(pricing && { pricing }),
    ...(upstream_prices && { upstream_prices }),
    keys: apiKey === undefined ? [] : [{ name: from, weight: 1, state: 'ready', cooling_ms: 0 }],
    header_names: Object.keys(headers),
    version: null,
    changed_by: null,
    changed_at: null,
  };
}

/** The names of the file, and the two built-in ones where the environment says what serves them. */
function viewsOfStart(settings: ModelsConfig, engine: string): ModelRouteView[] {
  const fixed = { version: null, changed_by: null, changed_at: null } as const;
  const ofFile = settings.models.map((model): ModelRouteView => {
    const { id, engine: _, engines: __, tokenizer: ___, hugging_face_id: ____, ...others } = model;
    const engines = enginesOf(model);
    return { id, source: 'file', ...others, engines: engines.length > 0 ? engines : [{ engine, weight: 1 }], ...fixed };
  });
  if (settings.engine === null) return ofFile;
  const builtIn = ['small-2', 'small-1'].filter(
    (id) => isBuiltIn(id) && !settings.models.some((model) => model.id === id),
  );
  const ofEnvironment = builtIn.map(
    (id): ModelRouteView => ({ id, source: 'environment', engines: [{ engine, weight: 1 }], ...fixed }),
  );
  return [...ofEnvironment, ...ofFile];
}
