import { type JsonAccess, postJson } from '../../outbound/model-http/post-json.ts';
import { readRanking } from '../../outbound/model-http/read-ranking.ts';
import type { Ranking, Reranker } from '../../ports/reranker.ts';

/** Cohere's `/v2/rerank` (https://docs.cohere.com/reference/rerank): billed by searches of up to 100 texts. */
export class CohereReranker implements Reranker {
  readonly id: string;
  readonly batchSize = 100;
  readonly #model: string;
  readonly #access: JsonAccess;

  constructor(model: string, access: JsonAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async rerank(query: string, texts: readonly string[], signal: AbortSignal): Promise<Ranking> {
    const body = { model: this.#model, query, documents: texts };
    const read = (answer: unknown) => readRanking(answer, texts.length);
    return await postJson(this.#access, { path: '/v2/rerank', body, read }, signal);
  }
}
