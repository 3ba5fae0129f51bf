import { availableParallelism } from 'node:os';
import { hasRuntime } from '@parley/weights';
import { hasLanguageModels, modelVendors } from '../vendors/model-vendors.ts';
import { type ConfigSource, integer, text } from './config-source.ts';
import { type ModelPart, readModelsFile } from './models-file.ts';
import { type ProviderSettings, readProviders } from './provider-settings.ts';

export interface ModelsConfig {
  /** What serves `small-1` and `small-2`; null: chosen at the start. */
  engine: string | null;
  /** What embeds texts: `multilingual-e5-small` (embedded), `lexical` or `provider/model`. */
  embedding: string;
  /** The embedded sentence encoder: processes for texts, and the longest that a few texts take; null where the platform cannot run it. */
  encoder: { processes: number; timeoutMs: number } | null;
  /** Replies of connected models that are kept for calls which take one again, in bytes together; 0: none are. */
  replyCacheBytes: number;
  /** What puts passages in order, as `provider/model`; null for none. */
  reranking: string | null;
  /** What judges texts and pictures for callers, as `provider/model`; null for none. */
  moderation: string | null;
  /** What hears speech and what says texts, as `provider/model`; null for nothing. */
  transcription: string | null;
  speech: string | null;
  /** The longest upload of speech, in bytes. */
  audioBytes: number;
  /** The longest sound that is heard. */
  audioSeconds: number;
  providers: ProviderSettings[];
  models: ModelPart[];
  /** `listed` charges the list's prices of `small-1` and `small-2` instead of the operator's or the vendor's. */
  charge: 'operator' | 'listed';
  timeouts: {
    connectMs: number;
    /** For the first word, where another engine can be asked; null for no limit. */
    firstTokenMs: number | null;
    idleMs: number;
    totalMs: number;
  };
  /** The embedded reader: threads at once, and the longest that one request is read for. */
  reader: { threads: number; timeoutMs: number };
  /** When an engine that mostly fails is left alone for a while. */
  circuit: { windowMs: number; minCalls: number; failureShare: number; pauseMs: number };
}

/** The embedded sentence encoder's name. */
export const sentenceEncoderId = 'multilingual-e5-small';

/** Names of what embeds texts that can be used without a vendor's, the default first. */
export const embedderNames = ({ embedding, encoder }: Pick<ModelsConfig, 'embedding' | 'encoder'>): string[] => [
  ...new Set([embedding, ...(encoder ? [sentenceEncoderId] : []), 'lexical']),
];

