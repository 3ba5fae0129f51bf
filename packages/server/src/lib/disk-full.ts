import { AppError } from './app-error.ts';

/** Of the system, of SQLite (SQLITE_FULL) and of PostgreSQL. */
const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);
const sqliteFull = 13;
const retryAfterMs = 30_000;
const deepest = 5;

/** Whether something was not written because a disk is full. */
export function isDiskFull(error: unknown): boolean {
  let at = error;
  for (let depth = 0; depth < deepest && at instanceof Error; depth++, at = at.cause) {
    if (at instanceof AppError && at.code === 'disk_full') return true;
    if (codes.has(Reflect.get(at, 'code')) || Reflect.get(at, 'errcode') === sqliteFull) return true;
  }
  return false;
}

export function diskFull(cause?: unknown): AppError {
  return new AppError(
    'disk_full',
    'The disk of the service is full, so nothing was stored. Send the request again when its operator has made room.',
    { retryAfterMs, ...(cause !== undefined && { cause }) },
  );
}
