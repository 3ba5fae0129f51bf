import { type JsonAccess, postJson } from '../../outbound/model-http/post-json.ts';
import { readRanking } from '../../outbound/model-http/read-ranking.ts';
import type { Ranking, Reranker } from '../../ports/reranker.ts';

/** What model servers have beside OpenAI's endpoints: vLLM's and llama.cpp's `/v1/rerank`, LiteLLM's and Infinity's. */
export class OpenAIReranker implements Reranker {
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
    const body = { model: this.#model, query, documents: texts, top_n: texts.length };
    return await postJson(
      this.#access,
      { path: '/rerank', body, read: (answer) => readRanking(answer, texts.length) },
      signal,
    );
  }
}
