/** Short-lived shared numbers and marks: rate limits, locks, revocations. Losing them costs accuracy, never data. */
export interface Counters {
  /**
   * Token bucket: takes `cost` out of a bucket that holds `limit` and refills evenly over `windowMs`.
   * When too little is left nothing is taken, `allowed` is false and `retryAfterMs` says when it would be enough.
   */
  take(step: BucketStep): Promise<Taken> | Taken;
  /**
   * Holds an amount under a key until it is released (an open stream, reserved money), and returns the sum of all holds of
   * the key. Holding once more under the same id replaces the amount. A hold lives as long as the process that holds it:
   * what one that was killed still held is forgotten within a minute.
   */
  hold(key: string, id: string, amount: number): Promise<number> | number;
  /** Gives a hold back. One that is not there changes nothing, so that a sum is never below zero. */
  release(key: string, id: string): Promise<void> | void;
  /** Sets a mark if nobody holds it. True when it was set. */
  acquire(key: string, value: string, ttlMs: number): Promise<boolean> | boolean;
  get(key: string): Promise<string | null> | string | null;
  set(key: string, value: string, ttlMs: number): Promise<void> | void;
  delete(key: string): Promise<void> | void;
  /** Sends to every process (this one included) that listens. */
  publish(channel: string, message: string): Promise<void> | void;
  subscribe(channel: string, listener: (message: string) => void): Promise<void> | void;
  /** Rejects when they cannot work; says in a sentence when they work with less than usual. */
  check(): Promise<string | undefined | void>;
  close(): Promise<void>;
}

export interface BucketStep {
  key: string;
  /** A negative cost gives back. */
  cost: number;
  limit: number;
  windowMs: number;
  /** The cost is taken in any case, also when the bucket goes below zero. */
  force?: boolean;
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
