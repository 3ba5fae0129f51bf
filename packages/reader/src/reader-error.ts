/** Why the reader could not reply. */
export type ReaderErrorCode = 'failed';

/** The one error that the reader throws on purpose. `message` says what happened and what to do. */
export class ReaderError extends Error {
  readonly code: ReaderErrorCode;

  constructor(code: ReaderErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ReaderError';
    this.code = code;
  }
}
