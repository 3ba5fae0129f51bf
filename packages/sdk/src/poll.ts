import { TimeoutError } from './errors.ts';
import { both } from './http-client.ts';

export interface PollOptions<State> {
  signal?: AbortSignal | undefined;
  /** Milliseconds at most. Default: 3,600,000. */
  waitTimeoutMs?: number | undefined;
  /** Sees every state. */
  onLook?: ((state: State) => void) | undefined;
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const defaultWaitMs = 3_600_000;
const firstDelayMs = 500;
const longestDelayMs = 5_000;

/** Looks again and again, ever less often, until it is done. Throws `TimeoutError` when that takes too long. */
export async function pollUntil<State>(
  look: (signal: AbortSignal) => Promise<State>,
  isDone: (state: State) => boolean,
  { signal, waitTimeoutMs = defaultWaitMs, onLook, wait }: PollOptions<State>,
): Promise<State> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TimeoutError(`No end within ${waitTimeoutMs} ms`)), waitTimeoutMs);
  const ended = both(late.signal, signal);
  try {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * 1.5)) {
      const state = await look(ended);
      onLook?.(state);
      if (isDone(state)) return state;
      await wait(delayMs, ended);
    }
  } finally {
    clearTimeout(timer);
  }
}
