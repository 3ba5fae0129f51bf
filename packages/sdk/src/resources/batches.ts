import type { Operations } from '../generated/operations.ts';
import type { Batch } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';
import { pollUntil } from '../poll.ts';
import type { WaitOptions } from './research.ts';

type Request = Operations['createBatch']['body'];

/** One call of a batch. */
export interface BatchCall {
  /** Yours, and no other line's: replies are found by it. */
  custom_id: string;
  body: Record<string, unknown>;
}

/** What became of one call: a reply, an error of its endpoint, or why it was not called. */
export interface BatchResult {
  id: string;
  custom_id: string;
  response: { status_code: number; request_id: string; body: Record<string, unknown> } | null;
  error: { code: string; message: string } | null;
}

/** Many calls, worked off in the background within a time. */
export class BatchesResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /**
   * Begins a batch of these calls.
   *
   * ```ts
   * const { id } = await parley.batches.start(
   *   reviews.map((text, index) => ({ custom_id: `review-${index}`, body: { query: 'Is it friendly?', context: text } })),
   *   { endpoint: '/v1/answer' },
   * );
   * const batch = await parley.batches.wait(id);
   * for await (const { custom_id, response } of parley.batches.results(batch)) console.log(custom_id, response?.body);
   * ```
   */
  async start(
    calls: readonly BatchCall[],
    request: Omit<Request, 'input_file_id' | 'completion_window'> & { completion_window?: string },
    options?: RequestOptions,
  ): Promise<Batch> {
    const { endpoint: url } = request;
    const lines = calls.map((call) => `${JSON.stringify({ method: 'POST', url, ...call })}\n`);
    const form = new FormData();
    form.append('purpose', 'batch');
    form.append('file', new Blob(lines, { type: 'application/jsonl' }), 'batch.jsonl');
    const { id: input_file_id } = await this.#client.request('createOpenAIFile', { form }, options);
    return this.create({ completion_window: '24h', ...request, input_file_id }, options);
  }

  /** Begins a batch of a file that is there. */
  create(request: Request, options?: RequestOptions): Promise<Batch> {
    return this.#client.request('createBatch', { body: request }, options);
  }

  get(id: string, options?: RequestOptions): Promise<Batch> {
    return this.#client.request('getBatch', { params: { batch_id: id } }, options);
  }

  /** Newest first. */
  list(query: Operations['listBatches']['query'] = {}, options?: RequestOptions): Pages<Batch> {
    return new Pages(async (after = query.after) => {
      const page = await this.#client.request('listBatches', { query: { ...query, after } }, options);
      return { data: page.data, has_more: page.has_more, next: page.has_more ? page.last_id : null };
    });
  }

  /** What is done stays in its output file. */
  cancel(id: string, options?: RequestOptions): Promise<Batch> {
    return this.#client.request('cancelBatch', { params: { batch_id: id } }, options);
  }

  /** Waits until a batch has ended, whichever way; when the signal ends the waiting, it goes on. */
  wait(id: string, options: WaitOptions<Batch['request_counts']> = {}): Promise<Batch> {
    return pollUntil(
      (signal) => this.get(id, { ...options, signal }),
      ({ status }) => ['completed', 'failed', 'expired', 'cancelled'].includes(status),
      {
        ...options,
        wait: this.#client.settings.wait,
        onLook: ({ request_counts }) => options.onProgress?.(request_counts),
      },
    );
  }

  /** The results of a batch that has ended: all replies, then all errors. */
  async *results(batch: Batch, options?: RequestOptions): AsyncGenerator<BatchResult> {
    for (const fileId of [batch.output_file_id, batch.error_file_id]) {
      if (fileId === null) continue;
      const params = { file_id: fileId };
      yield* linesOf<BatchResult>(await this.#client.request('getFileContent', { params }, options));
    }
  }
}

/** The service writes one result in each line, in the shape that the contract says. */
export async function* linesOf<Result>(file: Blob): AsyncGenerator<Result> {
  for (const line of (await file.text()).split('\n')) if (line !== '') yield JSON.parse(line);
}
