import type { TokenPrices } from '../money/billing/cost.ts';
import type { ModelEntry } from './model-entry.ts';

/** What an operator may say of a model; anything left out has a default. */
export interface ModelDescription {
  id: string;
  name?: string | undefined;
  description?: string | undefined;
  contextLength?: number | undefined;
  maxCompletionTokens?: number | undefined;
  tokenizer?: string | undefined;
  huggingFaceId?: string | undefined;
  inputModalities?: string[] | undefined;
  supportedParameters?: string[] | undefined;
  /** Decimal strings: US dollars per input token, output token, request, cached and cache-written input token. */
  pricing?:
    | {
        prompt?: string | undefined;
        completion?: string | undefined;
        request?: string | undefined;
        input_cache_read?: string | undefined;
        input_cache_write?: string | undefined;
      }
    | undefined;
}

const defaultContextLength = 128_000;
const defaultTokenizer = 'o200k_base';

/** The two models that every service has, in the order of the list. What serves them is the operator's choice. */
export const builtInModels: ModelDescription[] = [
  {
    id: 'small-2',
    name: 'Small 2',
    description: 'The second small model: answers, conversation, tools and structured output.',
    contextLength: 200_000,
    pricing: { prompt: '0.0008', completion: '0.0045' },
    supportedParameters: ['tools', 'response_format'],
  },
  {
    id: 'small-1',
    name: 'Small 1',
    description: 'The first small model: answers, conversation, tools and structured output.',
    contextLength: 200_000,
    pricing: { prompt: '0.001', completion: '0.005' },
    supportedParameters: ['tools', 'response_format'],
  },
];

/** The entry of the list; `charged` is what a workspace pays, and the list price of a model that names none. */
export function toModelEntry(model: ModelDescription, charged: TokenPrices): ModelEntry {
  const contextLength = model.contextLength ?? defaultContextLength;
  const input = model.inputModalities ?? ['text'];
  return {
    id: model.id,
    canonical_slug: model.id,
    hugging_face_id: model.huggingFaceId ?? '',
    name: model.name ?? model.id,
    description: model.description ?? '',
    context_length: contextLength,
    architecture: {
      modality: `${input.join('+')}->text`,
      input_modalities: input,
      output_modalities: ['text'],
      tokenizer: model.tokenizer ?? defaultTokenizer,
      instruct_type: null,
    },
    pricing: {
      prompt: model.pricing?.prompt ?? toDollars(charged.input),
      completion: model.pricing?.completion ?? toDollars(charged.output),
      request: model.pricing?.request ?? toDollars(charged.request),
      image: '0',
      web_search: '0',
      internal_reasoning: '0',
    },
    charged: {
      prompt: toDollars(charged.input),
      completion: toDollars(charged.output),
      request: toDollars(charged.request),
      input_cache_read: toDollars(charged.cachedInput),
      input_cache_write: toDollars(charged.cacheWrite),
    },
    top_provider: {
      context_length: contextLength,
      max_completion_tokens: model.maxCompletionTokens ?? null,
      is_moderated: false,
    },
    per_request_limits: null,
    supported_parameters: model.supportedParameters ?? [
      'tools',
      'response_format',
      'temperature',
      'top_p',
      'max_tokens',
      'tool_choice',
    ],
    default_parameters: { temperature: null, top_p: null, frequency_penalty: null },
  };
}

/** Prices of the list as numbers. Input from a cache costs what other input does, unless it has a price of its own. */
export function toPrices(pricing: ModelDescription['pricing']): TokenPrices {
  const input = Number(pricing?.prompt ?? 0);
  const output = Number(pricing?.completion ?? 0);
  return {
    input,
    cachedInput: Number(pricing?.input_cache_read ?? input),
    cacheWrite: Number(pricing?.input_cache_write ?? input),
    output,
    request: Number(pricing?.request ?? 0),
  };
}

/** A decimal string without an exponent, to the billionth part of a cent. */
function toDollars(value: number): string {
  // bounded: a number of the list of prices, at most 40 characters
  return value.toFixed(12).replace(/\.?0+$/, '');
}
