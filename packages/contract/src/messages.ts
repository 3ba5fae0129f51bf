import Type, { type Static } from 'typebox';
import { collectionFields } from './collections.ts';
import { endpoint } from './endpoint.ts';
import type { JsonObject } from './json.ts';
import { promptField } from './prompt-choice.ts';
import { resumableField } from './resumable-field.ts';
import { callRouting } from './routing/routing-fields.ts';
import { originFields, storeField, Thinking, ToolChoiceObject, textAuth, textTag, Usage } from './text.ts';

/** A content block, read loosely here and exactly by the service, which names what is wrong in it. */
const Block = Type.Unsafe<{ type: string } & Record<string, unknown>>({
  type: 'object',
  properties: { type: { type: 'string' } },
  required: ['type'],
  additionalProperties: true,
  description:
    '`text`, `image`, `document`, `tool_use`, `tool_result`, `thinking` or `redacted_thinking`, with its own fields; those of ' +
    'tools that Anthropic ran, from and to Anthropic.',
});
export type MessageBlock = Static<typeof Block>;

/** Blocks of a message, and those inside a `tool_result`, can point at a stored file. */
const fileSource = { type: 'object', properties: { file_id: { type: 'string' } } };
const block = (more: object) => ({
  type: 'object',
  properties: { type: { type: 'string' }, ...more },
  required: ['type'],
});
const Content = Type.Unsafe<string | MessageBlock[]>({
  type: ['string', 'array'],
  items: block({ source: fileSource, content: { items: block({ source: fileSource }) } }),
});

export const CacheControl = Type.Object(
  { type: Type.Literal('ephemeral'), ttl: Type.Optional(Type.Enum(['5m', '1h'])) },
  {
    description:
      'Keep what stands up to here in the cache of a vendor that takes such marks (Anthropic); elsewhere it changes nothing. ' +
      'Without any the service marks tools, system and documents.',
  },
);

const Tool = Type.Object(
  {
    type: Type.Optional(
      Type.String({
        description: "`custom`, or the name of one of Anthropic's own tools, which goes to Anthropic as it is.",
      }),
    ),
    cache_control: Type.Optional(Type.Union([CacheControl, Type.Null()])),
    name: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9_.-]{1,128}$' })),
    strict: Type.Optional(Type.Boolean()),
    description: Type.Optional(Type.String()),
    input_schema: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
    parameters: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
  },
  { additionalProperties: true },
);
export type MessageTool = Static<typeof Tool>;

const passedOn = 'Passed on to Anthropic; refused by name where another vendor answers.';
const hint = 'Passed on to Anthropic; otherwise ignored and named in the header `x-parley-warnings`.';
const Fields = (description: string) => Type.Unsafe<JsonObject>({ type: 'object', description });

export const MessagesRequest = Type.Object({
  model: Type.Optional(
    Type.String({ minLength: 1, pattern: '\\S', description: 'May be left out where `models` or `prompt` says it.' }),
  ),
  ...callRouting,
  max_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  messages: Type.Array(Type.Object({ role: Type.Enum(['user', 'assistant', 'system']), content: Content }), {
    minItems: 1,
    maxItems: 100_000,
  }),
  system: Type.Optional(Content),
  tools: Type.Optional(Type.Array(Tool, { maxItems: 500 })),
  functions: Type.Optional(Type.Array(Tool, { maxItems: 500, description: 'Another name of `tools`.' })),
  tool_choice: Type.Optional(ToolChoiceObject),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  ...collectionFields,
  top_k: Type.Optional(Type.Integer({ minimum: 0 })),
  stop_sequences: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 64 })),
  thinking: Type.Optional(Thinking),
  output_config: Type.Optional(
    Type.Unsafe<JsonObject>({
      type: 'object',
      properties: { effort: { type: 'string' }, format: { type: 'object' } },
      description: '`effort` and `format` (`json_schema`) hold for every model; what else is in it goes to Anthropic.',
    }),
  ),
  output_format: Type.Optional(
    Type.Unsafe<JsonObject>({ type: 'object', description: 'The older name of `output_config.format`.' }),
  ),
  mcp_servers: Type.Optional(
    Type.Array(Type.Unsafe<JsonObject>({ type: 'object' }), { maxItems: 20, description: passedOn }),
  ),
  context_management: Type.Optional(Fields(`${passedOn} Edits that clear thinking alone are a hint.`)),
  container: Type.Optional(Type.Unsafe<string | JsonObject>({ type: ['string', 'object'], description: passedOn })),
  inference_geo: Type.Optional(Type.String({ description: passedOn })),
  service_tier: Type.Optional(Type.String({ description: hint })),
  speed: Type.Optional(Type.String({ description: hint })),
  metadata: Type.Optional(Fields(hint)),
  ...promptField,
  ...storeField,
  ...resumableField,
  stream: Type.Optional(Type.Boolean({ default: false })),
  cache_control: Type.Optional(
    Type.Union([CacheControl, Type.Null()], { description: 'A mark at the end of the request.' }),
  ),
});
export type MessagesRequest = Static<typeof MessagesRequest>;

export const MessageUsage = Type.Object({
  input_tokens: Type.Integer({ description: 'Without cached input.' }),
  cache_creation_input_tokens: Type.Integer(),
  cache_creation: Type.Object({
    ephemeral_5m_input_tokens: Type.Integer(),
    ephemeral_1h_input_tokens: Type.Integer(),
  }),
  cache_read_input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  reasoning_tokens: Type.Optional(Type.Integer({ description: 'Of the output: what the model thought.' })),
});
export type MessageUsage = Static<typeof MessageUsage>;

