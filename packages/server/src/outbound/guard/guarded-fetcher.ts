import type { Readable } from 'node:stream';
import type { Agent } from 'undici';
import { AppError } from '../../lib/app-error.ts';
import { loadUndici } from '../load-undici.ts';
import { boundedBody } from './bounded-body.ts';
import { checkUrl, guardedConnector, hostAndPort, type Lookup, lookupAll } from './guarded-connector.ts';
import { HostLimiter } from './host-limiter.ts';
import { redirectedRequest, requestHeaders } from './redirected-request.ts';

export interface GuardedFetcherOptions {
  /** Sent with every request unless the request names its own. */
  userAgent: string;
  /** `host:port` pairs that may be reached although they are private (`ALLOW_PRIVATE_ADDRESSES`). Default none. */
  allowedAddresses?: readonly string[];
  /** Requests at once to one host and in all. Default 2 and 16. */
  concurrencyPerHost?: number;
  concurrency?: number;
  /** Default 5 s, for the name and for each address tried. */
  connectTimeoutMs?: number;
  /** Default 10 s from the request to the answer's head. */
  headersTimeoutMs?: number;
  /** Default: the system's resolver. */
  lookup?: Lookup;
}

export interface GuardedRequest {
  /** Default GET. */
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** From the call to the last byte, waiting for a free place and redirects included. Default 20 s. */
  timeoutMs?: number;
  /** Of the body, counted after decompression. Default 5 MB. */
  maxBytes?: number;
  /** Default 5; with 0 the redirect itself is the answer. */
  maxRedirects?: number;
  /** Default: the fetcher's own. */
  headersTimeoutMs?: number;
}

interface Head {
  /** Where the answer came from, after redirects. */
  url: string;
  status: number;
  /** Names in lower case; repeated ones joined by a comma. */
  headers: Record<string, string>;
}

export interface GuardedResponse extends Head {
  body: Buffer;
}

export interface GuardedStream extends Head {
  /** Must be read to its end or left (`break`); the place at the host is held until then. */
  body: AsyncGenerator<Buffer>;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * The one way out to addresses that a user, a page or a third party named. Reaches public addresses over http and https
 * only, and what the operator opened; every redirect is checked like the first address.
 *
 * Throws `url_not_allowed`, `url_unreachable`, `url_timeout`, `url_too_large`, or the signal's reason. An HTTP error
 * status is an answer, not an error.
 */
export class GuardedFetcher {
  readonly #createAgent: () => Agent;
  #agent: Agent | null = null;
  readonly #limiter: HostLimiter;
  readonly #allowed: ReadonlySet<string>;
  readonly #userAgent: string;
  readonly #headersTimeoutMs: number;

  constructor(options: GuardedFetcherOptions) {
    this.#allowed = new Set((options.allowedAddresses ?? []).map((entry) => entry.trim().toLowerCase()));
    this.#userAgent = options.userAgent;
    this.#headersTimeoutMs = options.headersTimeoutMs ?? 10_000;
    const perHost = options.concurrencyPerHost ?? 2;
    this.#limiter = new HostLimiter({ perHost, total: options.concurrency ?? 16 });
    const connectTimeoutMs = options.connectTimeoutMs ?? 5_000;
    this.#createAgent = () =>
      new (loadUndici().Agent)({
        connect: guardedConnector({ lookup: options.lookup ?? lookupAll, allowed: this.#allowed, connectTimeoutMs }),
        connections: perHost,
        maxHeaderSize: 64 * 1024,
      });
  }

  /** The whole answer. */
  async fetch(url: string | URL, request: GuardedRequest = {}): Promise<GuardedResponse> {
    const { body, ...head } = await this.stream(url, request);
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return { ...head, body: Buffer.concat(chunks) };
  }

  /** The answer's head, and its body as it arrives. */
  async stream(url: string | URL, request: GuardedRequest = {}): Promise<GuardedStream> {
    const timeoutMs = request.timeoutMs ?? 20_000;
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
    const translate = (error: unknown): unknown => {
      if (request.signal?.aborted) return request.signal.reason;
      return toAppError(error, limit.aborted ? timeoutMs : null);
    };
    try {
      return await this.#follow(parse(url), request, signal, translate);
    } catch (error) {
      throw translate(error);
    }
  }

  /** Throws `url_not_allowed` when the address can be refused without looking its name up. */
  check(url: string | URL): void {
    checkUrl(parse(url), this.#allowed);
  }

  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  async #follow(
    first: URL,
    request: GuardedRequest,
    signal: AbortSignal,
    translate: (error: unknown) => unknown,
  ): Promise<GuardedStream> {
    const maxRedirects = request.maxRedirects ?? 5;
    let url = first;
    let current = request;
    for (let hops = 0; ; hops += 1) {
      checkUrl(url, this.#allowed);
      const release = await this.#limiter.acquire(hostAndPort(url), signal);
      try {
        const { statusCode: status, headers, body } = await this.#send(url, current, signal);
        // Also when nobody reads the body: it ends at the time limit at the latest.
        body.once('close', release);
        const head = { url: url.href, status, headers: flat(headers) };
        const target = redirects.has(status) && maxRedirects > 0 ? head.headers.location : undefined;
        if (target === undefined) {
          const maxBytes = request.maxBytes ?? 5 * 1024 * 1024;
          const chunks = boundedBody({ body, headers: head.headers, maxBytes, method: current.method ?? 'GET' });
          return { ...head, body: released(chunks, release, translate) };
        }
        discard(body);
        release();
        if (hops >= maxRedirects) {
          throw new AppError('url_unreachable', `${first.hostname} redirects more than ${maxRedirects} times.`);
        }
        const next = parse(target, url);
        current = redirectedRequest(current, status, url, next);
        url = next;
      } catch (error) {
        release();
        throw error;
      }
    }
  }

  #send(url: URL, request: GuardedRequest, signal: AbortSignal) {
    this.#agent ??= this.#createAgent();
    return loadUndici().request(url, {
      dispatcher: this.#agent,
      method: (request.method ?? 'GET').toUpperCase(),
      headers: requestHeaders(request.headers ?? {}, this.#userAgent),
      body: request.body ?? null,
      signal,
      headersTimeout: request.headersTimeoutMs ?? this.#headersTimeoutMs,
      // The whole call has its limit; a quiet stream is no error.
      bodyTimeout: 0,
    });
  }
}

async function* released(
  chunks: AsyncGenerator<Buffer>,
  release: () => void,
  translate: (error: unknown) => unknown,
): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw translate(error);
  } finally {
    release();
  }
}

function parse(url: string | URL, base?: URL): URL {
  try {
    return new URL(url, base);
  } catch (cause) {
    throw new AppError('url_not_allowed', 'The address is not a valid http or https address.', { cause });
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}

function discard(body: Readable): void {
  body.on('error', () => {});
  body.destroy();
}

function toAppError(error: unknown, timeoutMs: number | null): AppError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) return cause;
  }
  if (timeoutMs !== null) {
    return new AppError('url_timeout', `The address did not answer within ${timeoutMs} ms.`, { cause: error });
  }
  const { errors } = loadUndici();
  const isTimeout = error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError;
  if (isTimeout) return new AppError('url_timeout', 'The address did not answer in time.', { cause: error });
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer';
  return new AppError('url_unreachable', `The address could not be fetched (${code}).`, { cause: error });
}
