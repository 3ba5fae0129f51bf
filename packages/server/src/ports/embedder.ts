/**
 * Turns texts into vectors that are near each other when the texts are alike.
 *
 * Throws only `AppError` with an `upstream_*` code, `context_length_exceeded`, `model_not_found` or, for a length of vectors
 * that the engine does not have, `invalid_request` (or whatever the abort signal carries).
 */
export interface Embedder {
  /** `provider/model` or `lexical`; vectors of different ids never compare. */
  readonly id: string;
  /** True for an engine inside this process: nothing leaves the machine and nothing costs money. */
  readonly embedded: boolean;
  /** True when likeness is of meaning; false when it is of words alone. */
  readonly isSemantic: boolean;
  /** Texts that it takes in one call. */
  readonly batchSize: number;
  /** Tokens that it takes in one call, as we estimate them; default: what 100,000 characters are. */
  readonly batchTokens?: number | undefined;
  /** One vector for each text, in their order, each of length 1. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Embedding>;
}

export interface EmbedOptions {
  /** Some engines embed what is searched in another way than what is searched for. */
  purpose: 'document' | 'query';
  /** Length of the vectors; default: the engine's own. */
  dimensions?: number | undefined;
  /** The vectors are what the caller waits for, and may come later in a batch of the vendor. Default: they are needed now. */
  mayWait?: boolean;
  signal: AbortSignal;
}

export interface Embedding {
  vectors: Float32Array[];
  /** Null where the engine reports none. */
  inputTokens: number | null;
  /** Of the usual price, where it is not that. */
  priceFactor?: number;
}
