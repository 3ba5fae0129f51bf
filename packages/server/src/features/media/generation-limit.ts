import { AppError, isAppError } from '../../lib/app-error.ts';

type Kind = 'image' | 'video';

/** Runs one generation under its time limit and puts what goes wrong into the endpoint's own errors. */
export async function withinLimit<Result>(
  kind: Kind,
  options: { timeoutMs: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(timedOut(kind, options.timeoutMs)), options.timeoutMs);
  const signal = AbortSignal.any([options.signal, limit.signal]);
  try {
    // An engine that ignores its signal must not hold the answer back.
    return await Promise.race([work(signal), rejection(signal)]);
  } catch (error) {
    if (options.signal.aborted) throw error;
    if (limit.signal.aborted) throw limit.signal.reason;
    throw toGenerationError(kind, error, options.timeoutMs);
  } finally {
    clearTimeout(timer);
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function timedOut(kind: Kind, timeoutMs: number): AppError {
  const message = `Nothing was finished within ${Math.round(timeoutMs / 1000)} s. Try again, or ask for something simpler.`;
  return new AppError(`${kind}_generation_timeout`, message);
}

function toGenerationError(kind: Kind, error: unknown, timeoutMs: number): AppError {
  if (isAppError(error)) {
    if (error.code === 'upstream_timeout' || error.code === 'url_timeout') return timedOut(kind, timeoutMs);
    if (error.code === 'model_not_configured') {
      return new AppError(`${kind}_generation_not_configured`, error.message, { cause: error });
    }
    if (!/^(upstream|url|model|context)_/.test(error.code)) return error;
    return new AppError(`${kind}_generation_failed`, error.message, { details: error.title, cause: error });
  }
  return new AppError(`${kind}_generation_failed`, 'The engine could not finish this. Try again.', { cause: error });
}
