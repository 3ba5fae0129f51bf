/** Why a document, picture or question about rows cannot be served. */
export type DocumentErrorCode =
  /** Nothing in the file. */
  | 'file_empty'
  /** Broken, bomb-like or of an unreadable kind. */
  | 'file_failed'
  | 'unsupported_file_type'
  | 'invalid_pdf'
  | 'pdf_password_required'
  | 'invalid_image'
  | 'image_too_large'
  /** A question about rows names what is not there or asks for too much. */
  | 'invalid_request'
  /** A column has more different values than can be grouped by. */
  | 'too_many_groups'
  /** The OCR engine itself broke down. */
  | 'ocr_unavailable';

/**
 * The one error that this library throws on purpose. `message` is for the user: what is wrong and what to do. `code`
 * survives the way out of a worker process.
 */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DocumentError';
    this.code = code;
  }
}

/** A file that is broken; `what` says how, and what to do. */
export const brokenFile = (what: string): DocumentError => new DocumentError('file_failed', what);

/** An error with a machine-readable code, as engines and recognizers given from outside throw for users to read. */
export function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
