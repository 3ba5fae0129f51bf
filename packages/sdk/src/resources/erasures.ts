import type { OperationId, Operations } from '../generated/operations.ts';
import type { ErasureReceipt, LegalHold } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';

type Query<Id extends OperationId> = Operations[Id]['query'];

/** What may not be deleted. */
export class HoldsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** On an end user or a file; with neither, on the whole workspace. */
  place(request: Operations['placeHold']['body'], options?: RequestOptions): Promise<LegalHold> {
    return this.#client.request('placeHold', { body: request }, options);
  }

  list(query: Query<'listHolds'> = {}, options?: RequestOptions): Pages<LegalHold> {
    return new Pages((after = query.after) =>
      this.#client.request('listHolds', { query: { ...query, after } }, options),
    );
  }

  release(id: string, options?: RequestOptions): Promise<LegalHold> {
    return this.#client.request('releaseHold', { params: { id } }, options);
  }
}

/** Deletes everything of end users, and shows later that it did. */
export class ErasuresResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Resolves with the receipt when everything is gone. */
  eraseUser(request: Operations['eraseUser']['body'], options?: RequestOptions): Promise<ErasureReceipt> {
    return this.#client.request('eraseUser', { body: request }, options);
  }

  list(query: Query<'listErasures'> = {}, options?: RequestOptions): Pages<ErasureReceipt> {
    return new Pages((after = query.after) =>
      this.#client.request('listErasures', { query: { ...query, after } }, options),
    );
  }

  get(id: string, options?: RequestOptions): Promise<ErasureReceipt> {
    return this.#client.request('getErasure', { params: { id } }, options);
  }

  /** Whether the service signed this receipt, and whether it is about the user that is named. */
  verify(
    request: Operations['verifyErasure']['body'],
    options?: RequestOptions,
  ): Promise<Operations['verifyErasure']['reply']> {
    return this.#client.request('verifyErasure', { body: request }, options);
  }
}
