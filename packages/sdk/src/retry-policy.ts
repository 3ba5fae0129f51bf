import { APIError, ConnectionError, TimeoutError } from './errors.ts';

/** Failures of work that was done and came out wrong: doing it again costs again, so that is left to the caller. */
const leftToCaller = new Set([
  'schema_not_met',
  'tool_inputs_invalid',
  'research_failed',
  'image_generation_failed',
  'video_generation_failed',
  'feature_execution_failed',
]);

const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** Where the service asks for a longer pause than this, the caller gets the error at once. */
const longestRetryAfterMs = 60_000;

/**
 * Milliseconds to wait before a call is sent again, or null when it must not be. `isRepeatable`: sending it twice does no harm.
 * What the service says in `Retry-After` is the least; without it the time doubles. A random part keeps callers apart.
 */
export function retryDelayMs(error: unknown, attempt: number, isRepeatable: boolean, random: number): number | null {
  const backoff = Math.min(longestDelayMs, firstDelayMs * 2 ** attempt);
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return isRepeatable ? backoff * (0.5 + random / 2) : null;
  }
  if (!(error instanceof APIError) || !error.isRetryable || leftToCaller.has(error.code)) return null;
  // These two say that nothing was begun.
  if (!isRepeatable && error.status !== 429 && error.status !== 503) return null;
  const { retryAfterMs } = error;
  if (retryAfterMs === undefined) return backoff * (0.5 + random / 2);
  return retryAfterMs > longestRetryAfterMs ? null : retryAfterMs + (random * backoff) / 2;
}
