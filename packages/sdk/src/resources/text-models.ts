import type {
  EmbeddingList,
  EmbeddingRequest,
  ModerationList,
  ModerationRequest,
  RerankList,
  RerankRequest,
} from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';

/** Texts as vectors. */
export class EmbeddingsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  create(request: EmbeddingRequest, options?: RequestOptions): Promise<EmbeddingList> {
    return this.#client.request('createEmbedding', { body: request }, options);
  }
}

/** Whether texts and pictures are harmful, and how. */
export class ModerationsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  create(request: ModerationRequest, options?: RequestOptions): Promise<ModerationList> {
    return this.#client.request('createModeration', { body: request }, options);
  }
}

/** Texts in the order in which they answer a question. */
export class RerankResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /**
   * The best first; `index` says which of `documents` it is.
   *
   * ```ts
   * const { results } = await parley.rerank.create({ query: 'When is rent due?', documents: paragraphs, top_n: 3 });
   * ```
   */
  create(request: RerankRequest, options?: RequestOptions): Promise<RerankList> {
    return this.#client.request('createRerank', { body: request }, options);
  }
}
