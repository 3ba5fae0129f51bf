import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { textAuth, textTag } from './text.ts';

/** As many as one body holds; a batch over a file has up to 50,000. */
const mostRequests = 10_000;
const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Time = Type.String({ format: 'date-time' });

export const MessageBatchRequest = Type.Object(
  {
    requests: Type.Array(
      Type.Object({
        custom_id: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$', description: 'Yours, and no other request’s.' }),
        params: Type.Record(Type.String(), Type.Unknown(), {
          description: 'What `POST /v1/messages` takes, but for `stream`.',
        }),
      }),
      { minItems: 1, maxItems: mostRequests },
    ),
  },
  { $id: 'MessageBatchRequest' },
);
export type MessageBatchRequest = Static<typeof MessageBatchRequest>;

export const MessageBatch = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal('message_batch'),
    processing_status: Type.Enum(['in_progress', 'canceling', 'ended']),
    request_counts: Type.Object({
      processing: Type.Integer(),
      succeeded: Type.Integer(),
      errored: Type.Integer(),
      canceled: Type.Integer(),
      expired: Type.Integer(),
    }),
    created_at: Time,
    expires_at: Time,
    ended_at: Nullable(Time),
    cancel_initiated_at: Nullable(Time),
    archived_at: Type.Null(),
    results_url: Nullable(Type.String({ description: 'Where the results are; null before the end.' })),
    cost_usd: Type.Number({ description: 'Ours: what the requests that are done were charged.' }),
  },
  { $id: 'MessageBatch' },
);
export type MessageBatch = Static<typeof MessageBatch>;

const BatchId = Type.Object({ message_batch_id: Type.String({ minLength: 1, maxLength: 100 }) });
const common = { auth: textAuth, tag: textTag, errorShape: 'anthropic' } as const;
const path = '/v1/messages/batches';

/** Many messages at once, worked off in the background, in the shape of Anthropic. */
export const messageBatches = {
  createMessageBatch: endpoint({
    ...common,
    id: 'createMessageBatch',
    method: 'POST',
    path,
    summary: "Anthropic's message batches: begin one",
    description:
      'Each request is an ordinary call with a record of its own in the ledger. The key needs the scope `files` beside `text`.',
    body: MessageBatchRequest,
    responses: { 200: MessageBatch },
    idempotent: true,
    example: {
      requests: [
        {
          custom_id: 'first',
          params: { model: 'small-2', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] },
        },
      ],
    },
  }),
  listMessageBatches: endpoint({
    ...common,
    id: 'listMessageBatches',
    method: 'GET',
    path,
    summary: "Anthropic's message batches: list them",
    description: 'Newest first.',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      after_id: Type.Optional(Type.String({ maxLength: 100, description: 'The id of a batch: what comes after it.' })),
    }),
    responses: {
      200: Type.Object({
        data: Type.Array(MessageBatch),
        first_id: Nullable(Type.String()),
        last_id: Nullable(Type.String()),
        has_more: Type.Boolean(),
      }),
    },
  }),
  getMessageBatch: endpoint({
    ...common,
    id: 'getMessageBatch',
    method: 'GET',
    path: `${path}/{message_batch_id}`,
    summary: "Anthropic's message batches: how far one is",
    params: BatchId,
    responses: { 200: MessageBatch },
  }),
  getMessageBatchResults: endpoint({
    ...common,
    id: 'getMessageBatchResults',
    method: 'GET',
    path: `${path}/{message_batch_id}/results`,
    summary: "Anthropic's message batches: the results as JSON Lines",
    description:
      'Once it has ended: `{"custom_id", "result": {"type": "succeeded" | "errored" | "canceled" | "expired", …}}` in each line.',
    params: BatchId,
    responses: { 200: Type.String({ format: 'binary' }) },
    contentType: 'application/x-jsonl',
  }),
  cancelMessageBatch: endpoint({
    ...common,
    id: 'cancelMessageBatch',
    method: 'POST',
    path: `${path}/{message_batch_id}/cancel`,
    summary: "Anthropic's message batches: cancel one",
    description:
      'No request begins any more; what is done stands in the results. Cancelling what has ended changes nothing.',
    params: BatchId,
    responses: { 200: MessageBatch },
  }),
  deleteMessageBatch: endpoint({
    ...common,
    id: 'deleteMessageBatch',
    method: 'DELETE',
    path: `${path}/{message_batch_id}`,
    summary: "Anthropic's message batches: delete one that has ended, with its results",
    params: BatchId,
    responses: { 200: Type.Object({ id: Type.String(), type: Type.Literal('message_batch_deleted') }) },
  }),
};
