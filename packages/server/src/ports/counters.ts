/** Short-lived shared numbers and marks: rate limits, locks, revocations. Losing them costs accuracy, never data. */
export interface Counters {
  /**
   * Token bucket: takes `cost` out of a bucket that holds `limit` and refills evenly over `windowMs`.
   * When too little is left nothing is taken, `allowed` is false and `retryAfterMs` says when it would be enough.
   * With `force` the cost is taken in any case, also when the bucket goes below zero (a negative cost gives back).
   */
  take(key: string, cost: number, limit: number, windowMs: number, force?: boolean): Promise<Taken> | Taken;
  /** Adds to a plain number (open streams, say) and returns the new value; it is forgotten `ttlMs` after the last change. */
  add(key: string, by: number, ttlMs: number): Promise<number> | number;
  /** Sets a mark if nobody holds it. True when it was set. */
  acquire(key: string, value: string, ttlMs: number): Promise<boolean> | boolean;
  get(key: string): Promise<string | null> | string | null;
  set(key: string, value: string, ttlMs: number): Promise<void> | void;
  delete(key: string): Promise<void> | void;
  /** Sends to every process (this one included) that listens. */
  publish(channel: string, message: string): Promise<void> | void;
  subscribe(channel: string, listener: (message: string) => void): Promise<void> | void;
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface Taken {
  allowed: boolean;
  /** Whole units left, never below zero. */
  remaining: number;
  /** Until the bucket is full again. */
  resetMs: number;
  /** 0 when allowed. */
  retryAfterMs: number;
}
