import { type Endpoint, type ErrorCode, errorCatalogue, publicCode } from '@parley/contract';
import { AppError } from '../lib/app-error.ts';
import { diskFull, isDiskFull } from '../lib/disk-full.ts';

interface OpenAIError {
  error: { message: string; type: string; param: string | null; code: string };
}

export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/** Any thrown thing as the error that a caller may see. What was not thrown on purpose becomes an `internal_error` without its message. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError(
        'payload_too_large',
        'The request body is larger than this endpoint accepts. Send less at once, or upload it with POST /v1/files/upload and name its file_id.',
        { cause: error },
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new AppError('unsupported_media_type', 'Send the body as application/json', { cause: error });
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('invalid_json', 'The request needs a JSON body', { cause: error });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('invalid_request', 'The Content-Length header does not match the body', { cause: error });
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return invalidJson(error);
  }
  if (isDiskFull(error)) return diskFull(error);
  if (error instanceof SyntaxError && Reflect.get(error, 'statusCode') === 400) return invalidJson(error);
  if (error instanceof DOMException && error.name === 'AbortError') return callerLeft(error);
  return new AppError(
    'internal_error',
    'Something went wrong on our side. Send the request again, and report the request id if it stays.',
    {
      cause: error,
    },
  );
}

function invalidJson(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message.slice(0, 200) : 'it cannot be parsed';
  return new AppError('invalid_json', `The request body is not valid JSON: ${reason}`, { cause });
}

export function callerLeft(cause?: unknown): AppError {
  return new AppError('client_closed_request', 'The caller closed the connection before the answer', { cause });
}

/** Status, headers and body of an error in the shape that the endpoint's clients read. */
export function toErrorReply(
  error: AppError,
  context: { requestId: string; shape: Endpoint['errorShape']; strictStatus: boolean; origin?: string },
): ErrorReply {
  const shape = context.shape ?? 'parley';
  const isKeyProblem = error.code === 'invalid_api_key';
  const status = statusIn(shape, error, context.strictStatus);
  // Official clients of vendors obey it, whatever the status.
  const headers: Record<string, string> = { 'x-should-retry': String(errorCatalogue[error.code].retryable) };
  // The specification's 503 for a bad key must not invite a retry.
  if (error.retryAfterMs !== undefined && !isKeyProblem) {
    headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
  } else if (status === 429) {
    headers['retry-after'] = '1';
  }
  if (shape === 'jsonrpc') {
    const challenge = mcpChallenge(error, status, context.origin ?? '');
    return { status, headers: { ...headers, ...challenge }, body: rpcBody(error, context.requestId) };
  }
  if (shape === 'anthropic') return { status, headers, body: anthropicBody(error, status, context.requestId) };
  if (shape === 'openai') return { status, headers, body: openaiBody(error, status) };
  return { status, headers, body: parleyBody(error, context.requestId) };
}

/** The status of an error in a shape: vendors answer 401 to a bad key and 404 for a model that is not there. */
export function statusIn(shape: Endpoint['errorShape'], error: AppError, strictStatus = false): number {
  if (error.code === 'invalid_api_key' && (strictStatus || shape !== 'parley')) return 401;
  if (error.code === 'model_not_found' && shape !== 'parley') return 404;
  return error.status;
}

export function parleyBody(error: AppError, requestId: string): object {
  return {
    success: false,
    error: error.title,
    message: error.message,
    code: publicCode(error.code),
    request_id: requestId,
    ...(error.details !== undefined && { details: error.details }),
    ...error.fields,
  };
}

/** Codes of JSON-RPC where it has one, else that of servers for anything else. */
function rpcBody(error: AppError, requestId: string): object {
  const code = error.code === 'invalid_json' ? -32_700 : error.code === 'invalid_request' ? -32_600 : -32_000;
  return { jsonrpc: '2.0', id: null, error: { code, message: error.message, data: parleyBody(error, requestId) } };
}

/** What tells MCP clients how to get in: where the metadata is, and which scope is missing (RFC 6750, RFC 9728). */
function mcpChallenge(error: AppError, status: number, origin: string): Record<string, string> {
  const scope = error.fields?.scope;
  if (status !== 401 && !(status === 403 && typeof scope === 'string')) return {};
  const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
  const reason =
    status === 403
      ? `error="insufficient_scope", scope="${scope}", `
      : error.code === 'invalid_api_key'
        ? 'error="invalid_token", '
        : '';
  return { 'www-authenticate': `Bearer ${reason}${metadata}` };
}

/** Anthropic's documented error types by status. */
export function anthropicErrorType(code: ErrorCode, status: number): string {
  if (code === 'upstream_overloaded') return 'overloaded_error';
  switch (status) {
    case 400:
    case 409:
    case 415:
    case 422:
      return 'invalid_request_error';
    case 401:
      return 'authentication_error';
    case 402:
      return 'billing_error';
    case 403:
      return 'permission_error';
    case 404:
      return 'not_found_error';
    case 413:
      return 'request_too_large';
    case 429:
      return 'rate_limit_error';
    case 504:
      return 'timeout_error';
    default:
      return 'api_error';
  }
}

function anthropicBody(error: AppError, status: number, requestId: string): object {
  return {
    type: 'error',
    error: { type: anthropicErrorType(error.code, status), message: anthropicMessage(error) },
    request_id: requestId,
  };
}

export function anthropicMessage({ title, message, details }: AppError): string {
  const said = withDetails(message, details);
  return message === title ? said : `${title}: ${said}`;
}

function withDetails(message: string, details: string | undefined): string {
  return details === undefined || message.includes(details) ? message : `${message} (${details})`;
}

export function openaiBody(error: AppError, status: number): OpenAIError {
  const type =
    status === 429
      ? 'rate_limit_error'
      : status === 401
        ? 'authentication_error'
        : status < 500
          ? 'invalid_request_error'
          : 'server_error';
  const said = withDetails(error.message, error.details);
  return { error: { message: said, type, param: error.param ?? null, code: publicCode(error.code) } };
}
