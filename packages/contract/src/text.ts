import Type, { type Static } from 'typebox';
import type { JsonValue } from './json.ts';
import { labelFields } from './named-values.ts';
import { resumableField } from './resumable-field.ts';
import { callRouting } from './routing/routing-fields.ts';
import { SaidAt } from './said-at.ts';
import { SheetQueries } from './sheet-queries.ts';
import { ExecutedCall } from './text-integrations.ts';

// long because the three text requests and their one reply are read side by side.

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

const Penalty = (what: string) => Type.Optional(Type.Number({ minimum: -2, maximum: 2, description: what }));

/** What a call leaves behind. */
export const storeField = {
  store: Type.Optional(
    Type.Boolean({
      description:
        'False: nothing of what is said is kept anywhere after the call, neither for `Idempotency-Key` nor among contents of calls, kept ' +
        'replies or responses. Default: as the key says.',
    }),
  ),
};

/** How a reply is sampled: passed on where the engine can, else refused by name where the result would differ. */
export const samplingFields = {
  ...labelFields,
  ...callRouting,
  ...storeField,
  ...resumableField,
  model: Type.Optional(Type.String({ description: 'A model id of `GET /v1/models`. Default: `small-2`.' })),
  max_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Output limit in tokens.' })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  seed: Type.Optional(
    Type.Integer({
      minimum: -9_007_199_254_740_991,
      maximum: 9_007_199_254_740_991,
      description: 'The same seed and request give the same reply where the engine can promise it.',
    }),
  ),
  stop: Type.Optional(
    Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { maxItems: 16 })], {
      description: 'Text at which the reply ends, without that text; one or up to 16.',
    }),
  ),
  frequency_penalty: Penalty('Above 0: words used often come less.'),
  presence_penalty: Penalty('Above 0: words used once come less.'),
  reasoning_effort: Type.Optional(
    Type.Enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], {
      description: 'How long a reasoning model thinks.',
    }),
  ),
};

/** For calls with tools. */
export const ParallelToolCalls = Type.Optional(
  Type.Boolean({ description: 'False: at most one tool call in a reply. Default: true.' }),
);

/** For calls that answer from files or `context`. */
export const Citations = Type.Optional(
  Type.Enum(['inline', 'none'], {
    description: '`inline` keeps the marks `[n]` in the text: the n-th of `sources`. Default: `none`.',
  }),
);

/** For calls that answer from files, at models that can see. */
export const pictureFields = {
  image_detail: Type.Optional(
    Type.Enum(['low', 'high', 'auto'], {
      description: 'How closely the vendor looks at pictures, where it has such a setting.',
    }),
  ),
  page_images: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      maxItems: 20,
      description: 'Pages of the PDFs in `file_ids` that a model which can see gets as pictures besides their text.',
    }),
  ),
};

/** For calls that answer from files, collections or `context`. */
export const GroundingTokens = Type.Optional(
  Type.Integer({
    minimum: 500,
    maximum: 10_000_000,
    description:
      'Most tokens of documents that a connected model is sent. Default: the key’s limit, else that of the installation (24,000); ' +
      'never more than a limit that the key sets.',
  }),
);

export const ungroundedChoices = ['allow', 'null', 'refuse'] as const;
/** For calls with `response_format`. */
export const Ungrounded = Type.Optional(
  Type.Enum(ungroundedChoices, {
    description:
      'What becomes of a value that no passage carries: `allow` keeps it (default for connected models), `null` puts null ' +
      'or leaves it out where the schema lets it (always so for the embedded reader), `refuse` fails with `schema_not_met`.',
  }),
);

