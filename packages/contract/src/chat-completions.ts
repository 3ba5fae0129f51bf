import Type, { type Static } from 'typebox';
import { collectionFields } from './collections.ts';
import { endpoint } from './endpoint.ts';
import { promptField } from './prompt-choice.ts';
import { SheetQueries, SheetQueryShown } from './sheet-queries.ts';
import {
  Citations,
  FileIds,
  NearPassage,
  NearPassages,
  originFields,
  ParallelToolCalls,
  Source,
  samplingFields,
  Thinking,
  ToolChoice,
  ToolChoiceObject,
  textAuth,
  textTag,
  Usage,
} from './text.ts';
import { ExecutedCall, integrationFields } from './text-integrations.ts';

const FunctionCallItem = Type.Object({
  name: Type.String(),
  input: Type.Record(Type.String(), Type.Unknown()),
});

const FunctionCall = Type.Object(
  {
    type: Type.Literal('function_call'),
    function_call_id: Type.String(),
    function_calls: Type.Array(FunctionCallItem),
  },
  { $id: 'FunctionCall' },
);
export type FunctionCall = Static<typeof FunctionCall>;

const TextBlock = Type.Object({ type: Type.Literal('text'), text: Type.String() });

/** A turn, a function call as it was returned, or the results of one. */
export const ChatItem = Type.Object(
  {
    role: Type.Optional(Type.Enum(['user', 'assistant', 'system'])),
    content: Type.Optional(
      Type.Union([Type.String(), Type.Array(TextBlock), Type.Null()], { description: 'Text, or blocks of text.' }),
    ),
    file_ids: Type.Optional(Type.Union([FileIds, Type.Null()])),
    type: Type.Optional(Type.Enum(['message', 'function_call', 'function_call_result'])),
    function_call_id: Type.Optional(Type.String()),
    function_calls: Type.Optional(Type.Array(FunctionCallItem)),
    function_call_results: Type.Optional(Type.Array(Type.Unknown(), { description: 'In the order of the calls.' })),
  },
  { $id: 'ChatItem' },
);
export type ChatItem = Static<typeof ChatItem>;

export const ChatFunction = Type.Object(
  {
    name: Type.String({ pattern: '^[a-zA-Z0-9_.-]{1,128}$' }),
    description: Type.Optional(Type.String()),
    parameters: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
    input_schema: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Another name of `parameters`.' }),
    ),
  },
  { $id: 'ChatFunction' },
);

export const ChatCompletionRequest = Type.Object({
  ...samplingFields,
  ...promptField,
  model: Type.String({ minLength: 1, pattern: '\\S', description: 'A model id of `GET /v1/models`.' }),
  messages: Type.Array(ChatItem, { minItems: 1, maxItems: 10_000, description: 'At least one user message.' }),
  system: Type.Optional(Type.String()),
  file_ids: Type.Optional(FileIds),
  response_format: Type.Optional(
    Type.Unknown({
      description: 'Refused by name: ask `/v1/conversation` or `/v1/chat/completions` for an object after a schema.',
    }),
  ),
  stream: Type.Optional(Type.Boolean({ default: false })),
  functions: Type.Optional(Type.Array(ChatFunction, { maxItems: 500 })),
  tools: Type.Optional(Type.Array(ChatFunction, { maxItems: 500, description: 'Another name of `functions`.' })),
  ...integrationFields,
  ...collectionFields,
  stop_sequences: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 16 })),
  tool_choice: Type.Optional(Type.Union([ToolChoice, ToolChoiceObject])),
  thinking: Type.Optional(Thinking),
  parallel_tool_calls: ParallelToolCalls,
  citations: Citations,
});
export type ChatCompletionRequest = Static<typeof ChatCompletionRequest>;

export const ChatCompletion = Type.Object({
  result: Type.Object({
    response: Type.Array(
      Type.Union([Type.Object({ role: Type.Literal('assistant'), content: Type.String() }), FunctionCall]),
    ),
    thinking: Type.String({ description: 'Empty when the model gave none.' }),
    token_usage: Usage,
    usage: Type.Optional(Usage),
    stop_reason: Type.String(),
    executed_calls: Type.Optional(Type.Array(ExecutedCall, { description: 'With `execute`: what was run, in order.' })),
  }),
  sources: Type.Optional(Type.Array(Source)),
  near: NearPassages,
  queries: SheetQueries,
  usage: Usage,
  model: Type.String(),
  ...originFields,
});
export type ChatCompletion = Static<typeof ChatCompletion>;

export const ChatEvent = Type.Union(
  [
    Type.Object({
      content: Type.Union([
        Type.Object({ type: Type.Literal('thinking_chunk'), content: Type.String() }),
        Type.Object({ type: Type.Literal('end_of_thinking'), id: Type.String() }),
        Type.Object({ type: Type.Literal('text_chunk'), content: Type.String() }),
        Type.Object({ type: Type.Literal('starting_function_call') }),
        FunctionCall,
        Type.Object({ type: Type.Literal('executed_call'), executed_call: ExecutedCall }),
        Type.Object({ type: Type.Literal('sources'), sources: Type.Array(Source) }),
        Type.Object({ type: Type.Literal('near'), near: Type.Array(NearPassage) }),
        Type.Object({ type: Type.Literal('queries'), queries: Type.Array(SheetQueryShown) }),
        Type.Object({
          type: Type.Literal('token_usage'),
          ...Usage.properties,
          ...originFields,
        }),
        Type.Literal('[DONE]'),
      ]),
    }),
    Type.Object({ error: Type.String(), code: Type.String(), details: Type.Optional(Type.String()) }),
  ],
  { $id: 'ChatEvent' },
);
export type ChatEvent = Static<typeof ChatEvent>;

/** Told to those whose messages hold none of a user. */
export const chatInstructions =
  'messages must hold at least one message of role user, for example {"role":"user","content":"Hello"}';

const chatCompletion = {
  method: 'POST',
  auth: textAuth,
  tag: textTag,
  body: ChatCompletionRequest,
  responses: { 200: ChatCompletion },
  event: ChatEvent,
  idempotent: true,
  problems: {
    '/model': 'Model is required',
    '/messages': { title: 'Messages are required', fields: { instructions: chatInstructions } },
  },
  example: { model: 'small-2', messages: [{ role: 'user', content: 'Define "ledger".' }] },
} as const;

export const createChatCompletion = endpoint({
  ...chatCompletion,
  id: 'createChatCompletion',
  path: '/v1/chat-completion',
  summary: 'Complete a chat with a named model',
});

export const streamChatCompletion = endpoint({
  ...chatCompletion,
  id: 'streamChatCompletion',
  path: '/v1/chat-completion/stream',
  summary: 'The same, streamed without asking for it',
});
