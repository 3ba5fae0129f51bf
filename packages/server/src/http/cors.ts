import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const preflightSeconds = 600;
/** What pages may send and read beyond the headers that every page may. */
const requestHeaders =
  'authorization, x-api-key, content-type, idempotency-key, x-request-id, range, anthropic-version, anthropic-beta, ' +
  'x-parley-strict, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id, x-parley-user, x-parley-cache, x-parley-tags, x-parley-metadata, x-parley-store, x-parley-guards';
const responseHeaders =
  'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, idempotency-replayed, ' +
  'content-disposition, content-range, etag, x-parley-engine, x-parley-attempts, x-parley-schema-mode, ' +
  'x-parley-warnings, x-parley-stream, x-parley-cache, x-parley-budget, x-parley-budget-remaining, x-parley-budget-reset, x-should-retry, mcp-session-id, www-authenticate';

export interface CorsOptions {
  /** Whose pages may call; `*` for all. */
  origins: readonly string[];
  /** Whether pages of this origin may call with a key that is limited to origins. */
  hasKey(origin: string): Promise<boolean>;
  /** The methods of a path, none for an unknown one. */
  methodsOf(path: string): string[];
}

/**
 * Lets pages of the given origins, and those that a key names, call from a browser; keys travel in headers, so no cookies are allowed.
 * Preflights are answered here, before authentication.
 */
export function addCors(app: FastifyInstance, { origins, hasKey, methodsOf }: CorsOptions): void {
  const any = origins.includes('*');
  const known = new Set(origins);
  const allow = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    // Written to the raw response, so that streams have them as well.
    reply.raw.setHeader('access-control-allow-origin', any ? '*' : (request.headers.origin ?? ''));
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    const methods = isPreflight ? methodsOf(request.url.split('?')[0] ?? '') : [];
    if (methods.length === 0) {
      reply.raw.setHeader('access-control-expose-headers', responseHeaders);
      done();
      return;
    }
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': requestHeaders,
        'access-control-max-age': preflightSeconds,
      })
      .send();
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origins.length > 0 || origin !== undefined) reply.raw.setHeader('vary', 'Origin');
    if (origin === undefined) return done();
    if (any || known.has(origin)) return allow(request, reply, done);
    // The service's own pages say it with whatever they send.
    if (origin.endsWith(`//${request.headers.host}`)) return done();
    hasKey(origin).then((isKnown) => (isKnown ? allow(request, reply, done) : done()), done);
  });
}
