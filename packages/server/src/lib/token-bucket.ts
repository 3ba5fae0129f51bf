/** A bucket's state: what is left, when that was true, and how much it held then. */
export interface Bucket {
  tokens: number;
  at: number;
  limit: number;
}

export interface BucketResult {
  /** The given one, brought up to date, or a new one. */
  bucket: Bucket;
  allowed: boolean;
  remaining: number;
  resetMs: number;
  retryAfterMs: number;
}

/** One step of a token bucket that holds `limit` and refills evenly over `windowMs`. */
export function takeFromBucket(
  bucket: Bucket | undefined,
  step: { cost: number; limit: number; windowMs: number; now: number; force: boolean },
): BucketResult {
  const { cost, limit, windowMs, now, force } = step;
  const perMs = limit / windowMs;
  // A raised limit counts at once: what it was raised by is there to be taken.
  const raised = bucket ? Math.max(0, limit - bucket.limit) : 0;
  const level = bucket ? Math.min(limit, bucket.tokens + raised + Math.max(0, now - bucket.at) * perMs) : limit;
  const allowed = force || level >= cost;
  const tokens = allowed ? Math.min(limit, level - cost) : level;
  return {
    bucket: bucket ? Object.assign(bucket, { tokens, at: now, limit }) : { tokens, at: now, limit },
    allowed,
    remaining: Math.max(0, Math.floor(tokens)),
    resetMs: perMs > 0 ? Math.ceil((limit - tokens) / perMs) : 0,
    retryAfterMs: allowed ? 0 : perMs > 0 ? Math.ceil((Math.min(cost, limit) - level) / perMs) : windowMs,
  };
}
