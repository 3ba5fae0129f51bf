import { AiSdkProvider } from '../adapters/ai-sdk/ai-sdk-language-model.ts';
import { AnthropicBatches } from '../adapters/anthropic/anthropic-batches.ts';
import { AnthropicProvider } from '../adapters/anthropic/anthropic-language-model.ts';
import { readAnthropicLimits } from '../adapters/anthropic/read-anthropic-limits.ts';
import { BedrockProvider } from '../adapters/bedrock/bedrock-language-model.ts';
import { cohereEmbeddings } from '../adapters/cohere/cohere-embeddings.ts';
import { cohereRanks } from '../adapters/cohere/cohere-ranks.ts';
import { DeepgramSpeaker } from '../adapters/deepgram/deepgram-speaker.ts';
import { DeepgramTranscriber } from '../adapters/deepgram/deepgram-transcriber.ts';
import { ElevenLabsSpeaker } from '../adapters/elevenlabs/elevenlabs-speaker.ts';
import { ElevenLabsTranscriber } from '../adapters/elevenlabs/elevenlabs-transcriber.ts';
import { googleEmbeddings } from '../adapters/google/google-embeddings.ts';
import { GoogleProvider } from '../adapters/google/google-language-model.ts';
import { readGoogleLimits } from '../adapters/google/read-google-limits.ts';
import { jinaEmbeddings } from '../adapters/jina/jina-embeddings.ts';
import { jinaRanks } from '../adapters/jina/jina-ranks.ts';
import { listOpenAIModels } from '../adapters/openai/list-openai-models.ts';
import { OpenAIBatches } from '../adapters/openai/openai-batches.ts';
import { openAIEmbeddings, openAIOwnEmbeddings } from '../adapters/openai/openai-embeddings.ts';
import { OpenAIProvider } from '../adapters/openai/openai-language-model.ts';
import { OpenAIModerations } from '../adapters/openai/openai-moderations.ts';
import { openAIRanks } from '../adapters/openai/openai-ranks.ts';
import { OpenAISpeaker } from '../adapters/openai/openai-speaker.ts';
import { OpenAITranscriber } from '../adapters/openai/openai-transcriber.ts';
import { readOpenAILimits } from '../adapters/openai/read-openai-limits.ts';
import { teiRanks } from '../adapters/tei/tei-ranks.ts';
import { VertexProvider } from '../adapters/vertex/vertex-provider.ts';
import { voyageEmbeddings } from '../adapters/voyage/voyage-embeddings.ts';
import { voyageRanks } from '../adapters/voyage/voyage-ranks.ts';
import { JsonEmbedder } from '../outbound/model-http/json-embedder.ts';
import { JsonReranker } from '../outbound/model-http/json-reranker.ts';
import type { UpstreamClient } from '../outbound/model-http/upstream-client.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { ModelLimits, ModelProvider } from '../ports/model-provider.ts';
import type { Moderator } from '../ports/moderator.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { Speaker } from '../ports/speaker.ts';
import type { Transcriber } from '../ports/transcriber.ts';
import type { VendorBatches } from '../ports/vendor-batches.ts';
import { hostedVendors } from './hosted-vendors.ts';

/** How a provider of models is reached, as the operator set it up. */
export interface ModelAccess {
  /** First part of the names of its models. */
  id: string;
  baseUrl: string;
  apiKey: string | undefined;
  headers: Record<string, string>;
  /** For `ai-sdk`. */
  package: string | undefined;
  settings: Record<string, unknown>;
  /** Where it is asked, for vendors whose address depends on it. */
  region?: string | undefined;
  project?: string | undefined;
  apiVersion?: string | undefined;
}

export interface ModelVendorParts {
  client: UpstreamClient;
  timeouts: { connectMs: number; idleMs: number; totalMs: number };
}

