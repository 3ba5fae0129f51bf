import type { RankingShape } from '../../outbound/model-http/json-reranker.ts';

/** Text Embeddings Inference's `/rerank`: one model a server, a bare list of scores, 32 texts at once unless told otherwise. */
export const teiRanks: RankingShape = {
  batchSize: 32,
  path: '/rerank',
  body: (query, texts) => ({ query, texts, raw_scores: false, return_text: false, truncate: true }),
};
