/**
 * Says of each of some texts how well it answers a question.
 *
 * Throws only `AppError` with an `upstream_*` code, `context_length_exceeded` or `model_not_found` (or whatever the abort signal carries).
 */
export interface Reranker {
  /** `provider/model`. */
  readonly id: string;
  /** Texts that it takes in one call. */
  readonly batchSize: number;
  /** A score for each text, higher is better, on a scale of the engine's own. */
  rerank(query: string, texts: readonly string[], signal: AbortSignal): Promise<Ranking>;
}

export interface Ranking {
  /** One for each text, in their order; finite. */
  scores: number[];
  /** Null where the engine reports none. */
  inputTokens: number | null;
  /** Calls that the vendor bills, where it bills by calls. */
  requests: number;
}