export function readModelsConfig(source: ConfigSource): ModelsConfig {
  const file = readModelsFile(source);
  const encoder = hasRuntime()
    ? { processes: integer(source, 'EMBEDDING_PROCESSES', { default: 1, min: 1, max: 64 }), timeoutMs: 60_000 }
    : null;
  const providers = readProviders(source, file.providers);
  const given = text(source, 'PARLEY_MODEL');
  const engine = given === undefined || given === 'auto' ? null : given;
  if (engine !== null) checkEngine(source, 'PARLEY_MODEL', engine, providers);
  for (const index of file.models.keys()) checkModel(source, file.models, index, providers);
  return {
    engine,
    embedding: readEmbedding(source, providers, encoder !== null),
    encoder,
    replyCacheBytes: 1_000_000 * integer(source, 'REPLY_CACHE_MB', { default: 64, min: 0, max: 100_000 }),
    reranking: readReranking(source, providers),
    moderation: readModeration(source, providers),
    transcription: readSpeech(source, providers, 'TRANSCRIPTION_MODEL'),
    speech: readSpeech(source, providers, 'SPEECH_MODEL'),
    audioSeconds: 60 * integer(source, 'AUDIO_MAX_MINUTES', { default: 240, min: 1, max: 10_000 }),
    audioBytes: 1024 * 1024 * integer(source, 'AUDIO_MAX_MB', { default: 25, min: 1, max: 1000 }),
    providers,
    models: file.models,
    charge: readCharge(source),
    timeouts: {
      connectMs: integer(source, 'MODEL_CONNECT_TIMEOUT_MS', { default: 10_000, min: 10, max: 120_000 }),
      firstTokenMs:
        integer(source, 'MODEL_FIRST_TOKEN_TIMEOUT_MS', { default: 120_000, min: 0, max: 3_600_000 }) || null,
      idleMs: integer(source, 'MODEL_IDLE_TIMEOUT_MS', { default: 300_000, min: 10, max: 3_600_000 }),
      totalMs: integer(source, 'MODEL_TIMEOUT_MS', { default: 600_000, min: 10, max: 3_600_000 }),
    },
    reader: {
      threads: integer(source, 'READER_THREADS', { default: readerThreads(), min: 1, max: 64 }),
      timeoutMs: integer(source, 'READER_TIMEOUT_MS', { default: 10_000, min: 10, max: 3_600_000 }),
    },
    circuit: {
      windowMs: integer(source, 'MODEL_CIRCUIT_WINDOW_MS', { default: 30_000, min: 1_000, max: 600_000 }),
      minCalls: integer(source, 'MODEL_CIRCUIT_MIN_CALLS', { default: 10, min: 1, max: 100_000 }),
      failureShare: integer(source, 'MODEL_CIRCUIT_FAILURE_PERCENT', { default: 50, min: 1, max: 100 }) / 100,
      pauseMs: integer(source, 'MODEL_CIRCUIT_PAUSE_MS', { default: 2_000, min: 10, max: 15_000 }),
    },
  };
}

/** At least two, so that one workspace never has all of them. They work below the event loop in priority. */
const readerThreads = (): number => Math.min(4, Math.max(2, availableParallelism() - 1));

function readEmbedding(source: ConfigSource, providers: ProviderSettings[], hasEncoder: boolean): string {
  const name = text(source, 'EMBEDDING_MODEL') ?? (hasEncoder ? sentenceEncoderId : 'lexical');
  if (name === 'lexical' || (hasEncoder && name === sentenceEncoderId)) return name;
  const provider = providers.find(({ id }) => name.startsWith(`${id}/`) && name.length > id.length + 1);
  if (provider && modelVendors[provider.type].createEmbedder !== undefined) return name;
  const usable = providers.filter(({ type }) => modelVendors[type].createEmbedder !== undefined).map(({ id }) => id);
  source.problem(
    'EMBEDDING_MODEL',
    `must be ${hasEncoder ? `"${sentenceEncoderId}", ` : ''}"lexical" or provider/model; providers that embed are ${usable.join(', ')}`,
  );
  return 'lexical';
}

function readReranking(source: ConfigSource, providers: ProviderSettings[]): string | null {
  const name = text(source, 'RERANK_MODEL');
  if (name === undefined) return null;
  const usable = providers.filter(({ type }) => modelVendors[type].createReranker !== undefined).map(({ id }) => id);
  if (usable.some((id) => name.startsWith(`${id}/`) && name.length > id.length + 1)) return name;
  source.problem('RERANK_MODEL', `must be provider/model; providers that rerank are ${usable.join(', ')}`);
  return null;
}

/** OpenAI's own costs nothing, so that whoever has a key of it needs no setting. */
function readModeration(source: ConfigSource, providers: ProviderSettings[]): string | null {
  const name = text(source, 'MODERATION_MODEL');
  if (name === undefined) {
    const hasOpenAI = providers.some(({ id, priceList }) => id === 'openai' && priceList === 'openai');
    return hasOpenAI ? 'openai/omni-moderation-latest' : null;
  }
  const usable = providers.filter(({ type }) => modelVendors[type].createModerator !== undefined).map(({ id }) => id);
  if (usable.some((id) => name.startsWith(`${id}/`) && name.length > id.length + 1)) return name;
  source.problem('MODERATION_MODEL', `must be provider/model; providers that moderate are ${usable.join(', ')}`);
  return null;
}

