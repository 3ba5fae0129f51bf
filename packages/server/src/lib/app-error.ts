import { type ErrorCode, type ErrorFamily, errorCatalogue, familyOf, type JsonValue } from '@parley/contract';

export interface AppErrorOptions {
  /** The body's `error`, where it must differ from the catalogue's title. */
  title?: string;
  details?: string;
  /** The field of the request that is wrong, such as `messages[0].content`; for shapes of errors that name it. */
  param?: string;
  /** Further fields of the body, such as `file_id` or `available_features`. */
  fields?: Record<string, JsonValue>;
  /** For `Retry-After`. */
  retryAfterMs?: number;
  /** The status, where a vendor's answer to the caller's request had one of its own (413, 422). */
  status?: number;
  cause?: unknown;
}

/** The one error that the service throws on purpose. `message` is for the caller: what happened and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly title: string;
  readonly details: string | undefined;
  readonly param: string | undefined;
  readonly fields: Record<string, JsonValue> | undefined;
  readonly retryAfterMs: number | undefined;
  readonly status: number;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.title = options.title ?? errorCatalogue[code].title;
    this.details = options.details;
    this.param = options.param;
    this.fields = options.fields;
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status ?? errorCatalogue[code].status;
  }
}

export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}

/** Whether a vendor of models (`upstream`), a fetched address or a web search failed. */
export function isOfFamily(error: unknown, family: ErrorFamily): error is AppError {
  return error instanceof AppError && familyOf(error.code) === family;
}
