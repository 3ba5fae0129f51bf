import type { OperationId, Operations } from '../generated/operations.ts';
import type { CreateGuardRequest, Guard, TryGuardResult, UpdateGuardRequest } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';

type Body<Id extends OperationId> = Operations[Id]['body'];

/** What looks at calls and replies, and blocks, masks or warns; in force in every process within a second of each change. */
export class GuardsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /**
   * Makes a guard.
   *
   * ```ts
   * await parley.admin.guards.create({ name: 'personal-data', stage: 'input', action: 'mask', check: { type: 'personal_data' } });
   * ```
   */
  create(request: CreateGuardRequest, options?: RequestOptions): Promise<Guard> {
    return this.#client.request('createGuard', { body: request }, options);
  }

  list(query: Operations['listGuards']['query'] = {}, options?: RequestOptions): Pages<Guard> {
    return new Pages((after = query.after) =>
      this.#client.request('listGuards', { query: { ...query, after } }, options),
    );
  }

  get(id: string, options?: RequestOptions): Promise<Guard> {
    return this.#client.request('getGuard', { params: { id } }, options);
  }

  update(id: string, request: UpdateGuardRequest, options?: RequestOptions): Promise<Guard> {
    return this.#client.request('updateGuard', { params: { id }, body: request }, options);
  }

  delete(id: string, options?: RequestOptions): Promise<Operations['deleteGuard']['reply']> {
    return this.#client.request('deleteGuard', { params: { id } }, options);
  }

  /** What the guard makes of a text; no call is made and nothing is kept. */
  test(id: string, request: Body<'tryGuard'>, options?: RequestOptions): Promise<TryGuardResult> {
    return this.#client.request('tryGuard', { params: { id }, body: request }, options);
  }
}