const usualSpeech = { TRANSCRIPTION_MODEL: 'openai/whisper-1', SPEECH_MODEL: 'openai/tts-1' };

/** Asked by whoever sends speech or wants some, so that OpenAI's, where its key is set up, needs no setting. */
function readSpeech(
  source: ConfigSource,
  providers: ProviderSettings[],
  setting: keyof typeof usualSpeech,
): string | null {
  const name = text(source, setting);
  if (name === undefined) {
    const hasOpenAI = providers.some(({ id, priceList }) => id === 'openai' && priceList === 'openai');
    return hasOpenAI ? usualSpeech[setting] : null;
  }
  const make = setting === 'SPEECH_MODEL' ? 'createSpeaker' : 'createTranscriber';
  const usable = providers.filter(({ type }) => modelVendors[type][make] !== undefined).map(({ id }) => id);
  if (usable.some((id) => name.startsWith(`${id}/`) && name.length > id.length + 1)) return name;
  source.problem(setting, `must be provider/model; providers for it are ${usable.join(', ')}`);
  return null;
}

function readCharge(source: ConfigSource): ModelsConfig['charge'] {
  const given = text(source, 'CHARGE') ?? 'operator';
  if (given === 'listed' || given === 'operator') return given;
  source.problem('CHARGE', 'must be "listed" or "operator"');
  return 'operator';
}

/** The engines of a model in the file, with weights; empty when it names none. */
export function enginesOf(model: ModelPart): { engine: string; weight: number }[] {
  if (model.engine !== undefined) return [{ engine: model.engine, weight: 1 }];
  return (model.engines ?? []).map(({ engine, weight }) => ({ engine, weight: weight ?? 1 }));
}

function checkModel(source: ConfigSource, models: ModelPart[], index: number, providers: ProviderSettings[]): void {
  const model = models[index];
  if (model === undefined) return;
  const where = `models[${index}]`;
  const isBuiltIn = model.id === 'small-1' || model.id === 'small-2';
  if (models.findIndex(({ id }) => id === model.id) < index) source.problem(where, `"${model.id}" is there twice`);
  if (model.engine !== undefined && model.engines !== undefined) {
    source.problem(where, 'has both "engine" and "engines"; give one of them');
  }
  const engines = enginesOf(model);
  if (engines.length === 0 && !isBuiltIn) source.problem(where, 'needs "engine" or "engines"');
  for (const { engine } of engines) checkEngine(source, where, engine, providers);
  for (const engine of model.fallbacks ?? []) checkEngine(source, where, engine, providers);
}

function checkEngine(source: ConfigSource, where: string, engine: string, providers: ProviderSettings[]): void {
  if (engine === 'reader') return;
  if (engine.startsWith('ai-sdk:')) {
    if (readAiSdkName(engine) === null) source.problem(where, `"${engine}" is not of the form ai-sdk:package/model`);
    return;
  }
  const slash = engine.indexOf('/');
  if (slash <= 0 || slash === engine.length - 1) {
    source.problem(where, `"${engine}" is not of the form provider/model, and is neither "reader" nor "auto"`);
    return;
  }
  const id = engine.slice(0, slash);
  const writing = providers.filter(hasLanguageModels);
  if (writing.some((provider) => provider.id === id)) return;
  const usable = writing.map((provider) => provider.id).join(', ');
  source.problem(where, `the provider "${id}" of "${engine}" has neither key nor address; usable are ${usable}`);
}

/** `ai-sdk:@scope/package/model` or `ai-sdk:package/model`, in its parts. */
export function readAiSdkName(engine: string): { package: string; model: string } | null {
  const match = /^ai-sdk:((?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*)\/(.+)$/i.exec(engine);
  return match?.[1] !== undefined && match[2] !== undefined ? { package: match[1], model: match[2] } : null;
}
