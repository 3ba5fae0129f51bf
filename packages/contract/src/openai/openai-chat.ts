import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import type { JsonObject } from '../json.ts';
import { PromptChoice } from '../prompt-choice.ts';
import { callRouting } from '../routing/routing-fields.ts';
import { originFields, Source, textAuth } from '../text.ts';
import {
  OpenAIError,
  OpenAILogprobs,
  OpenAIModelName,
  openaiCollections,
  openaiFileIds,
  openaiHints,
  openaiSampling,
  openaiTag,
  optional,
  PassedOn,
  ReasoningEffort,
  Refused,
} from './openai-fields.ts';

/** A part of a message, read loosely here and exactly by the service, which names what is wrong in it. */
const Part = Type.Unsafe<{ type: string } & Record<string, unknown>>({
  type: 'object',
  properties: {
    type: { type: 'string' },
    file: { type: 'object', properties: { file_id: { type: 'string' } } },
  },
  required: ['type'],
  description: '`text`, `image_url` or `file` (`file_id`, or `file_data` with `filename`); `input_audio` is refused.',
});
export type OpenAIPart = Static<typeof Part>;

const FunctionCall = Type.Object({
  id: Type.String(),
  type: Type.Literal('function'),
  function: Type.Object({ name: Type.String(), arguments: Type.String({ description: 'JSON text.' }) }),
});

export const OpenAIMessage = Type.Object(
  {
    role: Type.Enum(['developer', 'system', 'user', 'assistant', 'tool']),
    content: optional(Type.Union([Type.String(), Type.Array(Part, { maxItems: 1000 })])),
    name: optional(Type.String()),
    refusal: optional(Type.String()),
    reasoning_content: optional(
      Type.String({ description: 'What the model thought before its calls; some vendors want it back with them.' }),
    ),
    tool_calls: optional(Type.Array(FunctionCall, { maxItems: 500 })),
    tool_call_id: Type.Optional(Type.String({ description: 'Of the call that a `tool` message answers.' })),
  },
  { $id: 'OpenAIMessage', additionalProperties: true },
);
export type OpenAIMessage = Static<typeof OpenAIMessage>;

export const OpenAIFunction = {
  name: Type.String({ pattern: '^[a-zA-Z0-9_.-]{1,128}$' }),
  description: optional(Type.String()),
  parameters: optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'JSON Schema.' })),
  strict: optional(
    Type.Boolean({
      description: 'Inputs are held to the schema in any case; `false` keeps the vendor from doing so by itself.',
    }),
  ),
};

const Tool = Type.Unsafe<{ type: string; function?: Static<typeof ToolFunction> }>({
  type: 'object',
  properties: { type: { type: 'string' }, function: Type.Object(OpenAIFunction) },
  required: ['type'],
  description: 'Of type `function`; other types are refused by name.',
});
const ToolFunction = Type.Object(OpenAIFunction);

const ToolChoice = Type.Union([
  Type.Enum(['none', 'auto', 'required']),
  Type.Unsafe<{ type: string; function?: { name?: string } }>({
    type: 'object',
    properties: { type: { type: 'string' }, function: { type: 'object', properties: { name: { type: 'string' } } } },
    required: ['type'],
  }),
]);

/** `{"type": "text" | "json_object" | "json_schema", …}`. */
export const OpenAIResponseFormat = Type.Unsafe<{ type: string } & Record<string, unknown>>({
  type: 'object',
  properties: { type: { type: 'string', enum: ['text', 'json_object', 'json_schema'] } },
  required: ['type'],
  description: 'The reply satisfies the schema, or the call fails with `schema_not_met`.',
});

