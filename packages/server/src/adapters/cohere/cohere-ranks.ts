import type { RankingShape } from '../../outbound/model-http/json-reranker.ts';

/** Cohere's `/v2/rerank` (https://docs.cohere.com/reference/rerank): billed by searches of up to 100 texts. */
export const cohereRanks: RankingShape = {
  batchSize: 100,
  path: '/v2/rerank',
  body: (query, texts, model) => ({ model, query, documents: texts }),
};
