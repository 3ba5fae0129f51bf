import type { RankingShape } from '../../outbound/model-http/json-reranker.ts';

/** What model servers have beside OpenAI's endpoints: vLLM's and llama.cpp's `/v1/rerank`, LiteLLM's and Infinity's. */
export const openAIRanks: RankingShape = {
  batchSize: 100,
  path: '/rerank',
  body: (query, texts, model) => ({ model, query, documents: texts, top_n: texts.length }),
};
