import { AiSdkProvider } from '../adapters/ai-sdk/ai-sdk-language-model.ts';
import { AnthropicProvider } from '../adapters/anthropic/anthropic-language-model.ts';
import { GoogleProvider } from '../adapters/google/google-language-model.ts';
import { listOpenAIModels } from '../adapters/openai/list-openai-models.ts';
import { OpenAIProvider } from '../adapters/openai/openai-language-model.ts';
import { ReaderLanguageModel } from '../adapters/reader/reader-language-model.ts';
import { enginesOf, type ModelsConfig, readAiSdkName } from '../config/models.ts';
import type { ModelPart } from '../config/models-file.ts';
import type { ProviderSettings } from '../config/provider-settings.ts';
import { mediaModelEntries } from '../features/media/media-model-entries.ts';
import { builtInModels, type ModelDescription, toModelEntry } from '../features/models/built-in-models.ts';
import { chooseEngine, type EngineChoice } from '../features/models/choose-engine.ts';
import {
  ConfiguredModelRouter,
  type ListedModel,
  type NamedProvider,
} from '../features/models/configured-model-router.ts';
import type { UpstreamPrices } from '../features/models/upstream-target.ts';
import { modelRoutes } from '../http/routes/models/model-routes.ts';
import { UpstreamClient } from '../outbound/model-http/upstream-client.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { ModelProvider } from '../ports/model-provider.ts';
import type { Platform } from './platform.ts';

/** The models behind the names of the wire. */
export async function composeModels({ clock, config }: Platform) {
  const settings = config.models;
  const client = new UpstreamClient(settings.timeouts);
  const engine = await engineOf(settings, client);
  const reader = new ReaderLanguageModel({ clock });
  const providers = new Map<string, ModelProvider>();
  for (const provider of settings.providers) providers.set(provider.id, createProvider(provider, settings, client));
  const router = new ConfiguredModelRouter({
    listed: listModels(settings, engine.engine),
    providers: namedProviders(settings, engine.engine),
    createModel: (name) => (name === 'reader' ? reader : createModel(name, providers, settings)),
    upstreamPrices: (name) => upstreamPricesOf(name, settings),
    clock,
  });
  return {
    router,
    engine,
    routes: modelRoutes({ models: router, others: mediaModelEntries(config.media), clock }),
    close: () => client.close(),
  };
}

async function engineOf({ engine, models, providers }: ModelsConfig, client: UpstreamClient): Promise<EngineChoice> {
  const own = models.filter((model) => isBuiltIn(model.id) && enginesOf(model).length > 0).map(({ id }) => id);
  const besides = own.length === 0 ? '' : ` (${own.join(' and ')} as parley.config.json says)`;
  if (engine !== null) return { engine, reason: `because PARLEY_MODEL says so${besides}` };
  const choice = await chooseEngine(
    providers.map((provider) => ({
      id: provider.id,
      access: provider.access,
      from: provider.from,
      usualModel: provider.usualModel,
      listModels: provider.type === 'openai' ? (signal) => listOpenAIModels(provider, client, signal) : null,
    })),
  );
  return { ...choice, reason: choice.reason + besides };
}

function createProvider(
  { id, type, baseUrl, apiKey, headers, package: name, settings }: ProviderSettings,
  { timeouts }: ModelsConfig,
  client: UpstreamClient,
): ModelProvider {
  const options = { id, baseUrl, apiKey, headers, client };
  switch (type) {
    case 'openai':
      return new OpenAIProvider(options);
    case 'anthropic':
      return new AnthropicProvider(options);
    case 'google':
      return new GoogleProvider(options);
    case 'ai-sdk':
      return new AiSdkProvider({ id, package: name ?? id, settings, directory: process.cwd(), timeouts });
    default:
      return type satisfies never;
  }
}

function createModel(engine: string, providers: Map<string, ModelProvider>, { timeouts }: ModelsConfig): LanguageModel {
  const named = readAiSdkName(engine);
  if (named !== null) {
    const directory = process.cwd();
    const id = `ai-sdk:${named.package}`;
    return new AiSdkProvider({ id, package: named.package, settings: {}, directory, timeouts }).model(named.model);
  }
  const { provider, model } = split(engine);
  const found = providers.get(provider);
  if (found === undefined) throw new Error(`no provider for the engine ${engine}`);
  return found.model(model);
}

/** `small-2`, `small-1`, then the operator's, which may also say more about those two. */
function listModels({ models }: ModelsConfig, engine: string): ListedModel[] {
  const partOf = (id: string) => models.find((model) => model.id === id);
  return [
    ...builtInModels.map((model) => toListed(model, partOf(model.id), engine)),
    ...models.filter(({ id }) => !isBuiltIn(id)).map((part) => toListed({ id: part.id }, part, engine)),
  ];
}

function isBuiltIn(id: string): boolean {
  return builtInModels.some((model) => model.id === id);
}

function toListed(known: ModelDescription, part: ModelPart | undefined, engine: string): ListedModel {
  const engines = part === undefined ? [] : enginesOf(part);
  return {
    entry: toModelEntry(part === undefined ? known : withPart(known, part)),
    engines: engines.length > 0 ? engines : [{ engine, weight: 1 }],
    fallbacks: part?.fallbacks ?? [],
  };
}

function withPart(known: ModelDescription, part: ModelPart): ModelDescription {
  return {
    id: known.id,
    name: part.name ?? known.name,
    description: part.description ?? known.description,
    contextLength: part.context_length ?? known.contextLength,
    maxCompletionTokens: part.max_completion_tokens,
    tokenizer: part.tokenizer,
    huggingFaceId: part.hugging_face_id,
    inputModalities: part.input_modalities,
    supportedParameters: part.supported_parameters ?? known.supportedParameters,
    pricing: part.pricing === undefined ? known.pricing : { ...known.pricing, ...part.pricing },
  };
}

/** Callers may name the models of what the operator set up or chose, not of whatever else listens on this machine. */
function namedProviders({ providers, models }: ModelsConfig, engine: string): Map<string, NamedProvider> {
  const engines = [
    engine,
    ...models.flatMap((model) => [...enginesOf(model).map((one) => one.engine), ...(model.fallbacks ?? [])]),
  ];
  const inUse = new Set(engines.map((name) => split(name).provider));
  const usable = providers.filter(({ id, access }) => access !== 'usual-address' || inUse.has(id));
  return new Map(
    usable.map(({ id, part }) => {
      const { pricing } = part;
      const prices = pricing && {
        input: Number(pricing.prompt ?? 0),
        output: Number(pricing.completion ?? 0),
        request: Number(pricing.request ?? 0),
      };
      return [id, { contextLength: part.context_length, prices }];
    }),
  );
}

const perToken = 1e-6;

function upstreamPricesOf(engine: string, { providers }: ModelsConfig): UpstreamPrices | undefined {
  const { provider, model } = split(engine);
  const prices = providers.find(({ id }) => id === provider)?.part.upstream_prices;
  const found = prices?.[model] ?? prices?.['*'];
  if (found === undefined) return undefined;
  return {
    input: found.input * perToken,
    cachedInput: (found.cached_input ?? found.input) * perToken,
    output: found.output * perToken,
  };
}

function split(engine: string): { provider: string; model: string } {
  const slash = engine.indexOf('/');
  return slash < 0
    ? { provider: engine, model: '' }
    : { provider: engine.slice(0, slash), model: engine.slice(slash + 1) };
}
