import { ReaderLanguageModel } from '../adapters/reader/reader-language-model.ts';
import { ReaderThreads } from '../adapters/reader/reader-threads.ts';
import { embedderNames, enginesOf, type ModelsConfig, readAiSdkName } from '../config/models.ts';
import type { ProviderSettings } from '../config/provider-settings.ts';
import { embeddingModelEntries } from '../features/knowledge/embeddings/embedding-model-entries.ts';
import { mediaModelEntries } from '../features/media/media-model-entries.ts';
import { type Candidate, chooseEngine, type EngineChoice } from '../features/models/choose-engine.ts';
import { ConfiguredModelRouter } from '../features/models/configured-model-router.ts';
import { EngineLessonRepository } from '../features/models/engine-lesson-repository.ts';
import { EngineLessons } from '../features/models/engine-lessons.ts';
import { EngineLimits } from '../features/models/engine-limits.ts';
import { isBuiltIn, listModels } from '../features/models/model-list.ts';
import { namedProviders } from '../features/models/named-providers.ts';
import { enginePrices } from '../features/money/billing/engine-prices.ts';
import { estimatePromptTokens } from '../features/money/billing/estimate-tokens.ts';
import { unpricedEngines, unpricedSentence } from '../features/money/billing/unpriced-engines.ts';
import { modelRoutes } from '../http/routes/models/model-routes.ts';
import { UpstreamClient } from '../outbound/model-http/upstream-client.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { ModelProvider } from '../ports/model-provider.ts';
import { hasLanguageModels, type ModelVendorParts, modelVendors } from '../vendors/model-vendors.ts';
import type { Platform } from './platform.ts';
import { pricedProviders } from './prices.ts';

/** The models behind the names of the wire. */
export async function composeModels(
  { clock, config, database, logger }: Platform,
  { random }: { random: () => number },
) {
  const settings = config.models;
  const shared = { client: new UpstreamClient(settings.timeouts), timeouts: settings.timeouts };
  const own = new Map(settings.providers.flatMap((provider) => ownParts(provider, settings.timeouts)));
  const partsOf = (provider: ProviderSettings) => own.get(provider.id) ?? shared;
  const engine = await engineOf(settings, partsOf);
  const threads = new ReaderThreads(settings.reader);
  const reader = new ReaderLanguageModel({ reader: threads, clock, tokensOf: estimatePromptTokens });
  const providers = new Map<string, ModelProvider>();
  for (const provider of settings.providers) {
    const made = modelVendors[provider.type].create?.(provider, partsOf(provider));
    if (made) providers.set(provider.id, made);
  }
  const providerOf = (name: string) => settings.providers.find(({ id }) => name.startsWith(`${id}/`));
  const priced = pricedProviders(config);
  const pricesOf = (name: string) => enginePrices(name, priced);
  const models = settings.models.map((model) => ({ ...model, engines: enginesOf(model) }));
  const nameable = settings.providers.filter(hasLanguageModels).map(({ id, access, part }) => ({
    id,
    isChosen: access !== 'usual-address',
    contextLength: part.context_length,
    pricing: part.pricing,
  }));
  const lessons = new EngineLessons({
    repository: new EngineLessonRepository({ db: database.db }),
    clock,
    onError: (error) => logger.warn({ err: error }, 'what was learned of an engine could not be stored'),
  });
  await lessons.load();
  const limits = new EngineLimits({
    read: (name, signal) => {
      const provider = providerOf(name);
      const read = provider && modelVendors[provider.type].readLimits;
      return read ? read(provider, name.slice(provider.id.length + 1), partsOf(provider), signal) : null;
    },
    vendorOf: (name) => providerOf(name)?.priceList ?? null,
    lessons,
    clock,
  });
  const router = new ConfiguredModelRouter({
    listed: listModels({
      models,
      engine: engine.engine,
      isEngineChosen: settings.engine !== null,
      firstTokenMs: settings.timeouts.firstTokenMs,
      pricesOf,
      charge: settings.charge,
    }),
    providers: namedProviders(nameable, models, engine.engine),
    createModel: (name) => (name === 'reader' ? reader : createModel(name, providers, shared)),
    pricesOf,
    limitsOf: (name) => limits.of(name),
    onFailure: (name, error) => void limits.learn(name, error),
    firstTokenMsOf: (name) => providerOf(name)?.part.timeouts?.first_token_ms,
    circuit: settings.circuit,
    clock,
    random,
  });
  const unset = settings.models.filter((model) => model.pricing === undefined).flatMap(enginesOf);
  const chosen = [engine.engine, ...unset.map((entry) => (typeof entry === 'string' ? entry : entry.engine))];
  const unpriced = [
    ...unpricedEngines(chosen, priced),
    ...unpricedEngines([settings.embedding], priced, 'embedding'),
    ...unpricedEngines(settings.reranking === null ? [] : [settings.reranking], priced, 'rerank'),
    ...unpricedEngines(settings.moderation === null ? [] : [settings.moderation], priced, 'moderation'),
  ];
  for (const name of unpriced) logger.warn(unpricedSentence(name));
  // Read ahead, so that the first request knows already how much its engine takes.
  router.list();
  return {
    router,
    engine,
    lessons,
    client: shared.client,
    priced,
    unpriced,
    limits,
    routes: modelRoutes({
      models: router,
      others: [...mediaModelEntries(config.media), ...embeddingModelEntries(embedderNames(settings))],
      clock,
    }),
    windDown: (leftMs: number) => threads.windDown(leftMs),
    close: async () => {
      await threads.close();
      for (const { client } of [shared, ...own.values()]) await client.close();
      await lessons.close();
    },
  };
}

/** A provider with time limits of its own has connections of its own. */
function ownParts({ id, part }: ProviderSettings, usual: ModelVendorParts['timeouts']): [string, ModelVendorParts][] {
  const { connect_ms, idle_ms, total_ms } = part.timeouts ?? {};
  if (connect_ms === undefined && idle_ms === undefined && total_ms === undefined) return [];
  const timeouts = {
    connectMs: connect_ms ?? usual.connectMs,
    idleMs: idle_ms ?? usual.idleMs,
    totalMs: total_ms ?? usual.totalMs,
  };
  return [[id, { client: new UpstreamClient({ ...timeouts, headersMs: timeouts.totalMs }), timeouts }]];
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

function createModel(engine: string, providers: Map<string, ModelProvider>, parts: ModelVendorParts): LanguageModel {
  const named = readAiSdkName(engine);
  if (named !== null) {
    const access = { baseUrl: '', apiKey: undefined, headers: {}, package: named.package, settings: {} };
    const made = modelVendors['ai-sdk'].create?.({ id: `ai-sdk:${named.package}`, ...access }, parts);
    if (made) return made.model(named.model);
  }
  const slash = engine.indexOf('/');
  const found = providers.get(engine.slice(0, slash));
  if (found === undefined) throw new Error(`no provider for the engine ${engine}`);
  return found.model(engine.slice(slash + 1));
}
