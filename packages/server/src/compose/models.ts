import type { ProviderWishes } from '@parley/contract';
import type { SentenceEmbedder } from '../adapters/encoder/sentence-embedder.ts';
import { ReaderLanguageModel } from '../adapters/reader/reader-language-model.ts';
import { ReaderThreads } from '../adapters/reader/reader-threads.ts';
import { embedderNames, enginesOf, type ModelsConfig, readAiSdkName } from '../config/models.ts';
import type { ProviderSettings } from '../config/provider-settings.ts';
import { embeddingModelEntries } from '../features/knowledge/embeddings/embedding-model-entries.ts';
import { mediaModelEntries } from '../features/media/media-model-entries.ts';
import { type Candidate, chooseEngine, type EngineChoice } from '../features/models/choose-engine.ts';
import { ConfiguredModelRouter, engineTargets } from '../features/models/configured-model-router.ts';
import { EngineLessonRepository } from '../features/models/engine-lesson-repository.ts';
import { EngineLessons } from '../features/models/engine-lessons.ts';
import { EngineLimits } from '../features/models/engine-limits.ts';
import { LiveModelRouter } from '../features/models/live-model-router.ts';
import { isBuiltIn, listModels, type ModelSettings } from '../features/models/model-list.ts';
import { namedProviders } from '../features/models/named-providers.ts';
import { chainOfRoute, type RouteChain } from '../features/models/route-turns.ts';
import { requireFitting } from '../features/models/routing-wishes.ts';
import { ShadowCalls } from '../features/models/shadow-calls.ts';
import { estimatePromptTokens } from '../features/money/billing/estimate-tokens.ts';
import { type RunProvider, unpricedEngines, unpricedSentence } from '../features/money/billing/unpriced-engines.ts';
import type { UsageService } from '../features/money/billing/usage-service.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import { modelRoutes } from '../http/routes/models/model-routes.ts';
import { AppError } from '../lib/app-error.ts';
import { newId } from '../lib/ids.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { hasLanguageModels, type ModelVendorParts, modelVendors } from '../vendors/model-vendors.ts';
import { readersEncoder } from './embeddings.ts';
import { composeLiveModels } from './live-models.ts';
import { NamedEngines } from './named-engines.ts';
import type { Platform } from './platform.ts';
import { composeUnpriced, currentPrices, pricedProviders } from './prices.ts';
import { ProviderPool } from './provider-pool.ts';

/** The models behind the names of the wire. */
export async function composeModels(
  platform: Platform,
  {
    random,
    usage,
    audit,
    sentences,
    onProviders,
  }: {
    random: () => number;
    /** The embedded encoder; null where there is none. */
    sentences: SentenceEmbedder | null;
    usage: UsageService;
    audit: AuditLog;
    /** The providers that can be named now. */
    onProviders: (providers: readonly ProviderSettings[]) => void;
  },
) {
  const { clock, config, database, logger } = platform;
  const settings = config.models;
  const pool = new ProviderPool(platform, random);
  const partsOf = ({ id }: ProviderSettings) => pool.partsOf(id);
  const engine = await engineOf(settings, partsOf);
  const threads = new ReaderThreads({
    ...settings.reader,
    open: platform.openThreads,
    ...(sentences && { encoder: readersEncoder(sentences) }),
  });
  const reader = new ReaderLanguageModel({ reader: threads, clock, tokensOf: estimatePromptTokens });
  const priced = () => pricedProviders(pool.settings, platform.prices);
  const atStart: ModelSettings[] = settings.models.map((model) => ({ ...model, engines: enginesOf(model) }));
  const lessons = new EngineLessons({
    repository: new EngineLessonRepository({ db: database.db }),
    clock,
    onError: (error) => logger.warn({ err: error }, 'what was learned of an engine could not be stored'),
  });
  await lessons.load();
  const limits = new EngineLimits({
    read: (name, signal) => {
      const provider = pool.of(name)?.settings;
      const read = provider && modelVendors[provider.type].readLimits;
      return read ? read(provider, name.slice(provider.id.length + 1), partsOf(provider), signal) : null;
    },
    vendorOf: (name) => pool.of(name)?.settings.priceList ?? null,
    lessons,
    clock,
  });
  const targets = engineTargets();
  let isUnpriced = composeUnpriced(platform, settings.providers);
  const routerOf = (routes: readonly ModelSettings[]) => {
    const providers = pool.settings;
    const pricesOf = currentPrices(platform, priced());
    const models = [...atStart, ...routes];
    onProviders(providers);
    isUnpriced = composeUnpriced(platform, providers);
    return new ConfiguredModelRouter({
      listed: listModels({
        models,
        engine: engine.engine,
        isEngineChosen: settings.engine !== null,
        firstTokenMs: settings.timeouts.firstTokenMs,
        pricesOf,
        charge: settings.charge,
      }),
      providers: namedProviders(providers.filter(hasLanguageModels).map(toNameable), models, engine.engine),
      createModel: (name) => (name === 'reader' ? reader : createModel(name, pool)),
      pricesOf,
      isUnpriced,
      limitsOf: (name) => limits.of(name),
      onFailure: (name, error) => void limits.learn(name, error),
      firstTokenMsOf: (name) => pool.of(name)?.settings.part.timeouts?.first_token_ms,
      circuit: settings.circuit,
      targets,
      clock,
      random,
    });
  };
  const shadows = new ShadowCalls({
    openMeter: (of) => usage.openUnlimited(of, { requestId: newId('req'), endpoint: 'shadow' }),
    random,
    onError: (error) => logger.error({ err: error }, 'a shadow could not be recorded'),
  });
  const router = new LiveModelRouter({
    first: routerOf([]),
    shadow: (chain, prompt, asking) => shadows.send(chain, prompt, asking),
    marksOf: (name) => pool.marksOf(name),
  });
  let routed = routedBy(atStart);
  const live = await composeLiveModels(platform, {
    pool,
    router,
    audit,
    engine: engine.engine,
    nameable: () => pool.settings.filter(hasLanguageModels).map(({ id }) => id),
    apply: (routes, changed) => {
      routed = routedBy([...atStart, ...routes]);
      for (const name of targets.keys()) if (changed.some((id) => name.startsWith(`${id}/`))) targets.delete(name);
      router.replace(routerOf(routes));
    },
  });
  const engines = new NamedEngines(platform, { pool, priced, routed: (name) => routed.get(name) });
  const unpriced = unpricedOf(settings, engine.engine, priced());
  for (const name of unpriced) logger.warn(unpricedSentence(name));
  // Read ahead, so that the first request knows already how much its engine takes.
  router.list();
  return {
    router,
    engine,
    lessons,
    engines,
    /** Throws where a call may not go to an engine by its `provider`. */
    permit: (name: string, wishes: ProviderWishes | null | undefined) =>
      requireFitting(name, wishes, (engine) => pool.marksOf(engine)),
    isUnpriced: (name: string) => isUnpriced(name),
    unpriced: () => {
      const served = router.engines().filter(({ models, engine: name }) => models.length > 0 && isUnpriced(name));
      const chosen = unpriced.filter((name) => !platform.prices.has(name));
      return [...new Set([...chosen, ...served.map(({ engine: name }) => name)])];
    },
    limits,
    routes: [
      ...modelRoutes({
        models: router,
        others: [...mediaModelEntries(config.media), ...embeddingModelEntries(embedderNames(settings))],
        clock,
      }),
      ...live.routes,
    ],
    windDown: (leftMs: number) => threads.windDown(leftMs),
    close: async () => {
      await live.close();
      await shadows.close();
      await engines.close();
      await threads.close();
      await pool.close();
      await lessons.close();
    },
  };
}

