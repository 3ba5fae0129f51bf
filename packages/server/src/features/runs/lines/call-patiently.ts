import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LineCall, LineCaller, LineReply } from './line-caller.ts';

/** What ends the calls of work in the background. */
export interface LineSignals {
  /** The service stops, or hands the work over: it is taken up again later. */
  work: AbortSignal;
  /** The work was cancelled, and the grace of its calls is over. */
  halt: AbortSignal;
  /** The work was cancelled: what is called may end, and nothing is tried again. */
  stop?: AbortSignal;
}

/** Attempts at engines that fail for a time. */
const mostAttempts = 5;
const longestPauseMs = 60_000;
const lineTimeoutMs = 15 * 60_000;

/**
 * The reply of the last attempt, and how long that one took: what fails for a time is tried again, until `untilMs` of the clock. Throws the reason of
 * `work` alone.
 */
export async function callPatiently(
  { caller, clock }: { caller: LineCaller; clock: Clock },
  given: Omit<LineCall, 'signal'>,
  { work, halt, stop = halt }: LineSignals,
  untilMs: number,
): Promise<{ reply: LineReply; durationMs: number }> {
  for (let attempt = 1; ; ) {
    // Each attempt reads a body of its own: what reads it fills in defaults.
    const body = structuredClone(given.body);
    const startedAt = performance.now();
    const reply = await inTime([work, halt], (signal) => caller.call({ ...given, body, signal }));
    work.throwIfAborted();
    const ended = { reply, durationMs: Math.round(performance.now() - startedAt) };
    if (reply.retryAfterMs === null || stop.aborted) return ended;
    if (!reply.isOwnLimit && attempt >= mostAttempts) return ended;
    const pauseMs = Math.min(longestPauseMs, Math.max(reply.retryAfterMs, 500 * 2 ** attempt));
    if (clock.now() + pauseMs >= untilMs) return ended;
    if (!reply.isOwnLimit) attempt += 1;
    await clock.sleep(pauseMs, AbortSignal.any([work, stop])).catch(() => work.throwIfAborted());
    if (stop.aborted) return ended;
  }
}

/** Gives a call its time; it ends with the others, too. */
async function inTime<Result>(others: AbortSignal[], call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new AppError('request_timeout', `The line took longer than ${lineTimeoutMs / 60_000} minutes.`));
  }, lineTimeoutMs);
  try {
    return await call(AbortSignal.any([...others, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
