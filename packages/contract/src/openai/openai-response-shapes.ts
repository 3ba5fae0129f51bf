import Type, { type Static } from 'typebox';
import type { JsonValue } from '../json.ts';
import { originFields, Source } from '../text.ts';

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Status = Type.Enum(['in_progress', 'completed', 'incomplete']);

const Annotation = Type.Union([
  Type.Object({
    type: Type.Literal('file_citation'),
    file_id: Type.String(),
    filename: Type.String(),
    index: Type.Integer({ description: 'Where in the text the citation belongs.' }),
  }),
  Type.Object({
    type: Type.Literal('url_citation'),
    url: Type.String(),
    title: Type.String(),
    start_index: Type.Integer(),
    end_index: Type.Integer(),
  }),
]);
export type ResponseAnnotation = Static<typeof Annotation>;

const OutputText = Type.Object({
  type: Type.Literal('output_text'),
  text: Type.String(),
  annotations: Type.Array(Annotation),
  logprobs: Type.Array(Type.Unsafe<JsonValue>({ description: 'As the vendor told them, where they were asked for.' })),
});
const Refusal = Type.Object({ type: Type.Literal('refusal'), refusal: Type.String() });
const SummaryText = Type.Object({ type: Type.Literal('summary_text'), text: Type.String() });

const MessageItem = Type.Object({
  type: Type.Literal('message'),
  id: Type.String(),
  status: Status,
  role: Type.Literal('assistant'),
  content: Type.Array(Type.Union([OutputText, Refusal])),
});
const FunctionCallItem = Type.Object({
  type: Type.Literal('function_call'),
  id: Type.String(),
  call_id: Type.String(),
  name: Type.String(),
  arguments: Type.String({ description: 'JSON text.' }),
  status: Status,
});
const ReasoningItem = Type.Object({
  type: Type.Literal('reasoning'),
  id: Type.String(),
  summary: Type.Array(SummaryText),
});
const WebSearchItem = Type.Object({
  type: Type.Literal('web_search_call'),
  id: Type.String(),
  status: Type.Enum(['in_progress', 'searching', 'completed', 'failed']),
  action: Type.Object({
    type: Type.Literal('search'),
    query: Type.String(),
    sources: Type.Optional(Type.Array(Type.Object({ type: Type.Literal('url'), url: Type.String() }))),
  }),
});
const FileSearchItem = Type.Object({
  type: Type.Literal('file_search_call'),
  id: Type.String(),
  status: Type.Enum(['in_progress', 'searching', 'completed', 'failed']),
  queries: Type.Array(Type.String()),
  results: Nullable(
    Type.Array(
      Type.Object({
        file_id: Type.String(),
        filename: Type.String(),
        score: Type.Number(),
        text: Type.String(),
        attributes: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
  ),
});

export const ResponseItem = Type.Union([MessageItem, FunctionCallItem, ReasoningItem, WebSearchItem, FileSearchItem], {
  $id: 'ResponseItem',
});
export type ResponseItem = Static<typeof ResponseItem>;

const ResponseUsage = Type.Object({
  input_tokens: Type.Integer(),
  input_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
  output_tokens: Type.Integer(),
  output_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
  total_tokens: Type.Integer(),
});
const loose = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });
const { finish_reason: _, ...origin } = originFields;

export const responseStatuses = ['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'] as const;

export const OpenAIResponse = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('response'),
    created_at: Type.Integer({ description: 'Seconds since 1970.' }),
    completed_at: Nullable(Type.Integer({ description: 'Seconds since 1970.' })),
    status: Type.Enum(responseStatuses),
    background: Type.Boolean(),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    incomplete_details: Nullable(Type.Object({ reason: Type.Enum(['max_output_tokens', 'content_filter']) })),
    instructions: Nullable(Type.String()),
    max_output_tokens: Nullable(Type.Integer()),
    model: Type.String(),
    output: Type.Array(ResponseItem),
    parallel_tool_calls: Type.Boolean(),
    previous_response_id: Nullable(Type.String()),
    reasoning: Type.Object({ effort: Nullable(Type.String()), summary: Nullable(Type.String()) }),
    store: Type.Boolean(),
    temperature: Type.Number({ description: 'Where none was given, 1 stands for the default of the model.' }),
    text: Type.Object({ format: loose }),
    tool_choice: Type.Union([Type.String(), loose]),
    tools: Type.Array(loose),
    top_p: Type.Number(),
    presence_penalty: Type.Number(),
    frequency_penalty: Type.Number(),
    top_logprobs: Type.Integer(),
    max_tool_calls: Nullable(Type.Integer()),
    service_tier: Type.String(),
    safety_identifier: Nullable(Type.String()),
    prompt_cache_key: Nullable(Type.String()),
    truncation: Type.Literal('disabled'),
    usage: Nullable(ResponseUsage),
    user: Nullable(Type.String()),
    metadata: loose,
    sources: Type.Optional(Type.Array(Source, { description: 'The passages that the reply rests on.' })),
    ...origin,
  },
  { $id: 'OpenAIResponse' },
);
export type OpenAIResponse = Static<typeof OpenAIResponse>;

