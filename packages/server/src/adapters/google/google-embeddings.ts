import { isJsonObject } from '@parley/contract';
import type { EmbeddingShape } from '../../outbound/model-http/json-embedder.ts';
import { readVectors } from '../../outbound/model-http/read-vectors.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { Embedding } from '../../ports/embedder.ts';

/** Google's `:batchEmbedContents` (https://ai.google.dev/api/embeddings): told what the vectors are for, says no tokens. */
export const googleEmbeddings: EmbeddingShape = {
  batchSize: 100,
  keyHeader: 'x-goog-api-key',
  path: (model) => `/models/${encodeURIComponent(model)}:batchEmbedContents`,
  body: (texts, { model, purpose, dimensions }) => ({
    requests: texts.map((text) => ({
      model: `models/${model}`,
      content: { parts: [{ text }] },
      taskType: purpose === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
      outputDimensionality: dimensions,
    })),
  }),
  read: fromGoogle,
};

async function fromGoogle(body: unknown, count: number): Promise<Embedding> {
  if (!isJsonObject(body) || !Array.isArray(body.embeddings)) throw invalidError(new Error('no embeddings'));
  const values = body.embeddings.map((item: unknown) => (isJsonObject(item) ? item.values : undefined));
  return { vectors: await readVectors(values, count), inputTokens: null };
}
