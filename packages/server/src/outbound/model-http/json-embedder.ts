import type { Embedder, Embedding, EmbedOptions } from '../../ports/embedder.ts';
import { shareOfPrice } from './deferred-price.ts';
import { type JsonAccess, postJson } from './post-json.ts';

/** How a vendor wants to be asked for vectors, and how it answers. */
export interface EmbeddingShape {
  /** Texts that it takes in one call. */
  batchSize: number;
  /** Tokens that it takes in one call, as we estimate them; default: 100,000 characters. */
  batchTokens?: number;
  /** Where its key goes; default: `authorization: Bearer`. */
  keyHeader?: string;
  /** Behind the base address. */
  path(model: string): string;
  body(texts: readonly string[], options: Omit<EmbedOptions, 'signal' | 'mayWait'> & { model: string }): object;
  /** Throws `AppError` for what it cannot accept. */
  read(answer: unknown, count: number): Promise<Embedding>;
}

/** Vectors by one call of JSON, in the shape of any vendor. */
export class JsonEmbedder implements Embedder {
  readonly id: string;
  readonly embedded = false;
  readonly isSemantic = true;
  readonly batchSize: number;
  readonly batchTokens: number | undefined;
  readonly #shape: EmbeddingShape;
  readonly #model: string;
  readonly #access: JsonAccess;

  constructor(shape: EmbeddingShape, model: string, access: JsonAccess) {
    this.id = `${access.id}/${model}`;
    this.batchSize = shape.batchSize;
    this.batchTokens = shape.batchTokens;
    this.#shape = shape;
    this.#model = model;
    this.#access = access;
  }

  async embed(texts: readonly string[], { signal, mayWait = false, ...options }: EmbedOptions): Promise<Embedding> {
    const model = this.#model;
    const priceFactor = mayWait ? shareOfPrice(this.id) : 1;
    const { keyHeader, path, body, read } = this.#shape;
    const request = {
      path: path(model),
      body: body(texts, { ...options, model }),
      ...(keyHeader !== undefined && { keyHeader }),
      ...(mayWait && { engine: this.id }),
      read: (answer: unknown) => read(answer, texts.length),
    };
    return { ...(await postJson(this.#access, request, signal)), priceFactor };
  }
}
