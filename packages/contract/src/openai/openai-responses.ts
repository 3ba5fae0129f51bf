import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { PromptChoice } from '../prompt-choice.ts';
import { callRouting } from '../routing/routing-fields.ts';
import { textAuth } from '../text.ts';
import { OpenAIFunction } from './openai-chat.ts';
import {
  OpenAIModelName,
  openaiFileIds,
  openaiHints,
  openaiSampling,
  openaiTag,
  optional,
  PassedOn,
  ReasoningEffort,
  Refused,
} from './openai-fields.ts';
import { OpenAIResponse, OpenAIResponseEvent } from './openai-response-shapes.ts';

/** Read loosely here and exactly by the service, which names what is wrong in it. */
const InputItem = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  properties: {
    content: { type: ['string', 'array', 'null'], items: { properties: { file_id: { type: 'string' } } } },
    output: { type: ['string', 'array'], items: { properties: { file_id: { type: 'string' } } } },
  },
  description:
    'A message, `function_call`, `function_call_output`, `reasoning`, `item_reference`, or an item of an earlier `output`.',
});

const Tool = Type.Unsafe<{ type: string } & Record<string, unknown>>({
  type: 'object',
  properties: {
    type: { type: 'string' },
    name: OpenAIFunction.name,
    description: OpenAIFunction.description,
    parameters: OpenAIFunction.parameters,
    strict: OpenAIFunction.strict,
    vector_store_ids: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 20 },
    max_num_results: { type: 'integer', minimum: 1, maximum: 50 },
    filters: {
      type: ['object', 'null'],
      properties: { allowed_domains: { type: 'array', items: { type: 'string' } } },
    },
  },
  required: ['type'],
  description:
    '`function`, `web_search` (needs the scope `research`) or `file_search` (`vector_store_ids`: collections).',
});

export const OpenAIResponseRequest = Type.Object(
  {
    model: Type.Optional(OpenAIModelName),
    ...callRouting,
    input: Type.Union([Type.String({ minLength: 1 }), Type.Array(InputItem, { minItems: 1, maxItems: 10_000 })]),
    instructions: optional(Type.String()),
    previous_response_id: optional(Type.String({ maxLength: 200, description: 'Goes on after a stored response.' })),
    ...openaiSampling,
    max_output_tokens: optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    reasoning: optional(
      Type.Object(
        { effort: optional(ReasoningEffort), summary: optional(Type.String()) },
        { additionalProperties: true },
      ),
    ),
    text: optional(
      Type.Object(
        {
          format: optional(
            Type.Unsafe<Record<string, unknown>>({ type: 'object', properties: { type: { type: 'string' } } }),
          ),
          verbosity: optional(Type.String()),
        },
        { additionalProperties: true },
      ),
    ),
    tools: optional(Type.Array(Tool, { maxItems: 500 })),
    tool_choice: optional(
      Type.Union([
        Type.Enum(['none', 'auto', 'required']),
        Type.Unsafe<{ type: string; name?: unknown }>({
          type: 'object',
          properties: { type: { type: 'string' }, name: { type: 'string' } },
          required: ['type'],
        }),
      ]),
    ),
    stream: optional(Type.Boolean()),
    stream_options: optional(Type.Unsafe<object>({ type: 'object' })),
    store: optional(Type.Boolean({ description: 'Default true: it can be read and gone on from for 30 days.' })),
    background: optional(
      Type.Boolean({
        description: 'Answer at once, then poll, or with `stream` read the events of it. Needs `store`.',
      }),
    ),
    include: optional(Type.Array(Type.String(), { maxItems: 20 })),
    truncation: optional(Type.Enum(['disabled', 'auto'])),
    ...openaiHints,
    max_tool_calls: Refused({ type: 'integer' }),
    top_logprobs: PassedOn(Type.Integer({ minimum: 0, maximum: 20 })),
    conversation: Refused({}),
    prompt: optional(PromptChoice),
    file_ids: openaiFileIds,
  },
  { $id: 'OpenAIResponseRequest' },
);
export type OpenAIResponseRequest = Static<typeof OpenAIResponseRequest>;

const shape = { auth: textAuth, tag: openaiTag, errorShape: 'openai' } as const;
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) });

export const responseEndpoints = {
  createResponse: endpoint({
    ...shape,
    id: 'createResponse',
    method: 'POST',
    path: '/v1/responses',
    summary: "OpenAI's responses",
    description: 'Stored for 30 days unless `store` is false; `previous_response_id` goes on after one.',
    body: OpenAIResponseRequest,
    responses: { 200: OpenAIResponse },
    event: OpenAIResponseEvent,
    idempotent: true,
    example: { model: 'small-2', input: 'Define "ledger".' },
  }),
  getResponse: endpoint({
    ...shape,
    id: 'getResponse',
    method: 'GET',
    path: '/v1/responses/{id}',
    summary: 'Read a stored response',
    description:
      'With `stream` the events of one that was created with `background` and `stream`, from the beginning or after one of them.',
    params,
    query: Type.Object({
      stream: Type.Optional(Type.Boolean({ description: 'True for its events, past ones and those to come.' })),
      starting_after: Type.Optional(
        Type.Integer({ minimum: 0, description: 'With `stream`: the `sequence_number` of the last event that came.' }),
      ),
    }),
    responses: { 200: OpenAIResponse },
    event: OpenAIResponseEvent,
  }),
  deleteResponse: endpoint({
    ...shape,
    id: 'deleteResponse',
    method: 'DELETE',
    path: '/v1/responses/{id}',
    summary: 'Delete a stored response',
    params,
    responses: {
      200: Type.Object({ id: Type.String(), object: Type.Literal('response'), deleted: Type.Literal(true) }),
    },
  }),
  cancelResponse: endpoint({
    ...shape,
    id: 'cancelResponse',
    method: 'POST',
    path: '/v1/responses/{id}/cancel',
    summary: 'Cancel a response in the background',
    params,
    responses: { 200: OpenAIResponse },
  }),
  listResponseInput: endpoint({
    ...shape,
    id: 'listResponseInput',
    method: 'GET',
    path: '/v1/responses/{id}/input_items',
    summary: 'List what a stored response was asked',
    params,
    responses: {
      200: Type.Object({
        object: Type.Literal('list'),
        data: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
        has_more: Type.Literal(false),
        first_id: Type.Union([Type.String(), Type.Null()]),
        last_id: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  }),
};
