import { type AnswerRequest, type CallRouting, isJsonObject } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { compileGivenSchema } from '../../../lib/given-schema.ts';
import type { ImageDetail, Prompt } from '../../../ports/language-model.ts';
import { type CollectionChoice, collectionsOf } from './collection-choice.ts';
import type { UngroundedChoice } from './grounding/judge-fields.ts';
import type { InlineDocument } from './inline-document.ts';

/** What any call for text comes down to. */
export interface GenerationRequest {
  /** Default: the router's default model. */
  model: string | undefined;
  /** Names to go on to, and what is wanted of providers. */
  routing?: CallRouting | undefined;
  prompt: Prompt;
  /** The reply must satisfy it. */
  schema?: CompiledSchema | undefined;
  fileIds: readonly string[];
  /** Collections, of whose files those are taken that speak most to the question. */
  collections?: CollectionChoice | undefined;
  /** Text to answer from besides the files. */
  context?: string | undefined;
  /** Documents that came inside the request, to answer from as well. */
  documents?: readonly InlineDocument[] | undefined;
  /** The engine to begin with, as `provider/model`, where the choice is free: it has seen the beginning of this work. */
  preferred?: string | undefined;
  /** The caller's stream can say that the text so far was rejected. Default: only what holds is shown. */
  showsRetries?: boolean | undefined;
  /** A model that declines to give an object has answered: the shape has a place for its words. Default: `schema_not_met`. */
  showsRefusals?: boolean | undefined;
  /** What is asked, for ranking passages. */
  query: string;
  /** Decides which rules the prompt gives a language model. Default: those of a conversation, and only where there are documents. */
  kind?: 'answer' | 'agent';
  /** Pages of PDFs, from 1, that a model which can see gets as pictures besides their text. */
  pageImages?: readonly number[] | undefined;
  /** How closely a vendor looks at pictures, where it has such a setting. */
  imageDetail?: ImageDetail | undefined;
  /** Most tokens of documents that a connected model is sent. Default: the limit of the key, else of the installation. */
  groundingTokens?: number | undefined;
  /** What becomes of values of the object that no passage carries. Default: `allow`. */
  ungrounded?: UngroundedChoice | undefined;
  /** `inline` keeps the marks of passages in the text, numbered as the sources are. Default: they are taken out. */
  citations?: 'inline' | 'none' | undefined;
}

/** What the requests of answer, conversation and agent say in the same fields. */
type TextFields = Pick<
  AnswerRequest,
  | 'model'
  | 'models'
  | 'provider'
  | 'response_format'
  | 'collection_ids'
  | 'collection_filter'
  | 'page_images'
  | 'image_detail'
  | 'citations'
  | 'grounding_tokens'
  | 'ungrounded'
>;

/** Of a request in any shape; undefined where it says nothing of it. */
export function routingIn({ models, provider }: CallRouting): CallRouting | undefined {
  if (!models && !provider) return undefined;
  return { ...(models && { models }), ...(provider && { provider }) };
}

/** Reads those fields. To be called before anything else, so that a schema that cannot be used costs nothing. */
export function readTextFields(request: TextFields): Omit<GenerationRequest, 'prompt' | 'fileIds' | 'query'> {
  const { model, citations, ungrounded, grounding_tokens: groundingTokens } = request;
  return {
    model,
    routing: routingIn(request),
    schema: readResponseFormat(request.response_format),
    collections: collectionsOf(request),
    pageImages: request.page_images,
    imageDetail: request.image_detail,
    groundingTokens,
    citations,
    ungrounded,
    // Their streams have an event for it.
    showsRetries: true,
  };
}

/**
 * The schema of a `response_format`; undefined where text is asked for. It is the JSON Schema itself, or what OpenAI's clients
 * wrap it in: `{"type": "json_schema", "json_schema": {"name", "schema", "strict"}}`, or `name` and `schema` beside the `type`;
 * `{"type": "json_object"}` is any object. Throws a 400 that names the `field` when it cannot be used.
 */
export function readResponseFormat(
  responseFormat: Record<string, unknown> | null | undefined,
  field = 'response_format',
): CompiledSchema | undefined {
  if (responseFormat === undefined || responseFormat === null || responseFormat.type === 'text') return undefined;
  if (responseFormat.type === 'json_object') return compileGivenSchema({ type: 'object' }, { field });
  const wrapper = isJsonObject(responseFormat.json_schema)
    ? responseFormat.json_schema
    : responseFormat.type === 'json_schema'
      ? responseFormat
      : null;
  return compileGivenSchema(wrapper === null ? responseFormat : wrapper.schema, { field });
}
