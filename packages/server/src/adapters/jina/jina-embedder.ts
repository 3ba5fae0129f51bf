import { type JsonAccess, postJson } from '../../outbound/model-http/post-json.ts';
import { readEmbeddingList } from '../../outbound/model-http/read-vectors.ts';
import type { Embedder, Embedding, EmbedOptions } from '../../ports/embedder.ts';

/** Jina's `/embeddings` (https://jina.ai/embeddings): answers as OpenAI does; newer models are told what the vectors are for. */
export class JinaEmbedder implements Embedder {
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
    const body = {
      model: this.#model,
      input: texts,
      // The second generation knows no tasks.
      ...(!/-v2-/.test(this.#model) && { task: purpose === 'query' ? 'retrieval.query' : 'retrieval.passage' }),
      dimensions,
      embedding_type: 'float',
    };
    const read = (answer: unknown) => readEmbeddingList(answer, texts.length);
    return await postJson(this.#access, { path: '/embeddings', body, read }, signal);
  }
}
