import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { OpenAIError, OpenAIModelName, openaiTag, optional } from './openai/openai-fields.ts';
import { samplingFields, textAuth } from './text.ts';

export const CompletionRequest = Type.Object(
  {
    ...samplingFields,
    model: OpenAIModelName,
    prompt: Type.Union(
      [
        Type.String({ minLength: 1 }),
        Type.Array(Type.Unsafe<unknown>({ type: ['string', 'array', 'integer'], minLength: 1 }), { minItems: 1 }),
      ],
      {
        description: 'Text to continue, or up to 20: each gets its own completions. Lists of tokens are refused.',
      },
    ),
    n: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 1, description: 'Completions of each prompt.' })),
    max_tokens: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()])),
    stream: optional(Type.Boolean()),
    stream_options: optional(Type.Object({ include_usage: optional(Type.Boolean()) }, { additionalProperties: true })),
    echo: Type.Optional(Type.Boolean({ default: false, description: 'Put the prompt before each completion.' })),
    logprobs: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { description: 'Not supported: refused.' })),
    best_of: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { description: 'Not supported above `n`.' })),
    logit_bias: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Number()), Type.Null()], { description: 'Not supported: refused.' }),
    ),
    suffix: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Not supported: refused.' })),
    user: Type.Optional(Type.String()),
  },
  { $id: 'CompletionRequest' },
);
export type CompletionRequest = Static<typeof CompletionRequest>;

const Choice = Type.Object({
  text: Type.String(),
  index: Type.Integer({ minimum: 0 }),
  finish_reason: Type.Union([Type.Enum(['stop', 'length', 'content_filter']), Type.Null()]),
  logprobs: Type.Null(),
});
export type CompletionChoice = Static<typeof Choice>;

const head = {
  id: Type.String(),
  object: Type.Literal('text_completion'),
  created: Type.Integer({ description: 'Seconds since 1970.' }),
  model: Type.String(),
  choices: Type.Array(Choice),
};
const CompletionUsage = Type.Object({
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  completion_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
});

export const Completion = Type.Object({ ...head, usage: CompletionUsage }, { $id: 'Completion' });
export type Completion = Static<typeof Completion>;

/** Chunks in OpenAI's form; after them comes the bare text `[DONE]`. */
export const CompletionEvent = Type.Union(
  [Type.Object({ ...head, usage: Type.Optional(CompletionUsage) }), OpenAIError],
  { $id: 'CompletionEvent' },
);
export type CompletionEvent = Static<typeof CompletionEvent>;

/** OpenAI's older form: text in, text out. */
export const createCompletion = endpoint({
  id: 'createCompletion',
  method: 'POST',
  path: '/v1/completions',
  auth: textAuth,
  tag: openaiTag,
  summary: 'Continue a text',
  description: "OpenAI's completions: text in, text out, for clients that speak it.",
  errorShape: 'openai',
  body: CompletionRequest,
  responses: { 200: Completion },
  event: CompletionEvent,
  idempotent: true,
  example: { model: 'small-2', prompt: 'Three colours of autumn are', max_tokens: 32 },
});
