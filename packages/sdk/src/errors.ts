import { type ErrorCode, errorCodes } from './generated/errors.ts';

/** Whatever this library throws, but for the reason of a signal that the caller aborted. */
export class ParleyError extends Error {
  // Written out in every class: minifiers rename classes.
  override readonly name: string = 'ParleyError';
  /** What went wrong, for programs: a code of the service, or one of `clientCodes`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The service could not be reached, or the connection broke off. */
export class ConnectionError extends ParleyError {
  override readonly name = 'ConnectionError';
}

/** Nothing came within the time limit of the call. */
export class TimeoutError extends ParleyError {
  override readonly name = 'TimeoutError';

  constructor(message: string, options?: ErrorOptions) {
    super('timeout', message, options);
  }
}

/** What the service said about a call that failed, as an answer or as the last event of a stream. */
export interface Failure {
  /** HTTP status; for events of a stream, the one that the code has. */
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

/** The service refused the call or failed. Catch a subclass for a kind, compare `code` for a cause. */
export class APIError extends ParleyError {
  override readonly name: string = 'APIError';
  declare readonly code: ErrorCode | (string & {});
  /** HTTP status; for events of a stream, the one that the code has. */
  readonly status: number;
  /** Quote it to whoever runs the service. */
  readonly requestId: string | null;
  /** More about the cause, where the service says it. */
  readonly details: string | undefined;
  /** The whole body: some errors carry further fields, such as `file_id` or `available_features`. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  /** Milliseconds to wait before trying again, where the service says so. */
  readonly retryAfterMs: number | undefined;
  /** Whether the same call can succeed when it is sent again later. */
  readonly isRetryable: boolean;

  constructor({ status, body, headers }: Failure) {
    const { code, title, message } = read(body, status);
    super(code, message === undefined || message === title ? title : `${title}: ${message}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.requestId = textOf(body.request_id) ?? headers.get('x-request-id');
    this.details = textOf(body.details);
    this.retryAfterMs = retryAfter(headers);
    this.isRetryable = canSucceedLater(code, status);
  }

  /** The error of the class that fits the status and code. */
  static from(failure: Failure): APIError {
    const { code } = read(failure.body, failure.status);
    // A wrong key is a 503 for the sake of older clients.
    const kind = code === 'invalid_api_key' ? AuthenticationError : classes[failure.status];
    if (kind) return new kind(failure);
    return failure.status >= 500 ? new ServerError(failure) : new APIError(failure);
  }

  /** The error of an event that ended a stream. */
  static fromEvent(body: Record<string, unknown>, headers: Headers): APIError {
    return APIError.from({ status: statusOf(read(body, 500).code), body, headers });
  }
}

/** 400: the request is wrong; the message names the field. */
export class BadRequestError extends APIError {
  override readonly name = 'BadRequestError';
}
/** The key is missing, wrong, revoked or expired. */
export class AuthenticationError extends APIError {
  override readonly name = 'AuthenticationError';
}
/** 402: the budget is spent. */
export class BudgetExceededError extends APIError {
  override readonly name = 'BudgetExceededError';
}
/** 403: the key lacks a scope. */
export class ForbiddenError extends APIError {
  override readonly name = 'ForbiddenError';
}
/** 404 */
export class NotFoundError extends APIError {
  override readonly name = 'NotFoundError';
}
/** 409 */
export class ConflictError extends APIError {
  override readonly name = 'ConflictError';
}
/** 413 */
export class TooLargeError extends APIError {
  override readonly name = 'TooLargeError';
}
/** 422: understood, but it cannot be done, such as a file that cannot be read. */
export class UnprocessableError extends APIError {
  override readonly name = 'UnprocessableError';
}
/** 429 */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError';
}
/** 5xx */
export class ServerError extends APIError {
  override readonly name = 'ServerError';
}

const classes: Readonly<Record<number, new (failure: Failure) => APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: BudgetExceededError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: TooLargeError,
  422: UnprocessableError,
  429: RateLimitError,
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Code and sentences of a body in our shape, or in that of the OpenAI- and Anthropic-shaped endpoints. */
function read(body: Record<string, unknown>, status: number): { code: string; title: string; message?: string } {
  const { error, code, message } = body;
  if (typeof error === 'object' && error !== null) {
    const inner: Record<string, unknown> = { ...error };
    return {
      code: textOf(inner.code) ?? textOf(inner.type) ?? `http_${status}`,
      title: textOf(inner.message) ?? `HTTP ${status}`,
    };
  }
  const said = textOf(message);
  return {
    code: textOf(code) ?? `http_${status}`,
    title: textOf(error) ?? `HTTP ${status}`,
    ...(said !== undefined && { message: said }),
  };
}

function statusOf(code: string): number {
  const row = Object.entries(errorCodes).find(([, codes]) => codes.split(/[ +]+/).includes(code));
  return row ? Number(row[0]) : 500;
}

function canSucceedLater(code: string, status: number): boolean {
  const known = errorCodes[status]?.split(' ').find((one) => one === code || one === `${code}+`);
  return known === undefined ? status === 408 || status === 429 || status >= 500 : known.endsWith('+');
}

/** `Retry-After` as seconds or as a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
