import { isJsonObject } from '@parley/contract';
import { type JsonAccess, postJson } from '../../outbound/model-http/post-json.ts';
import { readCount, readVectors } from '../../outbound/model-http/read-vectors.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { Embedder, Embedding, EmbedOptions } from '../../ports/embedder.ts';

/** Cohere's `/v2/embed` (https://docs.cohere.com/reference/embed): what is searched and what is asked are embedded differently. */
export class CohereEmbedder implements Embedder {
  readonly id: string;
  readonly embedded = false;
  readonly isSemantic = true;
  readonly batchSize = 96;
  readonly #model: string;
  readonly #access: JsonAccess;

  constructor(model: string, access: JsonAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async embed(texts: readonly string[], { purpose, dimensions, signal }: EmbedOptions): Promise<Embedding> {
    const body = {
      model: this.#model,
      texts,
      input_type: purpose === 'query' ? 'search_query' : 'search_document',
      embedding_types: ['float'],
      output_dimension: dimensions,
    };
    const read = (answer: unknown) => fromCohere(answer, texts.length);
    return await postJson(this.#access, { path: '/v2/embed', body, read }, signal);
  }
}

function fromCohere(body: unknown, count: number): Embedding {
  const embeddings = isJsonObject(body) && isJsonObject(body.embeddings) ? body.embeddings.float : undefined;
  if (!Array.isArray(embeddings)) throw invalidError(new Error('no embeddings'));
  const meta = isJsonObject(body) && isJsonObject(body.meta) ? body.meta : {};
  const billed = isJsonObject(meta.billed_units) ? meta.billed_units : {};
  return { vectors: readVectors(embeddings, count), inputTokens: readCount(billed.input_tokens) };
}
