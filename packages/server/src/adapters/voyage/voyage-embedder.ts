import { type JsonAccess, postJson } from '../../outbound/model-http/post-json.ts';
import { readEmbeddingList } from '../../outbound/model-http/read-vectors.ts';
import type { Embedder, Embedding, EmbedOptions } from '../../ports/embedder.ts';

/**
 * Voyage's `/embeddings` (https://docs.voyageai.com/reference/embeddings-api): answers as OpenAI does, and asks for other names. It knows
 * no `encoding_format` of `float`.
 */
export class VoyageEmbedder implements Embedder {
  readonly id: string;
  readonly embedded = false;
  readonly isSemantic = true;
  readonly batchSize = 128;
  readonly #model: string;
  readonly #access: JsonAccess;

  constructor(model: string, access: JsonAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async embed(texts: readonly string[], { purpose, dimensions, signal }: EmbedOptions): Promise<Embedding> {
    const body = { model: this.#model, input: texts, input_type: purpose, output_dimension: dimensions };
    const read = (answer: unknown) => readEmbeddingList(answer, texts.length);
    return await postJson(this.#access, { path: '/embeddings', body, read }, signal);
  }
}
