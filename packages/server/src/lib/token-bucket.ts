/** A bucket's state: what is left and when that was true. */
export interface Bucket {
  tokens: number;
  at: number;
}

export interface BucketResult {
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
  const level = bucket ? Math.min(limit, bucket.tokens + Math.max(0, now - bucket.at) * perMs) : limit;
  const allowed = force || level >= cost;
  const tokens = allowed ? Math.min(limit, level - cost) : level;
  return {
    bucket: { tokens, at: now },
    allowed,
    remaining: Math.max(0, Math.floor(tokens)),
    resetMs: perMs > 0 ? Math.ceil((limit - tokens) / perMs) : 0,
    retryAfterMs: allowed ? 0 : perMs > 0 ? Math.ceil((Math.min(cost, limit) - level) / perMs) : windowMs,
  };
}
