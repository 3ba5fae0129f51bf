import { type JsonAccess, postJson } from '../../outbound/model-http/post-json.ts';
import { readEmbeddingList } from '../../outbound/model-http/read-vectors.ts';
import type { Embedder, Embedding, EmbedOptions } from '../../ports/embedder.ts';

/** What the smallest of the usual servers takes in one call (TEI: 32 unless told otherwise). */
const batchSize = 32;

/** Any server with OpenAI's `/embeddings`: OpenAI, Ollama, vLLM, llama.cpp, LM Studio, Mistral and others. */
export class OpenAIEmbedder implements Embedder {
  readonly id: string;
  readonly embedded = false;
  readonly isSemantic = true;
  readonly batchSize = batchSize;
  readonly #model: string;
  readonly #access: JsonAccess;

  constructor(model: string, access: JsonAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async embed(texts: readonly string[], { dimensions, signal }: EmbedOptions): Promise<Embedding> {
    const body = { model: this.#model, input: texts, dimensions, encoding_format: 'float' };
    const read = (answer: unknown) => readEmbeddingList(answer, texts.length);
    return await postJson(this.#access, { path: '/embeddings', body, read }, signal);
  }
}
