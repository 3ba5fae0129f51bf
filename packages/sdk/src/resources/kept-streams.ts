import type { Operations } from '../generated/operations.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';

/** Streams that the service keeps (`resumable: true`), by the id that the header `x-parley-stream` of their call said. */
export class StreamsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** The events after the one that is named, as they were sent; resolves when the stream has ended. */
  read(id: string, query: Operations['resumeStream']['query'] = {}, options?: RequestOptions): Promise<string> {
    return this.#client.request('resumeStream', { params: { id }, query }, options);
  }

  /** Stops the work of a stream. */
  cancel(id: string, options?: RequestOptions): Promise<Operations['cancelStream']['reply']> {
    return this.#client.request('cancelStream', { params: { id } }, options);
  }
}
