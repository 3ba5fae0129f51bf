import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { openaiTag, optional } from './openai-fields.ts';
import { VectorStoreMetadata as BatchMetadata } from './openai-vector-store-shapes.ts';

/** What the lines of a batch can call. */
export const batchEndpoints = [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/embeddings',
  '/v1/completions',
  '/v1/messages',
  '/v1/answer',
] as const;
export type BatchEndpoint = (typeof batchEndpoints)[number];

/** As OpenAI has it. */
export const mostBatchLines = 50_000;

export const batchStatuses = [
  'validating',
  'failed',
  'in_progress',
  'finalizing',
  'completed',
  'expired',
  'cancelling',
  'cancelled',
] as const;

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Seconds = Type.Integer({ description: 'Seconds since 1970.' });

export const BatchRequest = Type.Object(
  {
    input_file_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'A file of JSON Lines, uploaded with `purpose: "batch"`: `{"custom_id", "method": "POST", "url", "body"}` in each line.',
    }),
    endpoint: Type.Enum(batchEndpoints, { description: 'What every line calls.' }),
    completion_window: Type.String({
      pattern: '^(?:[1-9]|[1-9]\\d|1[0-5]\\d|16[0-8])h$',
      description:
        'Within which it ends, `1h` to `168h`; OpenAI knows `24h` alone. What is not done by then is in the file of errors as `batch_expired`.',
    }),
    metadata: optional(BatchMetadata),
    output_expires_after: optional(
      Type.Object({
        anchor: Type.Literal('created_at'),
        seconds: Type.Integer({ minimum: 3600, maximum: 2_592_000 }),
      }),
    ),
    webhook_url: optional(
      Type.String({ maxLength: 2000, description: 'Ours: called at the end, signed as Standard Webhooks say.' }),
    ),
  },
  { $id: 'BatchRequest' },
);
export type BatchRequest = Static<typeof BatchRequest>;

const BatchError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  param: Nullable(Type.String()),
  line: Nullable(Type.Integer({ description: 'Of the input file, from 1 on.' })),
});

export const Batch = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('batch'),
    endpoint: Type.Enum(batchEndpoints),
    errors: Nullable(
      Type.Object(
        { object: Type.Literal('list'), data: Type.Array(BatchError) },
        { description: 'What is wrong with the input file, its first 100 faults.' },
      ),
    ),
    input_file_id: Type.String(),
    completion_window: Type.String(),
    status: Type.Enum(batchStatuses),
    output_file_id: Nullable(
      Type.String({ description: 'The replies, in the order of the lines; null while or where there are none.' }),
    ),
    error_file_id: Nullable(
      Type.String({ description: 'The lines that failed, in their order; null while or where there are none.' }),
    ),
    created_at: Seconds,
    in_progress_at: Nullable(Seconds),
    expires_at: Seconds,
    finalizing_at: Nullable(Seconds),
    completed_at: Nullable(Seconds),
    failed_at: Nullable(Seconds),
    expired_at: Nullable(Seconds),
    cancelling_at: Nullable(Seconds),
    cancelled_at: Nullable(Seconds),
    request_counts: Type.Object({ total: Type.Integer(), completed: Type.Integer(), failed: Type.Integer() }),
    usage: Type.Object(
      {
        input_tokens: Type.Integer(),
        input_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
        output_tokens: Type.Integer(),
        total_tokens: Type.Integer(),
      },
      { description: 'Of all lines that are done.' },
    ),
    cost_usd: Type.Number({ description: 'Ours: what the lines that are done were charged.' }),
    metadata: Nullable(BatchMetadata),
    webhook_secret: Type.Optional(
      Type.String({ description: 'With `webhook_url`, in the reply to the call alone: what signs its webhook.' }),
    ),
  },
  { $id: 'Batch' },
);
export type Batch = Static<typeof Batch>;

const BatchId = Type.Object({ batch_id: Type.String({ minLength: 1, maxLength: 100 }) });
const common = { auth: 'text', tag: openaiTag, errorShape: 'openai' } as const;

/** Many calls in one file, worked off in the background, in the shape of OpenAI. */
export const batchCalls = {
  createBatch: endpoint({
    ...common,
    id: 'createBatch',
    method: 'POST',
    path: '/v1/batches',
    summary: "OpenAI's batches: begin one",
    description:
      'Each line of the file is an ordinary call, with a record of its own in the ledger. The key needs the scope `files` beside `text`.',
    body: BatchRequest,
    responses: { 200: Batch },
    idempotent: true,
    example: {
      input_file_id: '3f0c4d1e-7f0a-4a53-9d28-5a0f5b6f2c11',
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    },
  }),
  listBatches: endpoint({
    ...common,
    id: 'listBatches',
    method: 'GET',
    path: '/v1/batches',
    summary: "OpenAI's batches: list them",
    description: 'Newest first.',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      after: Type.Optional(Type.String({ maxLength: 100, description: 'The id of a batch: what comes after it.' })),
    }),
    responses: {
      200: Type.Object({
        object: Type.Literal('list'),
        data: Type.Array(Batch),
        first_id: Nullable(Type.String()),
        last_id: Nullable(Type.String()),
        has_more: Type.Boolean(),
      }),
    },
  }),
  getBatch: endpoint({
    ...common,
    id: 'getBatch',
    method: 'GET',
    path: '/v1/batches/{batch_id}',
    summary: "OpenAI's batches: how far one is",
    params: BatchId,
    responses: { 200: Batch },
  }),
  cancelBatch: endpoint({
    ...common,
    id: 'cancelBatch',
    method: 'POST',
    path: '/v1/batches/{batch_id}/cancel',
    summary: "OpenAI's batches: cancel one",
    description:
      'No line begins any more; those that are being worked on get 30 seconds. What is done is in the output file. Cancelling what has ended changes nothing.',
    params: BatchId,
    responses: { 200: Batch },
  }),
};
