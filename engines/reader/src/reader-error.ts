import type { Unasked } from './text/likeness.ts';

/** Why the reader could not reply. */
export type ReaderErrorCode =
  /** The texts do not hold what the schema requires; `details` names it by JSON Pointers, `raw` is what was found. */
  | 'schema_not_met'
  /** A tool had to be called, and none fits with inputs that stand in the conversation. */
  | 'no_tool_fits';

export interface ReaderErrorOptions {
  details?: string;
  raw?: string;
  cause?: unknown;
}

/** The one error that the reader throws on purpose. `message` says what happened and what to do. */
export class ReaderError extends Error {
  readonly code: ReaderErrorCode;
  readonly details: string | undefined;
  readonly raw: string | undefined;
  /** With what an encoder says of them it might have replied. */
  unasked: Unasked = {};

  constructor(code: ReaderErrorCode, message: string, { details, raw, cause }: ReaderErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ReaderError';
    this.code = code;
    this.details = details;
    this.raw = raw;
  }
}