/** A way of speaking with providers of models. */
interface ModelVendor {
  /** Its language models; absent where it has none. */
  create?(access: ModelAccess, parts: ModelVendorParts): ModelProvider;
  /** Vectors by one of its models; absent where it has none that we can ask. */
  createEmbedder?(model: string, access: ModelAccess, parts: ModelVendorParts): Embedder;
  /** Ranks by one of its models; absent where it has none that we can ask. */
  createReranker?(model: string, access: ModelAccess, parts: ModelVendorParts): Reranker;
  /** Judgements by one of its models; absent where it has none that we can ask. */
  createModerator?(model: string, access: ModelAccess, parts: ModelVendorParts): Moderator;
  /** What hears speech; absent where it has nothing that we can ask. */
  createTranscriber?(model: string, access: ModelAccess, parts: ModelVendorParts): Transcriber;
  /** What says texts; absent where it has nothing that we can ask. */
  createSpeaker?(model: string, access: ModelAccess, parts: ModelVendorParts): Speaker;
  /** Its own batches; absent where it has none that we can use. */
  createBatches?(access: ModelAccess, parts: ModelVendorParts): VendorBatches;
  /** The names of its models; absent where it cannot be asked. */
  listModels?(access: ModelAccess, parts: ModelVendorParts, signal: AbortSignal): Promise<string[]>;
  /** How much a model reads and writes; absent where it cannot be asked. */
  readLimits?(access: ModelAccess, model: string, parts: ModelVendorParts, signal: AbortSignal): Promise<ModelLimits>;
}

/** A provider that needs no entry in the configuration file. */
export interface KnownProvider {
  type: ModelVendorType;
  baseUrl: string;
  keyNames: string[];
  urlName?: string;
  usualModel?: string;
  /** Runs on the machine of its user and asks for no key. */
  isLocal?: boolean;
}

export const modelVendorTypes = [
  'openai',
  'anthropic',
  'google',
  'cohere',
  'voyage',
  'jina',
  'tei',
  'deepgram',
  'elevenlabs',
  'azure',
  'vertex',
  'bedrock',
  'ai-sdk',
] as const;
export type ModelVendorType = (typeof modelVendorTypes)[number];

