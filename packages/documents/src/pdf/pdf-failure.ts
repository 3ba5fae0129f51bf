import type { ErrorCode } from '@parley/contract';

/** Why a PDF cannot be read, thrown inside the worker process; `code` travels to the engine. */
export class PdfFailure extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'PdfFailure';
    this.code = code;
  }
}
