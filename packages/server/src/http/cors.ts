import type { FastifyInstance } from 'fastify';

const preflightSeconds = 600;
/** What pages may send and read beyond the headers that every page may. */
const requestHeaders =
  'authorization, x-api-key, content-type, idempotency-key, x-request-id, range, anthropic-version, anthropic-beta, ' +
  'x-parley-strict, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id, x-parley-user, x-parley-cache, x-parley-tags, x-parley-metadata';
const responseHeaders =
  'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, idempotency-replayed, ' +
  'content-disposition, content-range, etag, x-parley-engine, x-parley-attempts, x-parley-schema-mode, ' +
  'x-parley-warnings, x-parley-cache, x-should-retry, mcp-session-id, www-authenticate';

/**
 * Lets pages of the given origins call from a browser; keys travel in headers, so no cookies are allowed. Preflights are
 * answered here, before authentication. `methodsOf` gives the methods of a path, none for an unknown one.
 */
export function addCors(app: FastifyInstance, origins: readonly string[], methodsOf: (path: string) => string[]): void {
  if (origins.length === 0) return;
  const any = origins.includes('*');
  const known = new Set(origins);
  app.addHook('onRequest', (request, reply, done) => {
    // Written to the raw response, so that streams have them as well.
    reply.raw.setHeader('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(any || known.has(origin))) {
      done();
      return;
    }
    reply.raw.setHeader('access-control-allow-origin', any ? '*' : origin);
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
  });
}
