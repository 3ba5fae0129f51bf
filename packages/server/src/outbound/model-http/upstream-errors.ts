import { isJsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';

/** What a model provider said when it refused, whole. It goes to the log as a cause; a client sees no more than `readSentence` leaves. */
export class UpstreamRefusal extends Error {
  readonly status: number;
  /** The parameter that was refused, where the vendor says so. */
  readonly parameter: string | undefined;

  constructor(status: number, text: string, parameter?: string) {
    super(`${status}: ${text.slice(0, 2_000)}`);
    this.name = 'UpstreamRefusal';
    this.status = status;
    this.parameter = parameter;
  }
}

interface VendorError {
  /** As an HTTP status, where the body says it; vendors put it there when a stream had begun. */
  status: number | undefined;
  text: string;
  /** Its message by itself. */
  message: string | undefined;
  /** Its codes and types, in their order. */
  kinds: string[];
  parameter: string | undefined;
  retryAfterMs: number | undefined;
}

/** The kinds of error that OpenAI-like servers, Anthropic and Google name in their bodies. */
const statusByKind: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  request_too_large: 413,
  context_length_exceeded: 400,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};

const tooLong =
  /context_length_exceeded|context[ _](?:length|window|size)|maximum context|prompt is too long|prompt too long|too many (?:input )?tokens|token count .{0,40}exceeds|exceeds? .{0,60}(?:number of )?tokens|input (?:is )?too long/i;
const unknownModel =
  /model_not_found|model .{0,100}(?:not found|does not exist|not exist|is not available)|unknown model|no such model|invalid model|model identifier is invalid|resolve the foundation model/i;

/**
 * Moderation: Azure's 400 (`content_filter`), OpenAI's (`content_policy_violation`, `invalid_prompt` where it was flagged), Alibaba's
 * (`data_inspection_failed`), OpenRouter's 403 (`flagged_input`), DeepSeek's ("Content Exists Risk").
 */
const filteredKind =
  /^(?:content_filter|content_policy_violation|ResponsibleAIPolicyViolation|data_inspection_failed|moderation_blocked)$/i;
const filteredText =
  /content management policy|flagged as potentially violating|flagged_input|requires moderation|content exists risk/i;
/** An account without money. Google says "exceeded your current quota" of a limit on the rate, so its words alone say nothing. */
const unpaidKind = /^(?:insufficient_quota|billing_hard_limit_reached|billing_error|insufficient_balance)$/i;
const unpaidText = /credit balance is too low|insufficient balance/i;
/** What is wrong with the request itself, as against with an address or an account. */
const callerStatuses = new Set([400, 409, 413, 415, 422]);

/** The answer to a status other than 2xx. */
export function errorFromStatus(status: number, headers: Record<string, unknown>, body: string): AppError {
  const vendor = readVendorError(body);
  return toAppError(status, vendor, retryAfterFrom(headers) ?? vendor.retryAfterMs);
}

/**
 * The answer to an error object that came with status 200, mostly in the middle of a stream. With that status the vendor
 * had let the request in: a rate limit told in the body is that of something behind it, which is overloaded.
 */
export function errorFromBody(body: unknown): AppError {
  const vendor = readVendorError(body);
  const told = vendor.status !== undefined && vendor.status >= 400 ? vendor.status : 500;
  return toAppError(told === 429 ? 503 : told, vendor, vendor.retryAfterMs);
}

export function cutError(cause?: unknown): AppError {
  return new AppError('upstream_cut', 'The model provider broke off before its answer was finished. Try again.', {
    cause,
  });
}

export function invalidError(cause?: unknown): AppError {
  return new AppError('upstream_invalid', 'The model provider sent an answer that could not be read. Try again.', {
    cause,
  });
}

export function timeoutError(cause?: unknown): AppError {
  return new AppError('upstream_timeout', 'The model provider did not answer in time. Try again, or ask for less.', {
    cause,
  });
}

/** A failure of the connection. `hasAnswered`: the status line had arrived. */
export function errorFromNetwork(error: unknown, hasAnswered: boolean): AppError {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return timeoutError(error);
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') return invalidError(error);
  if (hasAnswered) return cutError(error);
  return new AppError('upstream_unavailable', 'The model provider could not be reached. Try again later.', {
    cause: error,
  });
}

