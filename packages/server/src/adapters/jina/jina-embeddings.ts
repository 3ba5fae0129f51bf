import type { EmbeddingShape } from '../../outbound/model-http/json-embedder.ts';
import { readEmbeddingList } from '../../outbound/model-http/read-vectors.ts';

/** Jina's `/embeddings` (https://jina.ai/embeddings): answers as OpenAI does; newer models are told what the vectors are for. */
export const jinaEmbeddings: EmbeddingShape = {
  batchSize: 128,
  path: () => '/embeddings',
  body: (texts, { model, purpose, dimensions }) => ({
    model,
    input: texts,
    // The second generation knows no tasks.
    ...(!/-v2-/.test(model) && { task: purpose === 'query' ? 'retrieval.query' : 'retrieval.passage' }),
    dimensions,
    embedding_type: 'float',
  }),
  read: readEmbeddingList,
};
