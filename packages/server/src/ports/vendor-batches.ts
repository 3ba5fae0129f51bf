/** A vendor's own batches: many requests at once, answered within a day, at a lower price. Throws the errors of the port `LanguageModel`. */
export interface VendorBatches {
  readonly mostRequests: number;
  readonly mostBytes: number;
  /** Hands a file of lines `{id, body}` over, all of which want the same; resolves with the vendor's id of the batch. */
  submit(file: { path: string; mark: string; wants: BatchWish }, signal: AbortSignal): Promise<string>;
  /** One that was handed over under this mark and whose id was lost; null where there is none. */
  find(mark: LostBatch, signal: AbortSignal): Promise<string | null>;
  look(id: string, signal: AbortSignal): Promise<VendorBatchState>;
  cancel(id: string, signal: AbortSignal): Promise<void>;
  /** The answers of one that has ended, in any order; what was cancelled or is over has none. */
  results(id: string, signal: AbortSignal): AsyncIterable<VendorBatchResult>;
  /** Takes it and its files away at the vendor. */
  forget(id: string, signal: AbortSignal): Promise<void>;
}

/** Words of a model, or vectors of texts. */
type BatchWish = 'words' | 'vectors';

export interface LostBatch {
  mark: string;
  /** When it was handed over, in milliseconds. */
  since: number;
  requests: number;
  isKnown(id: string): boolean;
}

/** `refused`: the vendor did none of it. */
export type VendorBatchState = 'open' | 'ended' | 'refused';

export interface VendorBatchResult {
  id: string;
  status: number;
  /** JSON text, read by whoever waits for it. */
  body: string;
}