/** All ways of speaking with providers. One more is a row here, with its name above. */
export const modelVendors: Record<ModelVendorType, ModelVendor> = {
  openai: {
    create: (access, { client }) => new OpenAIProvider({ ...access, client }),
    createEmbedder: (model, access, { client }) =>
      new JsonEmbedder(isOpenAIs(access) ? openAIOwnEmbeddings : openAIEmbeddings, model, { ...access, client }),
    createReranker: (model, access, { client }) => new JsonReranker(openAIRanks, model, { ...access, client }),
    createModerator: (model, access, { client }) => new OpenAIModerations(model, { ...access, client }),
    createTranscriber: (model, access, parts) => new OpenAITranscriber(model, { ...access, ...parts }),
    createSpeaker: (model, access, parts) => new OpenAISpeaker(model, { ...access, ...parts }),
    createBatches: (access, parts) => new OpenAIBatches({ ...access, ...parts }),
    listModels: (access, { client }, signal) => listOpenAIModels(access, client, signal),
    readLimits: (access, model, { client }, signal) => readOpenAILimits(access, model, client, signal),
  },
  anthropic: {
    create: (access, { client }) => new AnthropicProvider({ ...access, client }),
    createBatches: (access, parts) => new AnthropicBatches({ ...access, ...parts }),
    readLimits: (access, model, { client }, signal) => readAnthropicLimits(access, model, client, signal),
  },
  google: {
    create: (access, { client }) => new GoogleProvider({ ...access, client }),
    createEmbedder: (model, access, { client }) => new JsonEmbedder(googleEmbeddings, model, { ...access, client }),
    readLimits: (access, model, { client }, signal) => readGoogleLimits(access, model, client, signal),
  },
  cohere: {
    // Its language models have OpenAI's shape.
    create: (access, { client }) =>
      new OpenAIProvider({ ...access, baseUrl: under(access.baseUrl, '/compatibility/v1'), client }),
    createEmbedder: (model, access, { client }) => new JsonEmbedder(cohereEmbeddings, model, { ...access, client }),
    createReranker: (model, access, { client }) => new JsonReranker(cohereRanks, model, { ...access, client }),
  },
  voyage: {
    createEmbedder: (model, access, { client }) => new JsonEmbedder(voyageEmbeddings, model, { ...access, client }),
    createReranker: (model, access, { client }) => new JsonReranker(voyageRanks, model, { ...access, client }),
  },
  jina: {
    createEmbedder: (model, access, { client }) => new JsonEmbedder(jinaEmbeddings, model, { ...access, client }),
    createReranker: (model, access, { client }) => new JsonReranker(jinaRanks, model, { ...access, client }),
  },
  tei: {
    createEmbedder: (model, access, { client }) =>
      new JsonEmbedder(openAIEmbeddings, model, { ...access, baseUrl: under(access.baseUrl, '/v1'), client }),
    createReranker: (model, access, { client }) => new JsonReranker(teiRanks, model, { ...access, client }),
  },
  deepgram: {
    createTranscriber: (model, access, parts) => new DeepgramTranscriber(model, { ...access, ...parts }),
    createSpeaker: (model, access, parts) => new DeepgramSpeaker(model, { ...access, ...parts }),
  },
  elevenlabs: {
    createTranscriber: (model, access, parts) => new ElevenLabsTranscriber(model, { ...access, ...parts }),
    createSpeaker: (model, access, parts) => new ElevenLabsSpeaker(model, { ...access, ...parts }),
  },
  azure: {
    // https://learn.microsoft.com/en-us/azure/ai-foundry/openai/reference-preview-latest: a deployment is named as a model is; with an
    // `api-version` by the older address (https://learn.microsoft.com/en-us/azure/ai-services/openai/reference).
    create: (access, { client }) =>
      new OpenAIProvider({
        ...access,
        baseUrl: azureAddress(access),
        keyHeader: 'api-key',
        pathOf: access.apiVersion === undefined ? undefined : (model) => azureDeployment(model, access.apiVersion),
        client,
      }),
    createEmbedder: (model, access, { client }) => {
      const { apiVersion } = access;
      const path = apiVersion === undefined ? openAIOwnEmbeddings.path : () => azureVectors(model, apiVersion);
      const shape = { ...openAIOwnEmbeddings, keyHeader: 'api-key', path };
      return new JsonEmbedder(shape, model, { ...access, baseUrl: azureAddress(access), client });
    },
  },
  vertex: {
    create: ({ headers, ...access }, { client }) =>
      new VertexProvider({
        ...access,
        region: access.region,
        project: access.project,
        client,
        openaiShaped: (baseUrl, own) =>
          new OpenAIProvider({ id: access.id, baseUrl, headers: { ...headers, ...own }, client }),
      }),
  },
  bedrock: {
    create: (access, { client }) => new BedrockProvider({ ...access, region: access.region, client }),
  },
  'ai-sdk': {
    create: ({ id, package: name, settings }, { timeouts }) =>
      new AiSdkProvider({ id, package: name ?? id, settings, directory: process.cwd(), timeouts }),
  },
};

