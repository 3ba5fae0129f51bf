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

/**
 * OpenAI's own and Azure's, which take 2,048 texts and 300,000 tokens in one call (https://platform.openai.com/docs/api-reference/embeddings). As base64 an
 * answer is a third as long.
 */
export const openAIOwnEmbeddings: EmbeddingShape = {
  ...openAIEmbeddings,
  batchSize: 2048,
  batchTokens: 200_000,
  body: (texts, { model, dimensions }) => ({ model, input: texts, dimensions, encoding_format: 'base64' }),
};