const routedBy = (models: readonly ModelSettings[]): Map<string, RouteChain> =>
  new Map(
    models.flatMap((model) => [model.id, ...(model.aliases ?? [])].map((name) => [name, chainOfRoute(model)] as const)),
  );

const toNameable = ({ id, access, part }: ProviderSettings) => ({
  id,
  isChosen: access !== 'usual-address',
  contextLength: part.context_length,
  pricing: part.pricing,
});

/** Engines that the operator chose and of which nobody knows what they cost. */
function unpricedOf(settings: ModelsConfig, engine: string, priced: RunProvider[]): string[] {
  const unset = settings.models.filter((model) => model.pricing === undefined).flatMap(enginesOf);
  const chosen = [engine, ...unset.map((entry) => entry.engine)];
  return [
    ...unpricedEngines(chosen, priced),
    ...unpricedEngines([settings.embedding], priced, 'embedding'),
    ...unpricedEngines(settings.reranking === null ? [] : [settings.reranking], priced, 'rerank'),
    ...unpricedEngines(settings.moderation === null ? [] : [settings.moderation], priced, 'moderation'),
  ];
}

async function engineOf(
  { engine, models, providers }: ModelsConfig,
  partsOf: (provider: ProviderSettings) => ModelVendorParts,
): Promise<EngineChoice> {
  const own = models.filter((model) => isBuiltIn(model.id) && enginesOf(model).length > 0).map(({ id }) => id);
  const besides = own.length === 0 ? '' : ` (${own.join(' and ')} as parley.config.json says)`;
  if (engine !== null) return { engine, reason: `because PARLEY_MODEL says so${besides}` };
  const choice = await chooseEngine(
    providers.filter(hasLanguageModels).map((provider) => ({
      id: provider.id,
      access: provider.access,
      from: provider.from,
      usualModel: provider.usualModel,
      listModels: listerOf(provider, partsOf(provider)),
    })),
  );
  return { ...choice, reason: choice.reason + besides };
}

function listerOf(provider: ProviderSettings, parts: ModelVendorParts): Candidate['listModels'] {
  const { listModels } = modelVendors[provider.type];
  return listModels === undefined ? null : (signal) => listModels(provider, parts, signal);
}

function createModel(engine: string, pool: ProviderPool): LanguageModel {
  const named = readAiSdkName(engine);
  if (named !== null) {
    const access = { baseUrl: '', apiKey: undefined, headers: {}, package: named.package, settings: {} };
    const made = modelVendors['ai-sdk'].create?.({ id: `ai-sdk:${named.package}`, ...access }, pool.shared);
    if (made) return made.model(named.model);
  }
  const slash = engine.indexOf('/');
  const provider = pool.of(engine)?.provider;
  if (provider) return provider.model(engine.slice(slash + 1));
  throw new AppError('model_not_configured', `The provider of ${engine} is not set up.`);
}
