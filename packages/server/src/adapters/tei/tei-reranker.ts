import { type JsonAccess, postJson } from '../../outbound/model-http/post-json.ts';
import { readRanking } from '../../outbound/model-http/read-ranking.ts';
import type { Ranking, Reranker } from '../../ports/reranker.ts';

/** Text Embeddings Inference's `/rerank`: one model a server, a bare list of scores, 32 texts at once unless told otherwise. */
export class TeiReranker implements Reranker {
  readonly id: string;
  readonly batchSize = 32;
  readonly #access: JsonAccess;

  constructor(model: string, access: JsonAccess) {
    this.id = `${access.id}/${model}`;
    this.#access = access;
  }

  async rerank(query: string, texts: readonly string[], signal: AbortSignal): Promise<Ranking> {
    const body = { query, texts, raw_scores: false, return_text: false, truncate: true };
    const read = (answer: unknown) => readRanking(answer, texts.length);
    return await postJson(this.#access, { path: '/rerank', body, read }, signal);
  }
}