export const OpenAIChatRequest = Type.Object(
  {
    model: Type.Optional(OpenAIModelName),
    ...callRouting,
    messages: Type.Array(OpenAIMessage, { minItems: 1, maxItems: 10_000 }),
    ...openaiSampling,
    max_completion_tokens: optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    max_tokens: optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The older name of `max_completion_tokens`.' }),
    ),
    n: optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Choices; each is paid for.' })),
    seed: optional(Type.Integer({ minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 })),
    stop: optional(
      Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { maxItems: 16 })]),
    ),
    frequency_penalty: optional(Type.Number({ minimum: -2, maximum: 2 })),
    presence_penalty: optional(Type.Number({ minimum: -2, maximum: 2 })),
    reasoning_effort: optional(ReasoningEffort),
    response_format: optional(OpenAIResponseFormat),
    tools: optional(Type.Array(Tool, { maxItems: 500 })),
    tool_choice: optional(ToolChoice),
    stream: optional(Type.Boolean()),
    stream_options: optional(Type.Object({ include_usage: optional(Type.Boolean()) }, { additionalProperties: true })),
    ...openaiHints,
    prompt: optional(PromptChoice),
    store: optional(
      Type.Boolean({
        description:
          'False: nothing of what is said is kept, not even for `Idempotency-Key`. True stores nothing either.',
      }),
    ),
    prediction: optional(Type.Unsafe<JsonObject>({ type: 'object', description: 'A hint as `service_tier`.' })),
    top_k: optional(Type.Integer({ minimum: 0 })),
    reasoning: optional(
      Type.Unsafe<JsonObject>({
        type: 'object',
        description: "OpenRouter's way to say how long to think: `effort`, `max_tokens`, `enabled`, `exclude`.",
      }),
    ),
    min_p: PassedOn(Type.Number({ minimum: 0, maximum: 1 })),
    repetition_penalty: PassedOn(Type.Number({ minimum: 0, maximum: 2 })),
    chat_template_kwargs: PassedOn(Type.Unsafe<JsonObject>({ type: 'object' })),
    modalities: optional(Type.Array(Type.String(), { description: '`["text"]`; anything else is refused.' })),
    verbosity: PassedOn(Type.String()),
    logprobs: PassedOn(Type.Boolean()),
    top_logprobs: PassedOn(Type.Integer({ minimum: 0, maximum: 20 })),
    logit_bias: PassedOn(Type.Record(Type.String(), Type.Number())),
    audio: Refused({ type: 'object' }),
    web_search_options: Refused({ type: 'object' }),
    functions: Refused({ type: 'array' }),
    function_call: Refused({}),
    file_ids: openaiFileIds,
    ...openaiCollections,
  },
  { $id: 'OpenAIChatRequest' },
);
export type OpenAIChatRequest = Static<typeof OpenAIChatRequest>;

const finishReason = Type.Enum(['stop', 'length', 'tool_calls', 'content_filter']);

const replyFields = {
  role: Type.Literal('assistant'),
  content: Type.Union([Type.String(), Type.Null()]),
  refusal: Type.Union([Type.String(), Type.Null()], { description: 'The words with which the model declined.' }),
  reasoning_content: Type.Optional(Type.String({ description: 'What the model thought, where it says.' })),
  tool_calls: Type.Optional(Type.Array(FunctionCall)),
};

const head = {
  id: Type.String(),
  created: Type.Integer({ description: 'Seconds since 1970.' }),
  model: Type.String(),
};
const { finish_reason: _, ...origin } = originFields;
/** Beside what OpenAI's shape has. */
const ownFields = {
  sources: Type.Optional(Type.Array(Source, { description: 'The passages that the reply rests on.' })),
  ...origin,
};

export const OpenAIUsage = Type.Object(
  {
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
    prompt_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
    completion_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
  },
  { $id: 'OpenAIUsage' },
);
export type OpenAIUsage = Static<typeof OpenAIUsage>;

const ChatChoice = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  message: Type.Object(replyFields),
  logprobs: OpenAILogprobs,
  finish_reason: finishReason,
});
export type OpenAIChatChoice = Static<typeof ChatChoice>;

export const OpenAIChatCompletion = Type.Object(
  {
    ...head,
    object: Type.Literal('chat.completion'),
    choices: Type.Array(ChatChoice),
    usage: OpenAIUsage,
    ...ownFields,
  },
  { $id: 'OpenAIChatCompletion' },
);
export type OpenAIChatCompletion = Static<typeof OpenAIChatCompletion>;

const Delta = Type.Object({
  role: Type.Optional(Type.Literal('assistant')),
  content: Type.Optional(Type.String()),
  refusal: Type.Optional(Type.String()),
  reasoning_content: Type.Optional(Type.String()),
  tool_calls: Type.Optional(
    Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), ...FunctionCall.properties })),
  ),
});
export type OpenAIChatDelta = Static<typeof Delta>;

const ChatChunk = Type.Object({
  ...head,
  object: Type.Literal('chat.completion.chunk'),
  choices: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0 }),
      delta: Delta,
      logprobs: OpenAILogprobs,
      finish_reason: Type.Union([finishReason, Type.Null()]),
    }),
  ),
  usage: Type.Optional(Type.Union([OpenAIUsage, Type.Null()])),
  ...ownFields,
});
export type OpenAIChatChunk = Static<typeof ChatChunk>;

/** After the last chunk comes the bare text `[DONE]`. */
export const OpenAIChatEvent = Type.Union([ChatChunk, OpenAIError], { $id: 'OpenAIChatEvent' });
export type OpenAIChatEvent = Static<typeof OpenAIChatEvent>;

/** OpenAI's chat completions. */
export const createOpenAIChatCompletion = endpoint({
  id: 'createOpenAIChatCompletion',
  method: 'POST',
  path: '/v1/chat/completions',
  auth: textAuth,
  tag: openaiTag,
  summary: "OpenAI's chat completions",
  description:
    "OpenAI's client libraries, and all that speak their language, work unchanged with `<address>/v1` as base URL.",
  errorShape: 'openai',
  body: OpenAIChatRequest,
  responses: { 200: OpenAIChatCompletion },
  event: OpenAIChatEvent,
  idempotent: true,
  example: { model: 'small-2', messages: [{ role: 'user', content: 'Define "ledger".' }] },
});
