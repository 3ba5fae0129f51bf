import type { RankingShape } from '../../outbound/model-http/json-reranker.ts';

/** Jina's `/rerank` (https://jina.ai/reranker): sends the texts back unless told not to, billed by tokens. */
export const jinaRanks: RankingShape = {
  batchSize: 100,
  path: '/rerank',
  body: (query, texts, model) => ({ model, query, documents: texts, top_n: texts.length, return_documents: false }),
};