/** The order is that of the automatic choice. Prices of hosted ones stand in `features/money/billing/vendor-prices.json`. */
export const knownProviders: Record<string, KnownProvider> = {
  openai: {
    type: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keyNames: ['OPENAI_API_KEY'],
    urlName: 'OPENAI_BASE_URL',
    usualModel: 'gpt-5-mini',
  },
  anthropic: {
    type: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    keyNames: ['ANTHROPIC_API_KEY'],
    urlName: 'ANTHROPIC_BASE_URL',
    usualModel: 'claude-haiku-4-5',
  },
  google: {
    type: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyNames: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    urlName: 'GEMINI_BASE_URL',
    usualModel: 'gemini-2.5-flash',
  },
  openrouter: hosted('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY', 'openrouter/auto'),
  groq: hosted('https://api.groq.com/openai/v1', 'GROQ_API_KEY', 'llama-3.3-70b-versatile'),
  mistral: hosted('https://api.mistral.ai/v1', 'MISTRAL_API_KEY', 'mistral-small-latest'),
  deepseek: hosted('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY', 'deepseek-chat'),
  xai: hosted('https://api.x.ai/v1', 'XAI_API_KEY', 'grok-4'),
  ...Object.fromEntries(
    Object.entries(hostedVendors).map(([id, baseUrl]) => [id, { type: 'openai', baseUrl, keyNames: [] }] as const),
  ),
  bedrock: {
    type: 'bedrock',
    baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    keyNames: ['AWS_BEARER_TOKEN_BEDROCK', 'BEDROCK_ACCESS_KEY'],
    urlName: 'BEDROCK_BASE_URL',
    usualModel: 'us.anthropic.claude-haiku-4-5-20251001-v1:0',
  },
  cohere: { type: 'cohere', baseUrl: 'https://api.cohere.com', keyNames: ['COHERE_API_KEY', 'CO_API_KEY'] },
  voyage: { type: 'voyage', baseUrl: 'https://api.voyageai.com/v1', keyNames: ['VOYAGE_API_KEY'] },
  jina: { type: 'jina', baseUrl: 'https://api.jina.ai/v1', keyNames: ['JINA_API_KEY'] },
  tei: { type: 'tei', baseUrl: 'http://127.0.0.1:8080', keyNames: ['TEI_API_KEY'], urlName: 'TEI_BASE_URL' },
  deepgram: { type: 'deepgram', baseUrl: 'https://api.deepgram.com/v1', keyNames: ['DEEPGRAM_API_KEY'] },
  elevenlabs: { type: 'elevenlabs', baseUrl: 'https://api.elevenlabs.io/v1', keyNames: ['ELEVENLABS_API_KEY'] },
  ollama: local('http://127.0.0.1:11434/v1'),
  llamacpp: local('http://127.0.0.1:8080/v1'),
  lmstudio: local('http://127.0.0.1:1234/v1'),
  vllm: local('http://127.0.0.1:8000/v1'),
};

/** Models of a provider that writes texts, and not only vectors or ranks. */
export function hasLanguageModels({ type }: { type: ModelVendorType }): boolean {
  return modelVendors[type].create !== undefined;
}

/** A resource's own address goes on with the part that all versions share. */
function azureAddress({ baseUrl, apiVersion }: ModelAccess): string {
  const isBare = new URL(baseUrl).pathname === '/';
  if (!isBare) return baseUrl;
  return under(baseUrl, apiVersion === undefined ? '/openai/v1' : '/openai');
}

/** By its address, or by the name under which it is set up, whatever stands between it and us. */
const isOpenAIs = ({ id, baseUrl }: ModelAccess): boolean =>
  id === 'openai' || (URL.canParse(baseUrl) && new URL(baseUrl).hostname.endsWith('.openai.com'));

const azureVectors = (model: string, apiVersion: string): string =>
  `/deployments/${encodeURIComponent(model)}/embeddings?api-version=${encodeURIComponent(apiVersion)}`;

const azureDeployment = (model: string, apiVersion = ''): string =>
  `/deployments/${encodeURIComponent(model)}/chat/completions?api-version=${encodeURIComponent(apiVersion)}`;

const under = (baseUrl: string, path: string): string => baseUrl.replace(/(?<!\/)\/+$/, '') + path;

function hosted(baseUrl: string, keyName: string, usualModel: string): KnownProvider {
  return { type: 'openai', baseUrl, keyNames: [keyName], usualModel };
}

function local(baseUrl: string): KnownProvider {
  return { type: 'openai', baseUrl, keyNames: [], isLocal: true };
}