const sequence_number = Type.Integer({ minimum: 0 });
const output_index = Type.Integer({ minimum: 0 });
const item_id = Type.String();
const inPart = { sequence_number, item_id, output_index, content_index: Type.Integer({ minimum: 0 }) };
const inSummary = { sequence_number, item_id, output_index, summary_index: Type.Integer({ minimum: 0 }) };
const none = Type.Array(Type.Unknown(), { maxItems: 0 });

/** OpenAI's named events, numbered without a gap. */
export const OpenAIResponseEvent = Type.Union(
  [
    Type.Object({
      type: Type.Enum([
        'response.created',
        'response.queued',
        'response.in_progress',
        'response.completed',
        'response.incomplete',
        'response.failed',
      ]),
      sequence_number,
      response: OpenAIResponse,
    }),
    Type.Object({
      type: Type.Enum(['response.output_item.added', 'response.output_item.done']),
      sequence_number,
      output_index,
      item: ResponseItem,
    }),
    Type.Object({
      type: Type.Enum(['response.content_part.added', 'response.content_part.done']),
      ...inPart,
      part: Type.Union([OutputText, Refusal]),
    }),
    Type.Object({
      type: Type.Literal('response.output_text.delta'),
      ...inPart,
      delta: Type.String(),
      logprobs: none,
    }),
    Type.Object({ type: Type.Literal('response.refusal.delta'), ...inPart, delta: Type.String() }),
    Type.Object({ type: Type.Literal('response.refusal.done'), ...inPart, refusal: Type.String() }),
    Type.Object({
      type: Type.Literal('response.output_text.annotation.added'),
      ...inPart,
      annotation_index: Type.Integer({ minimum: 0 }),
      annotation: Annotation,
    }),
    Type.Object({
      type: Type.Literal('response.output_text.done'),
      ...inPart,
      text: Type.String(),
      logprobs: OutputText.properties.logprobs,
    }),
    Type.Object({
      type: Type.Literal('response.function_call_arguments.delta'),
      sequence_number,
      item_id,
      output_index,
      delta: Type.String(),
    }),
    Type.Object({
      type: Type.Literal('response.function_call_arguments.done'),
      sequence_number,
      item_id,
      output_index,
      name: Type.String(),
      arguments: Type.String(),
    }),
    Type.Object({
      type: Type.Enum(['response.reasoning_summary_part.added', 'response.reasoning_summary_part.done']),
      ...inSummary,
      part: SummaryText,
    }),
    Type.Object({ type: Type.Literal('response.reasoning_summary_text.delta'), ...inSummary, delta: Type.String() }),
    Type.Object({ type: Type.Literal('response.reasoning_summary_text.done'), ...inSummary, text: Type.String() }),
    Type.Object({
      type: Type.Enum([
        'response.web_search_call.in_progress',
        'response.web_search_call.searching',
        'response.web_search_call.completed',
        'response.file_search_call.in_progress',
        'response.file_search_call.searching',
        'response.file_search_call.completed',
      ]),
      sequence_number,
      item_id,
      output_index,
    }),
  ],
  { $id: 'OpenAIResponseEvent' },
);
export type OpenAIResponseEvent = Static<typeof OpenAIResponseEvent>;
