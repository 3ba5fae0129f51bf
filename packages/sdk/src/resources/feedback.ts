import type { Feedback } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';

/** What people say of replies. */
export class FeedbackResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Says of a call (its header `x-request-id`) how good its reply was, from -1 to 1; said again, it takes the place of what was said. */
  give(requestId: string, said: { score: number; comment?: string }, options?: RequestOptions): Promise<Feedback> {
    return this.#client.request('giveFeedback', { body: { request_id: requestId, ...said } }, options);
  }
}
