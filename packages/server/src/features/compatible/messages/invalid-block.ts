import { AppError } from '../../../lib/app-error.ts';

/** A 400 that names a block of a message by its path. */
export function invalid(field: string, problem: string): AppError {
  return new AppError('invalid_request', `${field}: ${problem}`, { title: `${field}: ${problem}` });
}
