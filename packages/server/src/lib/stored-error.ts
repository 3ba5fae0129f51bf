import { type ErrorCode, errorCatalogue, type JsonObject } from '@parley/contract';
import { AppError, isAppError } from './app-error.ts';

/** An error as JSON, so that it can be told to whoever asks later, in another process. */
export function storeError(error: unknown): JsonObject {
  if (isAppError(error))
    return { message: error.message, code: error.code, ...(error.details && { details: error.details }) };
  return { message: error instanceof Error ? error.message : String(error) };
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
