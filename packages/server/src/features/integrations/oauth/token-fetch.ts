import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { CustomFetch } from 'openid-client';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import type { OAuthAuth } from '../definitions/manifest.ts';

const timeoutMs = 15_000;
const maxBytes = 1_000_000;

/**
 * The fetch under openid-client: sends through the guard, and turns what vendors do differently into what the standard
 * says, so that the client can stay strict.
 */
export function tokenFetch(
  fetcher: Pick<GuardedFetcher, 'fetch'>,
  auth: Pick<OAuthAuth, 'token_request' | 'invalid_grant_codes' | 'token_url'>,
): CustomFetch {
  return async (url, options) => {
    const headers: Record<string, string> = { ...options.headers, accept: 'application/json' };
    const form = options.body instanceof URLSearchParams ? options.body : null;
    let body: string | undefined = form?.toString() ?? (typeof options.body === 'string' ? options.body : undefined);
    if (form && auth.token_request === 'json' && url === auth.token_url) {
      headers['content-type'] = 'application/json';
      body = JSON.stringify(Object.fromEntries(form));
    }
    const answer = await fetcher.fetch(url, {
      method: options.method,
      headers,
      ...(body !== undefined && { body }),
      ...(options.signal && { signal: options.signal }),
      timeoutMs,
      headersTimeoutMs: timeoutMs,
      maxBytes,
      maxRedirects: 0,
    });
    const { status, value } = normalise(answer.status, parse(answer.body.toString('utf8')), auth.invalid_grant_codes);
    return new Response(value === null ? '' : JSON.stringify(value), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };
}

/** A token answer as RFC 6749 has it. */
export function normalise(
  status: number,
  body: JsonObject | null,
  invalidGrantCodes: readonly string[] = [],
): { status: number; value: JsonObject | null } {
  if (!body) return { status, value: null };
  const isError = status >= 400 || body.ok === false || (body.error !== undefined && body.access_token === undefined);
  if (isError) {
    const { error, description } = toError(body);
    const code = invalidGrantCodes.includes(error) ? 'invalid_grant' : error;
    const value = { error: code, ...(description !== null && { error_description: description }) };
    return { status: Math.max(status, 400), value };
  }
  return { status: 200, value: toTokens(body) };
}

function toTokens(body: JsonObject): JsonObject {
  // Slack puts a user's token beside the application's, or in its place.
  const user = isJsonObject(body.authed_user) ? body.authed_user : {};
  const source = typeof body.access_token === 'string' ? body : { ...body, ...user };
  const { id_token: _, refresh_token, expires_in, scope, ...rest } = source;
  const seconds = toSeconds(expires_in);
  const scopes = Array.isArray(scope) ? scope.filter((item) => typeof item === 'string').join(' ') : scope;
  return {
    ...rest,
    token_type: 'bearer',
    ...(typeof refresh_token === 'string' && refresh_token !== '' && { refresh_token }),
    ...(seconds !== null && { expires_in: seconds }),
    ...(typeof scopes === 'string' && { scope: scopes }),
  };
}

/** Zero and less are used for "never"; text is used for numbers. */
function toSeconds(value: JsonValue | undefined): number | null {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : null;
}

/** The error's code and words, wherever the vendor puts them. */
function toError(body: JsonObject): { error: string; description: string | null } {
  const inner = isJsonObject(body.error) ? body.error : null;
  const candidates = inner ? [inner.type, inner.code, inner.status] : [body.error, body.status, body.code];
  const error = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '');
  const words = [body.error_description, inner?.message, body.message].find((text) => typeof text === 'string');
  return {
    error: typeof error === 'string' ? error : 'invalid_request',
    // The standard allows printable ASCII without quotes and backslashes only; the client refuses anything else.
    description: typeof words === 'string' ? words.replaceAll(/[^\x20-\x7e]|["\\]/g, ' ').slice(0, 300) : null,
  };
}

function parse(text: string): JsonObject | null {
  try {
    const value: JsonValue = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    const form = new URLSearchParams(text.trim());
    return form.has('access_token') || form.has('error') ? Object.fromEntries(form) : null;
  }
}
