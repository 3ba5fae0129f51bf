import type { Operations } from '../generated/operations.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';

/** The service itself. */
export class ServiceResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Whether the process is up. */
  health(options?: RequestOptions): Promise<Operations['getHealth']['reply']> {
    return this.#client.request('getHealth', {}, options);
  }

  /** Whether database, storage and queue can be reached. Throws `ServerError`, whose `body` names the parts, when not. */
  readiness(options?: RequestOptions): Promise<Operations['getReadiness']['reply']> {
    return this.#client.request('getReadiness', {}, { maxRetries: 0, ...options });
  }

  /** The description of every endpoint. */
  openApi(options?: RequestOptions): Promise<Operations['getOpenApi']['reply']> {
    return this.#client.request('getOpenApi', {}, options);
  }
}