export const Source = Type.Object(
  {
    file_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for `context`.' }),
    filename: Type.String({ description: '`context` for the `context` field.' }),
    page: Type.Optional(Type.Integer({ description: 'First page is 1; only where pages have a meaning.' })),
    end_page: Type.Optional(
      Type.Integer({ description: 'The page on which the passage ends, where it ends on a later one.' }),
    ),
    time: SaidAt,
    start: Type.Integer({ description: "UTF-16 position in the file's text or in `context`." }),
    end: Type.Integer({ description: 'Exclusive.' }),
    quote: Type.String({ description: 'Exactly the text from `start` to `end`.' }),
    basis: Type.Optional(
      Type.Enum(['cited', 'unchecked', 'quoted', 'matched'], {
        description:
          '`cited`: the model named it for a sentence whose words or figures it holds · `unchecked`: the model named it, but for what it says in other words and without figures, which nothing here can judge · `quoted`: the embedded engine quotes it · `matched`: found by likeness afterwards.',
      }),
    ),
  },
  { $id: 'Source', description: 'A passage that the answer rests on.' },
);
export type Source = Static<typeof Source>;

export const NearPassage = Type.Object(
  {
    ...Source.properties,
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How likely it answers, or, where no encoder read it, how much of the question it touches.',
    }),
  },
  { $id: 'NearPassage', description: 'A passage that comes near the question without answering it.' },
);
export type NearPassage = Static<typeof NearPassage>;

/** For replies that answer from files or `context`. */
export const NearPassages = Type.Optional(
  Type.Array(NearPassage, {
    maxItems: 5,
    description: 'Where the text does not say: the passages that come near, best first. Absent when there are none.',
  }),
);

const ungroundedReasons = [
  'no_such_passage',
  'figure_not_in_passage',
  'figure_in_no_passage',
  'address_in_no_passage',
  'negated_in_passage',
] as const;

export const UngroundedPart = Type.Object(
  {
    text: Type.String({ description: 'The mark, the figure or the address as the model wrote it.' }),
    reason: Type.Enum(ungroundedReasons, {
      description:
        '`no_such_passage`: a mark that names none; it is taken out · `figure_not_in_passage`: the passage named for it does ' +
        'not hold it; it is taken out · `figure_in_no_passage`: without a mark, and no passage holds it; it is left in · ' +
        '`address_in_no_passage`: a link, a picture or an address that no passage and no message holds; it is taken out · ' +
        '`negated_in_passage`: a sentence that the passage named for it says with or without a "not"; it is left in, and not cited.',
    }),
  },
  { $id: 'UngroundedPart', description: 'Something of a connected model’s reply that no passage carries.' },
);
export type UngroundedPart = Static<typeof UngroundedPart>;

/** For replies that answer from files or `context`. */
export const UngroundedParts = Type.Optional(
  Type.Array(UngroundedPart, { description: 'What of the reply no passage carries; absent when there is nothing.' }),
);

export const FieldOrigin = Type.Object(
  {
    found: Type.Enum(['quoted', 'normalised', 'computed', 'none'], {
      description:
        '`quoted`: stands there as it is · `normalised`: date, number, currency, unit, case or spacing rewritten · ' +
        '`computed`: from `parts` · `none`: no passage carries it.',
    }),
    source: Type.Optional(Source),
    parts: Type.Optional(Type.Array(Source, { description: 'What a computed value was computed from.' })),
  },
  { $id: 'FieldOrigin', description: 'Where a value of `data` comes from.' },
);
export type FieldOrigin = Static<typeof FieldOrigin>;

export const Fields = Type.Optional(
  Type.Record(Type.String(), FieldOrigin, {
    description: 'With `response_format` and files or `context`: by the JSON Pointer of each value in `data`.',
  }),
);

/** With `response_format`. */
export const StructuredDetails = Type.Optional(
  Type.String({
    description:
      'Which required values no passage carries while `response_format` lets them be neither null nor left out, by JSON Pointer.',
  }),
);

export const finishReasons = ['stop', 'length', 'tool_calls', 'content_filter', 'refusal', 'max_steps'] as const;

