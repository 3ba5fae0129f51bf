import type { ErrorCode } from '@parley/contract';

/** Why a file cannot be read, thrown inside the worker process. `message` is for the user: what is wrong and what to do. */
export class DocumentFailure extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'DocumentFailure';
    this.code = code;
  }
}

export const brokenFile = (what: string): DocumentFailure => new DocumentFailure('file_failed', what);
