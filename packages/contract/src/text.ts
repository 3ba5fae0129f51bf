import Type, { type Static } from 'typebox';

/** What the calls for text have in common. */
export const NotBlank = (description: string) => Type.String({ minLength: 1, pattern: '\\S', description });

export const FileIds = Type.Array(Type.String(), {
  maxItems: 100,
  description: 'Ids of uploaded files to answer from.',
});

export const JsonSchemaObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'A JSON Schema (2020-12 or draft-07). The answer satisfies it, or the call fails with `schema_not_met`.',
});

export const samplingFields = {
  model: Type.Optional(Type.String({ description: 'A model id of `GET /v1/models`. Default: `small-2`.' })),
  max_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Output limit in tokens.' })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
};

export const Source = Type.Object(
  {
    file_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for `context`.' }),
    filename: Type.String({ description: '`context` for the `context` field.' }),
    page: Type.Optional(Type.Integer({ description: 'First page is 1; only where pages have a meaning.' })),
    start: Type.Integer({ description: "UTF-16 position in the file's text or in `context`." }),
    end: Type.Integer({ description: 'Exclusive.' }),
    quote: Type.String({ description: 'Exactly the text from `start` to `end`.' }),
  },
  { $id: 'Source', description: 'A passage that the answer rests on.' },
);
export type Source = Static<typeof Source>;

export const Usage = Type.Object(
  {
    input_tokens: Type.Integer({ description: 'All input, cached input included.' }),
    output_tokens: Type.Integer({ description: 'All output, reasoning included.' }),
  },
  { $id: 'Usage' },
);
export type Usage = Static<typeof Usage>;

export const ToolDefinition = Type.Object(
  {
    name: Type.String({ pattern: '^[a-zA-Z0-9_.-]{1,128}$' }),
    description: Type.String({ description: 'What it does, when to use it, what it returns.' }),
    input_schema: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'JSON Schema of the inputs, with `type` `object`.',
    }),
  },
  { $id: 'ToolDefinition' },
);
export type ToolDefinition = Static<typeof ToolDefinition>;

export const ToolCall = Type.Object(
  { id: Type.String(), name: Type.String(), inputs: Type.Record(Type.String(), Type.Unknown()) },
  { $id: 'ToolCall' },
);
export type ToolCall = Static<typeof ToolCall>;

export const ToolChoice = Type.String({
  description: "`auto` (default), `none`, `required`, or a tool's name.",
  minLength: 1,
});

/** Features of integrations that a model may call, beside the caller's own tools. */
export const integrationFields = {
  integrations: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        features: Type.Optional(Type.Array(Type.String(), { description: 'Without them all features.' })),
      }),
      {
        maxItems: 20,
        description:
          'Their features become tools named `<id>__<FEATURE>`. Needs a key with the scope `integrations`, and `user_id`.',
      },
    ),
  ),
  user_id: Type.Optional(Type.String({ description: 'Whose connections are used.' })),
  execute: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Run calls of integrations here, in at most 8 rounds; otherwise they are returned like any other.',
    }),
  ),
};

/** A feature of an integration that was run on the way to an answer. */
export const ExecutedCall = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: '`<integration>__<FEATURE>`.' }),
    inputs: Type.Record(Type.String(), Type.Unknown()),
    success: Type.Boolean(),
    result: Type.Unknown({ description: 'The result, or what went wrong.' }),
  },
  { $id: 'ExecutedCall' },
);
export type ExecutedCall = Static<typeof ExecutedCall>;

const ToolResult = Type.Object({ tool_call_id: Type.String(), result: Type.Unknown() });

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const message = (roles: string[]) => ({
  role: Type.Unsafe<'user' | 'assistant' | 'system' | 'tool'>({ type: 'string', enum: roles }),
  content: Type.Optional(nullable(Type.String())),
  file_ids: Type.Optional(nullable(FileIds)),
});

export const ConversationMessage = Type.Object(message(['user', 'assistant', 'system']), {
  $id: 'ConversationMessage',
  description: 'One turn. `content` is required.',
});
export type ConversationMessage = Static<typeof ConversationMessage>;

export const AgentMessage = Type.Object(
  {
    ...message(['user', 'assistant', 'system', 'tool']),
    tool_calls: Type.Optional(nullable(Type.Array(ToolCall))),
    tool_call_results: Type.Optional(nullable(Type.Array(ToolResult))),
  },
  {
    $id: 'AgentMessage',
    description:
      'One turn. An assistant message echoes `tool_calls`; the `tool` message after it carries one result for each of them.',
  },
);
export type AgentMessage = Static<typeof AgentMessage>;

/** Events of answer, conversation and agent. */
export const TextEvent = Type.Union(
  [
    Type.Object({ content: Type.String(), done: Type.Literal(false) }),
    Type.Object({ thinking: Type.String(), done: Type.Literal(false) }),
    Type.Object({ tool_call: ToolCall }),
    Type.Object({ executed_call: ExecutedCall }),
    Type.Object({ tokens: Type.Integer({ description: 'Input and output together, once, before the end.' }) }),
    Type.Object({
      done: Type.Literal(true),
      data: Type.Optional(Type.Unknown({ description: 'The validated object, with `response_format`.' })),
      schema_rung: Type.Optional(
        Type.String({ description: 'How the object was asked for: `strict`, `tool`, `json` or `prompt`.' }),
      ),
      sources: Type.Optional(Type.Array(Source)),
      short_answer: Type.Optional(Type.String()),
      usage: Type.Optional(Usage),
      model: Type.Optional(Type.String()),
    }),
    Type.Object({
      error: Type.String(),
      code: Type.String(),
      details: Type.Optional(Type.String()),
      done: Type.Literal(true),
    }),
  ],
  { $id: 'TextEvent' },
);
export type TextEvent = Static<typeof TextEvent>;

export const textTag = 'Text';
export const textAuth = 'text' as const;
