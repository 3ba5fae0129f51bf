import type { Ranking, Reranker } from '../../ports/reranker.ts';
import { type JsonAccess, postJson } from './post-json.ts';
import { readRanking } from './read-ranking.ts';

/** How a vendor wants to be asked for an order of texts; `readRanking` knows the answers of all. */
export interface RankingShape {
  /** Texts that it takes in one call. */
  batchSize: number;
  /** Behind the base address. */
  path: string;
  body(query: string, texts: readonly string[], model: string): object;
}

/** Ranks by one call of JSON, in the shape of any vendor. */
export class JsonReranker implements Reranker {
  readonly id: string;
  readonly batchSize: number;
  readonly #shape: RankingShape;
  readonly #model: string;
  readonly #access: JsonAccess;

  constructor(shape: RankingShape, model: string, access: JsonAccess) {
    this.id = `${access.id}/${model}`;
    this.batchSize = shape.batchSize;
    this.#shape = shape;
    this.#model = model;
    this.#access = access;
  }

  async rerank(query: string, texts: readonly string[], signal: AbortSignal): Promise<Ranking> {
    const { path, body } = this.#shape;
    const read = (answer: unknown) => readRanking(answer, texts.length);
    return await postJson(this.#access, { path, body: body(query, texts, this.#model), read }, signal);
  }
}
