import type { RankingShape } from '../../outbound/model-http/json-reranker.ts';

/** Voyage's `/rerank` (https://docs.voyageai.com/reference/reranker-api): scores stand in `data`, billed by tokens. */
export const voyageRanks: RankingShape = {
  batchSize: 100,
  path: '/rerank',
  body: (query, texts, model) => ({ model, query, documents: texts }),
};
