import type { Operations } from '../generated/operations.ts';
import type { MessageBatch, MessageBatchRequest, MessageReply } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';
import { pollUntil } from '../poll.ts';
import { linesOf } from './batches.ts';
import type { WaitOptions } from './research.ts';

/** What became of one request of a batch. */
export interface MessageBatchResult {
  custom_id: string;
  result:
    | { type: 'succeeded'; message: MessageReply }
    | { type: 'errored'; error: { type: 'error'; error: { type: string; message: string } } }
    | { type: 'canceled' }
    | { type: 'expired' };
}

/** Many messages of Anthropic's shape, worked off in the background. */
export class MessageBatchesResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /**
   * Begins a batch.
   *
   * ```ts
   * const { id } = await parley.messages.batches.create({ requests: [{ custom_id: 'first', params: message }] });
   * await parley.messages.batches.wait(id);
   * for await (const { custom_id, result } of parley.messages.batches.results(id)) console.log(custom_id, result.type);
   * ```
   */
  create(request: MessageBatchRequest, options?: RequestOptions): Promise<MessageBatch> {
    return this.#client.request('createMessageBatch', { body: request }, options);
  }

  get(id: string, options?: RequestOptions): Promise<MessageBatch> {
    return this.#client.request('getMessageBatch', { params: { message_batch_id: id } }, options);
  }

  /** Newest first. */
  list(query: Operations['listMessageBatches']['query'] = {}, options?: RequestOptions): Pages<MessageBatch> {
    return new Pages(async (after_id = query.after_id) => {
      const page = await this.#client.request('listMessageBatches', { query: { ...query, after_id } }, options);
      return { data: page.data, has_more: page.has_more, next: page.has_more ? page.last_id : null };
    });
  }

  /** What is done stays in its results. */
  cancel(id: string, options?: RequestOptions): Promise<MessageBatch> {
    return this.#client.request('cancelMessageBatch', { params: { message_batch_id: id } }, options);
  }

  /** Of a batch that has ended, with its results. */
  delete(id: string, options?: RequestOptions): Promise<Operations['deleteMessageBatch']['reply']> {
    return this.#client.request('deleteMessageBatch', { params: { message_batch_id: id } }, options);
  }

  /** Waits until a batch has ended, whichever way; when the signal ends the waiting, it goes on. */
  wait(id: string, options: WaitOptions<MessageBatch['request_counts']> = {}): Promise<MessageBatch> {
    return pollUntil(
      (signal) => this.get(id, { ...options, signal }),
      ({ processing_status }) => processing_status === 'ended',
      {
        ...options,
        wait: this.#client.settings.wait,
        onLook: ({ request_counts }) => options.onProgress?.(request_counts),
      },
    );
  }

  /** The results of a batch that has ended, in any order. */
  async *results(id: string, options?: RequestOptions): AsyncGenerator<MessageBatchResult> {
    const params = { message_batch_id: id };
    yield* linesOf<MessageBatchResult>(await this.#client.request('getMessageBatchResults', { params }, options));
  }
}
