import type { OperationId, Operations } from '../generated/operations.ts';
import type { CreatePromptRequest, PromptVersion, StoredPrompt } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';

type Body<Id extends OperationId> = Operations[Id]['body'];

/** Prompts that the service keeps, with their versions, and the labels by which calls name them. */
export class PromptsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** With its first version, which gets the label `production` unless `labels` says otherwise. */
  create(request: CreatePromptRequest, options?: RequestOptions): Promise<StoredPrompt> {
    return this.#client.request('createPrompt', { body: request }, options);
  }

  /** Newest first. */
  list(query: Operations['listPrompts']['query'] = {}, options?: RequestOptions): Pages<StoredPrompt> {
    return new Pages((after = query.after) =>
      this.#client.request('listPrompts', { query: { ...query, after } }, options),
    );
  }

  get(id: string, options?: RequestOptions): Promise<StoredPrompt> {
    return this.#client.request('getPrompt', { params: { id } }, options);
  }

  /** Its description and its set of evaluation; what it says is a new version. */
  update(id: string, request: Body<'updatePrompt'>, options?: RequestOptions): Promise<StoredPrompt> {
    return this.#client.request('updatePrompt', { params: { id }, body: request }, options);
  }

  delete(id: string, options?: RequestOptions): Promise<Operations['deletePrompt']['reply']> {
    return this.#client.request('deletePrompt', { params: { id } }, options);
  }

  /** A new version; calls get it once a label names it. */
  createVersion(id: string, request: Body<'createPromptVersion'>, options?: RequestOptions): Promise<PromptVersion> {
    return this.#client.request('createPromptVersion', { params: { id }, body: request }, options);
  }

  /** Newest first, each with what its calls cost and how good they were. */
  versions(id: string, query: Operations['listPromptVersions']['query'] = {}, options?: RequestOptions) {
    return new Pages<PromptVersion>(async (after) => {
      const before = after === undefined ? query.before : Number(after);
      const input = { params: { id }, query: { ...query, before } };
      const page = await this.#client.request('listPromptVersions', input, options);
      const last = page.data.at(-1);
      return { ...page, next: page.has_more && last ? String(last.version) : null };
    });
  }

  getVersion(id: string, version: number, options?: RequestOptions): Promise<PromptVersion> {
    return this.#client.request('getPromptVersion', { params: { id, version } }, options);
  }

  /**
   * Says which versions a label means: one, or several with a share of the calls each.
   *
   * ```ts
   * await parley.admin.prompts.setLabel(id, 'production', 2);
   * await parley.admin.prompts.setLabel(id, 'production', [{ version: 1, share: 0.9 }, { version: 2, share: 0.1 }]);
   * ```
   */
  setLabel(
    id: string,
    label: string,
    versions: number | Body<'setPromptLabel'>['versions'],
    options?: RequestOptions,
  ): Promise<StoredPrompt> {
    const body = { versions: typeof versions === 'number' ? [{ version: versions, share: 1 }] : versions };
    return this.#client.request('setPromptLabel', { params: { id, label }, body }, options);
  }

  deleteLabel(id: string, label: string, options?: RequestOptions): Promise<StoredPrompt> {
    return this.#client.request('deletePromptLabel', { params: { id, label } }, options);
  }
}
