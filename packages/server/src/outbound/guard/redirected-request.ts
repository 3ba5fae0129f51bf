import { AppError } from '../../lib/app-error.ts';

interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Belong to one connection; they are ours to set. */
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What may follow a redirect to another origin. Anything else could be a secret under a name we do not know. */
const harmlessHeaders = new Set([
  'accept',
  'accept-language',
  'cache-control',
  'if-modified-since',
  'if-none-match',
  'user-agent',
]);

/** The headers as they are sent: the caller's, without those of the connection, and ours. */
export function requestHeaders(headers: Record<string, string>, userAgent: string): Record<string, string> {
  const result: Record<string, string> = { 'user-agent': userAgent, 'accept-encoding': 'gzip, br' };
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (!connectionHeaders.has(key)) result[key] = value;
  }
  return result;
}

/** The request that follows a redirect: the method by the HTTP rules, secrets left behind when the origin changes. */
export function redirectedRequest<R extends Request>(request: R, status: number, from: URL, to: URL): R {
  const method = (request.method ?? 'GET').toUpperCase();
  const becomesGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');
  const { body, ...rest } = request;
  const isSameOrigin = from.origin === to.origin;
  if (!becomesGet && !isSameOrigin && body !== undefined) {
    throw new AppError('url_not_allowed', `${from.hostname} redirects a request with a body to another host.`);
  }
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => {
    const key = name.toLowerCase();
    if (becomesGet && key.startsWith('content-')) return false;
    return isSameOrigin || harmlessHeaders.has(key);
  });
  const next = { ...rest, headers: Object.fromEntries(headers), method: becomesGet ? 'GET' : method };
  // `R` minus the body is still an `R`: the body is optional.
  return (becomesGet || body === undefined ? next : { ...next, body }) as R;
}