export const MessageReply = Type.Object({
  id: Type.String(),
  type: Type.Literal('message'),
  role: Type.Literal('assistant'),
  model: Type.String(),
  content: Type.Array(Block),
  stop_reason: Type.String({
    description: '`end_turn`, `max_tokens`, `stop_sequence`, `tool_use`, `pause_turn` or `refusal`.',
  }),
  stop_sequence: Type.Union([Type.String(), Type.Null()]),
  usage: MessageUsage,
  token_usage: Usage,
  tool_calls: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), arguments: Type.Record(Type.String(), Type.Unknown()) }),
  ),
  ...originFields,
});
export type MessageReply = Static<typeof MessageReply>;

const cited = {
  cited_text: Type.String(),
  document_index: Type.Integer({ minimum: 0, description: 'Of the document blocks of the request, in their order.' }),
  document_title: Type.Union([Type.String(), Type.Null()]),
  file_id: Type.Union([Type.String(), Type.Null()]),
};
const Citation = Type.Union([
  Type.Object({
    type: Type.Literal('char_location'),
    ...cited,
    start_char_index: Type.Integer(),
    end_char_index: Type.Integer(),
  }),
  Type.Object({
    type: Type.Literal('page_location', { description: 'Of documents that have pages.' }),
    ...cited,
    start_page_number: Type.Integer({ minimum: 1 }),
    end_page_number: Type.Integer({ minimum: 2, description: 'Exclusive.' }),
  }),
]);
export type MessageCitation = Static<typeof Citation>;
/** As Anthropic's own tools cite. */
const VendorCitation = Type.Unsafe<JsonObject>({
  type: 'object',
  properties: { type: { type: 'string' } },
  required: ['type'],
  additionalProperties: true,
});

const Delta = Type.Union([
  Type.Object({ type: Type.Literal('citations_delta'), citation: Type.Union([Citation, VendorCitation]) }),
  Type.Object({ type: Type.Literal('text_delta'), text: Type.String() }),
  Type.Object({ type: Type.Literal('thinking_delta'), thinking: Type.String() }),
  Type.Object({ type: Type.Literal('signature_delta'), signature: Type.String() }),
  Type.Object({ type: Type.Literal('input_json_delta'), partial_json: Type.String() }),
]);
const index = Type.Integer({ minimum: 0 });
const MessageError = Type.Object({
  type: Type.Literal('error'),
  error: Type.Object({ type: Type.String(), message: Type.String() }),
});
const { stop_reason: _reason, token_usage: _usage, tool_calls: _calls, ...startFields } = MessageReply.properties;

/** Anthropic's named events. */
export const AnthropicEvent = Type.Union(
  [
    Type.Object({
      type: Type.Literal('message_start'),
      message: Type.Object({ ...startFields, stop_reason: Type.Null() }),
    }),
    Type.Object({ type: Type.Literal('content_block_start'), index, content_block: Block }),
    Type.Object({ type: Type.Literal('content_block_delta'), index, delta: Delta }),
    Type.Object({ type: Type.Literal('content_block_stop'), index }),
    Type.Object({
      type: Type.Literal('message_delta'),
      delta: Type.Object({
        stop_reason: Type.String(),
        stop_sequence: Type.Union([Type.String(), Type.Null()]),
      }),
      usage: MessageUsage,
    }),
    Type.Object({ type: Type.Literal('message_stop'), ...originFields }),
    MessageError,
  ],
  { $id: 'AnthropicEvent' },
);
export type AnthropicEvent = Static<typeof AnthropicEvent>;

/** Chunks of the older streaming form; after them comes the bare text `[DONE]`. */
export const PlainMessageEvent = Type.Union(
  [
    Type.Object({
      content: Type.Union([
        Type.Object({ type: Type.Literal('content_chunk'), content: Type.String() }),
        Type.Object({ type: Type.Literal('thinking_chunk'), content: Type.String() }),
        Type.Object({
          type: Type.Literal('tool_call'),
          id: Type.String(),
          name: Type.String(),
          arguments: Type.Record(Type.String(), Type.Unknown()),
        }),
        Type.Object({
          type: Type.Literal('token_usage'),
          ...Usage.properties,
          ...originFields,
        }),
      ]),
    }),
    MessageError,
  ],
  { $id: 'PlainMessageEvent' },
);
export type PlainMessageEvent = Static<typeof PlainMessageEvent>;

const messages = {
  method: 'POST',
  auth: textAuth,
  tag: textTag,
  errorShape: 'anthropic',
  body: MessagesRequest,
  idempotent: true,
  example: { model: 'small-2', max_tokens: 256, messages: [{ role: 'user', content: 'Define "ledger".' }] },
} as const;

export const createMessage = endpoint({
  ...messages,
  id: 'createMessage',
  path: '/v1/messages',
  summary: "Anthropic's Messages API",
  description: "Anthropic's client libraries work unchanged, plain and streamed.",
  responses: { 200: MessageReply },
  event: AnthropicEvent,
});

export const streamMessage = endpoint({
  ...messages,
  id: 'streamMessage',
  path: '/v1/messages/stream',
  summary: 'A message as plain chunks',
  description: 'Sends `{"content":{"type":"content_chunk","content":"…"}}` lines and ends with the bare text `[DONE]`.',
  responses: { 200: null },
  event: PlainMessageEvent,
});

export const countMessageTokens = endpoint({
  ...messages,
  id: 'countMessageTokens',
  path: '/v1/messages/count_tokens',
  summary: 'Count the input tokens of a message',
  idempotent: false,
  responses: { 200: Type.Object({ input_tokens: Type.Integer() }) },
});
