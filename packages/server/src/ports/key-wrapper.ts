/**
 * Where the operator's key is that seals the data keys: a secret that was set, one that a command prints, a key management service. The
 * key itself never leaves it; it is asked at a start, and when a data key is made.
 */
export interface KeyWrapper {
  /** Seals a data key with the newest key. */
  wrap(dataKey: Buffer): Promise<string>;
  /** The data key again; null when it was sealed with a key that is not there. */
  unwrap(wrapped: string): Promise<Buffer | null>;
  /** Whether the newest key sealed it. */
  isNewest(wrapped: string): Promise<boolean>;
}
