import { isJsonObject } from '@parley/contract';
import type { EmbeddingShape } from '../../outbound/model-http/json-embedder.ts';
import { readCount, readVectors } from '../../outbound/model-http/read-vectors.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { Embedding } from '../../ports/embedder.ts';

/** Cohere's `/v2/embed` (https://docs.cohere.com/reference/embed): what is searched and what is asked are embedded differently. */
export const cohereEmbeddings: EmbeddingShape = {
  batchSize: 96,
  path: () => '/v2/embed',
  body: (texts, { model, purpose, dimensions }) => ({
    model,
    texts,
    input_type: purpose === 'query' ? 'search_query' : 'search_document',
    embedding_types: ['float'],
    output_dimension: dimensions,
  }),
  read: fromCohere,
};

async function fromCohere(body: unknown, count: number): Promise<Embedding> {
  const embeddings = isJsonObject(body) && isJsonObject(body.embeddings) ? body.embeddings.float : undefined;
  if (!Array.isArray(embeddings)) throw invalidError(new Error('no embeddings'));
  const meta = isJsonObject(body) && isJsonObject(body.meta) ? body.meta : {};
  const billed = isJsonObject(meta.billed_units) ? meta.billed_units : {};
  return { vectors: await readVectors(embeddings, count), inputTokens: readCount(billed.input_tokens) };
}
