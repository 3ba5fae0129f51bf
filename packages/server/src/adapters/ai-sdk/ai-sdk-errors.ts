import { isJsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import {
  cutError,
  errorFromBody,
  errorFromNetwork,
  errorFromStatus,
  invalidError,
} from '../../outbound/model-http/upstream-errors.ts';

/** The errors of provider packages (`APICallError` and others) in our words; what they say inside goes to the log only. */
export function errorFromAiSdk(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (typeof error !== 'object' || error === null) return errorFromBody({ error: { message: String(error) } });
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined;
  if (status !== undefined && status >= 300) {
    const headers = 'responseHeaders' in error && isJsonObject(error.responseHeaders) ? error.responseHeaders : {};
    const body = 'responseBody' in error && typeof error.responseBody === 'string' ? error.responseBody : '';
    return errorFromStatus(status, headers, body);
  }
  const name = 'name' in error ? String(error.name) : '';
  // Packages report a stream that just ends as invalid data.
  if (error instanceof Error && /without a finish/i.test(error.message)) return cutError(error);
  if (/JSONParse|TypeValidation|InvalidResponse/.test(name)) return invalidError(error);
  if (status !== undefined) return cutError(error);
  if (name.includes('APICall') || name === 'TypeError') {
    const cause = 'cause' in error ? error.cause : undefined;
    return errorFromNetwork(networkCause(cause) ?? error, false);
  }
  if (error instanceof Error) return cutError(error);
  return errorFromBody({ error });
}

/** `fetch` wraps the error of the socket once or twice. */
function networkCause(cause: unknown): unknown {
  if (typeof cause !== 'object' || cause === null) return undefined;
  return 'cause' in cause && cause.cause !== undefined ? cause.cause : cause;
}