/** What every text reply and its terminal event say about how it came about. */
export const originFields = {
  warnings: Type.Optional(
    Type.Array(Type.String(), { description: 'How the request was taken, such as pictures that were read by OCR.' }),
  ),
  engine: Type.Optional(
    Type.String({ description: 'The engine that answered: `reader`, `openai`, `anthropic` and so on.' }),
  ),
  finish_reason: Type.Optional(Type.Enum(finishReasons, { description: 'Why the reply ended.' })),
  code: Type.Optional(
    Type.Literal('needs_model', {
      description: 'The embedded engine cannot do what was asked without a connected model; the text says so.',
    }),
  ),
};

export const Usage = Type.Object(
  {
    input_tokens: Type.Integer({ description: 'All input, cached input included.' }),
    output_tokens: Type.Integer({ description: 'All output, reasoning included.' }),
    cached_tokens: Type.Optional(Type.Integer({ description: 'Of the input: read from the cache of the vendor.' })),
    cache_write_tokens: Type.Optional(
      Type.Integer({ description: 'Of the input: written to the cache of the vendor.' }),
    ),
    reasoning_tokens: Type.Optional(Type.Integer({ description: 'Of the output: what the model thought.' })),
    documents: Type.Optional(
      Type.Object(
        {
          sent_tokens: Type.Integer({
            description: 'Of the input, estimated: the documents as the model was shown them.',
          }),
          left_out_tokens: Type.Integer({ description: 'What of their texts it was not shown, estimated.' }),
          limit_tokens: Type.Integer({ description: 'The limit that held: see `grounding_tokens`.' }),
        },
        { description: 'Where a connected model answered from files, collections or `context`.' },
      ),
    ),
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

/** A choice of tools in Anthropic's form. */
export const ToolChoiceObject = Type.Object({
  type: Type.Enum(['auto', 'any', 'tool', 'none']),
  name: Type.Optional(Type.String()),
  disable_parallel_tool_use: Type.Optional(Type.Boolean()),
});
export type ToolChoiceObject = Static<typeof ToolChoiceObject>;

/** Whether a reasoning model thinks, and how long. */
export const Thinking = Type.Object({
  type: Type.Enum(['enabled', 'disabled', 'adaptive']),
  budget_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
  display: Type.Optional(Type.String({ description: 'Passed on to Anthropic.' })),
});

const ToolResult = Type.Object({
  tool_call_id: Type.String(),
  result: Type.Unknown(),
  is_error: Type.Optional(Type.Boolean({ description: 'The tool failed, and `result` says how.' })),
});

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

/** What a reply says besides its text, unstreamed and in its terminal event; a field that is added here is one of both. */
export const replyFields = {
  data: Type.Optional(Type.Unsafe<JsonValue>({ description: 'The validated object, with `response_format`.' })),
  fields: Fields,
  details: StructuredDetails,
  sources: Type.Optional(
    Type.Array(Source, {
      description:
        'The passages used, best first; empty when the text does not say: what then comes near is in `near`.',
    }),
  ),
  near: NearPassages,
  ungrounded: UngroundedParts,
  queries: SheetQueries,
  usage: Usage,
  model: Type.String(),
  ...originFields,
};

const TextEnd = Type.Object({
  done: Type.Literal(true),
  schema_mode: Type.Optional(
    Type.String({ description: 'How the object was asked for: `strict`, `tool`, `json` or `prompt`.' }),
  ),
  short_answer: Type.Optional(Type.String()),
  ...replyFields,
});
/** The terminal event of a reply that came to its end. */
export type TextEnd = Static<typeof TextEnd>;

/** Events of answer, conversation and agent. */
export const TextEvent = Type.Union(
  [
    Type.Object({ content: Type.String(), done: Type.Literal(false) }),
    Type.Object({ thinking: Type.String(), done: Type.Literal(false) }),
    Type.Object(
      {
        retry: Type.Object({ reason: Type.Enum(['schema_not_met', 'length']) }),
        done: Type.Literal(false),
      },
      { description: 'The text so far was rejected and is void; another follows. With `response_format`.' },
    ),
    Type.Object({ tool_call: ToolCall }),
    Type.Object({ executed_call: ExecutedCall }),
    Type.Object({ tokens: Type.Integer({ description: 'Input and output together, once, before the end.' }) }),
    TextEnd,
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
