import { AppError } from '../lib/app-error.ts';

const retryAfterMs = 5000;

/** Throws what a database threw: as `service_unavailable` with `Retry-After` when it could not be reached or did not answer. */
export function throwUnreachable(error: unknown): never {
  if (!isUnreachable(error)) throw error;
  throw new AppError('service_unavailable', 'The database cannot be reached just now. Send the request again.', {
    retryAfterMs,
    cause: error,
  });
}

const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Connection exceptions, too many connections, shutdown, and statements cancelled for their time. */
const states = /^(?:08\w{3}|53300|57P0[123]|57014)$/;
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error|not queryable/;

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return codes.has(code) || states.test(code) || messages.test(error.message);
}
