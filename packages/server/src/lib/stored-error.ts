import { type ErrorCode, errorCatalogue, type JsonObject } from '@parley/contract';
import { AppError, isAppError } from './app-error.ts';

/** An error as JSON, so that it can be told to whoever asks later, in another process. */
export function storeError(error: unknown): JsonObject {
  if (isAppError(error))
    return { message: error.message, code: error.code, ...(error.details && { details: error.details }) };
  return { message: error instanceof Error ? error.message : String(error) };
}

/** Reasons for jobs that failed without an error of their own. These sentences hold no word of a caller. */
export const jobEndings = {
  lost: 'the process that worked on it ended, or stopped answering, each time',
  deadline: 'the deadline of the job has passed',
  late: 'the deadline of the job has passed before it could be worked on',
  cancelled: 'Somebody who looks after the service cancelled it; begin again if it is wanted',
} as const;

/**
 * What may be kept of an error once what it was about is gone: its code with the sentence of the catalogue. The error's own
 * words can be those of a document or a caller.
 */
export function keptReason(error: unknown): { code: ErrorCode | null; message: string } {
  const code = isAppError(error) ? error.code : null;
  const own = Object.values(jobEndings).find((sentence) => error instanceof Error && error.message === sentence);
  if (own !== undefined) return { code, message: own };
  const known = code ?? 'internal_error';
  return { code: known, message: errorCatalogue[known].title };
}

/** The error again: an `AppError` when it was one. */
export function restoreError(stored: JsonObject): Error {
  const message = typeof stored.message === 'string' ? stored.message : 'the reason is not known';
  const details = typeof stored.details === 'string' ? { details: stored.details } : {};
  return isErrorCode(stored.code) ? new AppError(stored.code, message, details) : new Error(message);
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCatalogue, code);
}