function toAppError(status: number, vendor: VendorError, retryAfterMs: number | undefined): AppError {
  const cause = new UpstreamRefusal(status, vendor.text, vendor.parameter);
  const options = retryAfterMs === undefined ? { cause } : { cause, retryAfterMs };
  if (
    status === 402 ||
    vendor.kinds.some((kind) => unpaidKind.test(kind)) ||
    (status === 400 && unpaidText.test(vendor.text))
  ) {
    return new AppError('insufficient_quota', "The model provider's account of this service has no credit left.", {
      cause,
    });
  }
  if (status < 500 && (vendor.kinds.some((kind) => filteredKind.test(kind)) || filteredText.test(vendor.text))) {
    return new AppError(
      'content_filter',
      "The model provider's content filter withheld the prompt. Word it differently.",
      {
        cause,
      },
    );
  }
  if (status === 401 || status === 403) {
    return new AppError('upstream_unauthorized', 'The model provider refused the credentials of this service.', {
      cause,
    });
  }
  if (status === 429) {
    return new AppError('upstream_rate_limited', 'The model provider limits the rate of requests. Try again later.', {
      ...options,
      retryAfterMs: retryAfterMs ?? 1_000,
    });
  }
  if (status === 503 || status === 529) {
    return new AppError('upstream_overloaded', 'The model provider is overloaded. Try again later.', options);
  }
  if (status === 408 || status === 504 || status === 524) return timeoutError(cause);
  // Bedrock's 424: the model behind it failed.
  if (status >= 500 || status === 424)
    return new AppError('upstream_error', 'The model provider failed. Try again.', options);
  if (status < 400) return new AppError('upstream_invalid', 'The model provider answered with a redirect.', { cause });
  if (tooLong.test(vendor.text)) {
    return new AppError('context_length_exceeded', 'The request is longer than the model can read. Shorten it.', {
      cause,
    });
  }
  if (unknownModel.test(vendor.text) || (status === 404 && /model/i.test(vendor.text))) {
    return new AppError('model_not_found', 'The model provider does not know this model.', { cause });
  }
  if (!callerStatuses.has(status)) {
    return new AppError('upstream_rejected', 'The model provider refused the request as it was sent.', { cause });
  }
  const sentence = readSentence(vendor.message);
  const said = sentence === undefined ? ' as it was sent.' : `: ${sentence}`;
  return new AppError('request_refused', `The model provider refused the request${said}`, {
    cause,
    ...(status !== 400 && { status }),
    ...(vendor.parameter !== undefined && { param: vendor.parameter.slice(0, 200) }),
  });
}

const longestSentence = 300;

/** The vendor's own words about the caller's request, without addresses, keys and what else is the operator's. */
function readSentence(message: string | undefined): string | undefined {
  const clean = message
    ?.slice(0, 2_000)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/\bhttps?:\/\/[^ ]+/gi, '[address]')
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '[address]')
    .replaceAll(/\b(?:sk|pk|rk|gsk|xai|org|proj|req|AIza)[-_][\w-]{6,}/g, '[hidden]')
    .replaceAll(/\bbearer [^ ]+/gi, '[hidden]')
    .replaceAll(/(?:^| )\/(?:[\w.-]+\/)+[\w.-]*/g, ' [path]')
    .trim();
  if (clean === undefined || clean === '') return undefined;
  return clean.length <= longestSentence ? clean : `${clean.slice(0, longestSentence)}…`;
}

const nothingSaid = { status: undefined, kinds: [], parameter: undefined, retryAfterMs: undefined };

/** Reads the error objects of all vendors: `{error:{…}}`, `{error:"…"}`, `{type:"error",error:{…}}`, `[{error:{…}}]`, plain text. */
function readVendorError(source: unknown): VendorError {
  let body = source;
  if (typeof source === 'string') {
    try {
      body = JSON.parse(source);
    } catch {
      return { ...nothingSaid, text: source, message: /^\s*</.test(source) ? undefined : source };
    }
  }
  const outer: unknown = Array.isArray(body) ? body[0] : body;
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  const error = isJsonObject(outer) ? (isJsonObject(outer.error) ? outer.error : outer) : {};
  const inner = isJsonObject(error.innererror) ? error.innererror.code : undefined;
  const kinds = [error.code, error.type, inner].filter((kind) => typeof kind === 'string');
  const parameter = typeof error.param === 'string' && error.param !== '' ? error.param : undefined;
  return {
    status: statusOf(error),
    text,
    message: messageOf(outer, error),
    kinds,
    parameter,
    retryAfterMs: retryDelayOf(error),
  };
}

/** The message; FastAPI's servers say it as `detail`, a text or a list of what is wrong where. */
function messageOf(outer: unknown, error: Record<string, unknown>): string | undefined {
  if (typeof error.message === 'string') return error.message;
  if (!isJsonObject(outer)) return undefined;
  if (typeof outer.error === 'string') return outer.error;
  const [first] = Array.isArray(outer.detail) ? outer.detail : [outer.detail];
  if (typeof first === 'string') return first;
  return isJsonObject(first) && typeof first.msg === 'string' ? first.msg : undefined;
}

function statusOf(error: Record<string, unknown>): number | undefined {
  for (const field of [error.code, error.status, error.type]) {
    if (typeof field === 'number') return field;
    if (typeof field !== 'string') continue;
    const status = statusByKind[field] ?? Number(field);
    if (Number.isInteger(status)) return status;
  }
  return undefined;
}

/** Google says it in `details` as `{"@type": "…RetryInfo", "retryDelay": "34.4s"}`. */
function retryDelayOf(error: Record<string, unknown>): number | undefined {
  if (!Array.isArray(error.details)) return undefined;
  for (const detail of error.details) {
    const delay = isJsonObject(detail) && typeof detail.retryDelay === 'string' ? detail.retryDelay : '';
    const seconds = Number.parseFloat(delay);
    if (Number.isFinite(seconds)) return Math.ceil(seconds * 1_000);
  }
  return undefined;
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfterFrom(headers: Record<string, unknown>, now = Date.now()): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, Math.ceil(milliseconds));
  const value = headers['retry-after'];
  if (typeof value !== 'string' || value === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1_000));
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** What a vendor sent, where it is JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidError(error);
  }
}
