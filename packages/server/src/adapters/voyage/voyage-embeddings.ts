import type { EmbeddingShape } from '../../outbound/model-http/json-embedder.ts';
import { readEmbeddingList } from '../../outbound/model-http/read-vectors.ts';

/**
 * Voyage's `/embeddings` (https://docs.voyageai.com/reference/embeddings-api): answers as OpenAI does, and asks for other names. It knows
 * no `encoding_format` of `float`.
 */
export const voyageEmbeddings: EmbeddingShape = {
  batchSize: 128,
  path: () => '/embeddings',
  body: (texts, { model, purpose, dimensions }) => ({
    model,
    input: texts,
    input_type: purpose,
    output_dimension: dimensions,
  }),
  read: readEmbeddingList,
};
