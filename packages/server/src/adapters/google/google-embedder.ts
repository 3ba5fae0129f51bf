import { isJsonObject } from '@parley/contract';
import { type JsonAccess, postJson } from '../../outbound/model-http/post-json.ts';
import { readVectors } from '../../outbound/model-http/read-vectors.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { Embedder, Embedding, EmbedOptions } from '../../ports/embedder.ts';

/** Google's `:batchEmbedContents` (https://ai.google.dev/api/embeddings): told what the vectors are for, says no tokens. */
export class GoogleEmbedder implements Embedder {
  readonly id: string;
  readonly embedded = false;
  readonly isSemantic = true;
  readonly batchSize = 100;
  readonly #model: string;
  readonly #access: JsonAccess;

  constructor(model: string, access: JsonAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async embed(texts: readonly string[], { purpose, dimensions, signal }: EmbedOptions): Promise<Embedding> {
    const model = `models/${this.#model}`;
    const taskType = purpose === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT';
    const requests = texts.map((text) => ({
      model,
      content: { parts: [{ text }] },
      taskType,
      outputDimensionality: dimensions,
    }));
    const path = `/models/${encodeURIComponent(this.#model)}:batchEmbedContents`;
    const read = (answer: unknown) => fromGoogle(answer, texts.length);
    return await postJson(this.#access, { path, body: { requests }, keyHeader: 'x-goog-api-key', read }, signal);
  }
}

function fromGoogle(body: unknown, count: number): Embedding {
  if (!isJsonObject(body) || !Array.isArray(body.embeddings)) throw invalidError(new Error('no embeddings'));
  const values = body.embeddings.map((item: unknown) => (isJsonObject(item) ? item.values : undefined));
  return { vectors: readVectors(values, count), inputTokens: null };
}
