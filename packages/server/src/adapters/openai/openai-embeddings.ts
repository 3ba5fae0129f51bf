import type { EmbeddingShape } from '../../outbound/model-http/json-embedder.ts';
import { readEmbeddingList } from '../../outbound/model-http/read-vectors.ts';

/** Any server with OpenAI's `/embeddings`: OpenAI, Ollama, vLLM, llama.cpp, LM Studio, Mistral and others. */
export const openAIEmbeddings: EmbeddingShape = {
  // What the smallest of the usual servers takes in one call (TEI: 32 unless told otherwise).
  batchSize: 32,
  path: () => '/embeddings',
  body: (texts, { model, dimensions }) => ({ model, input: texts, dimensions, encoding_format: 'float' }),
  read: readEmbeddingList,
};
