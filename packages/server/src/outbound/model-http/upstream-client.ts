import type { IncomingMessage } from 'node:http';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { currentDeferral, takeReply } from '../../lib/deferral.ts';
import type { EventQueue } from '../../lib/event-queue.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { currentTraceparent } from '../../lib/spans.ts';
import { loadUndici } from '../load-undici.ts';
import { type ReplyReader, UpstreamExchange } from './upstream-exchange.ts';

export interface UpstreamTimeouts {
  connectMs: number;
  /** Until the status line; a vendor that is asked for a whole answer takes this long to write it. */
  headersMs: number;
  /** Between two chunks of an answer. */
  idleMs: number;
  totalMs: number;
}

const defaultUpstreamTimeouts: UpstreamTimeouts = {
  connectMs: 10_000,
  headersMs: 600_000,
  idleMs: 300_000,
  totalMs: 600_000,
};

export interface UpstreamRequest {
  /** Scheme, host and port. */
  origin: string;
  path: string;
  headers: Record<string, string>;
  /** JSON text. */
  body: string;
  /** A stream is asked for, so that an answer of unclear type is read as one. */
  isStreamed: boolean;
  /** `provider/model`, of a vendor's language model that can be asked in a batch of the vendor's. */
  engine?: string;
}

/** Sends requests to model providers that the operator configured, over kept connections, one pool for each origin. */
export class UpstreamClient {
  readonly #pools = new Map<string, Pool>();
  readonly #timeouts: UpstreamTimeouts;
  readonly #connector: ((timeoutMs: number) => buildConnector.connector) | undefined;

  /** `connector`: makes connections to addresses that were given while the service runs, and refuses those it may not reach. */
  constructor(timeouts: Partial<UpstreamTimeouts> = {}, connector?: (timeoutMs: number) => buildConnector.connector) {
    this.#timeouts = { ...defaultUpstreamTimeouts, ...timeouts };
    this.#connector = connector;
  }

  /** Never throws; what goes wrong comes out of the iteration. Errors are those of the port `LanguageModel`. */
  post<T>(
    request: UpstreamRequest,
    reader: ReplyReader<T>,
    signal: AbortSignal,
    /** Applied to every event; null drops it. */
    translate?: (event: T) => T | null,
  ): EventQueue<T> {
    const exchange = new UpstreamExchange<T>({
      reader,
      signal,
      translate,
      isStreamed: request.isStreamed,
      totalTimeoutMs: this.#timeouts.totalMs,
    });
    if (exchange.isOver) return exchange.events;
    const later = request.engine === undefined ? null : currentDeferral();
    if (later?.does === 'take' && later.take({ engine: request.engine ?? '', ...request })) return exchange.events;
    const given = later?.does === 'give' ? takeReply(request.engine ?? '') : null;
    if (given !== null) {
      exchange.answer(given);
      return exchange.events;
    }
    const traceparent = currentTraceparent();
    const options: Dispatcher.DispatchOptions = {
      path: request.path,
      method: 'POST',
      headers: traceparent === undefined ? request.headers : { ...request.headers, traceparent },
      body: request.body,
      headersTimeout: this.#timeouts.headersMs,
      bodyTimeout: this.#timeouts.idleMs,
    };
    const send = () => {
      try {
        this.#poolOf(request.origin).dispatch(options, exchange);
      } catch (error) {
        exchange.fail(error);
      }
    };
    // Megabytes were just written as JSON; before they are encoded, others have their turn.
    if (request.body.length > longestAtOnce) setImmediate(send);
    else send();
    return exchange.events;
  }

  /** A small JSON answer to a GET, or to a POST of a body. Throws whatever went wrong, and for any status but 200. */
  async getJson(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    body?: Record<string, unknown>,
  ): Promise<unknown> {
    const { statusCode, answer } = this.#connector
      ? await this.#getGuarded(url, headers, signal, body)
      : await get(url, headers, signal, body).then((it) => ({ statusCode: it.statusCode, answer: it }));
    const text = await readBounded(answer);
    if (statusCode !== 200) throw new Error(`status ${statusCode}`);
    return await parseJson(text);
  }

  async #getGuarded(
    address: string,
    given: Record<string, string>,
    signal: AbortSignal,
    body: Record<string, unknown> | undefined,
  ) {
    const url = new URL(address);
    const { statusCode, body: answer } = await this.#poolOf(url.origin).request({
      path: url.pathname + url.search,
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? given : { ...given, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    return { statusCode, answer };
  }

  /** A small JSON answer to a POST of a form. Throws whatever went wrong, and for any status but 200. */
  async postForm(address: string, form: Record<string, string>, signal: AbortSignal): Promise<unknown> {
    const url = new URL(address);
    const { statusCode, body } = await this.#poolOf(url.origin).request({
      path: url.pathname + url.search,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      signal,
    });
    const text = await readBounded(body);
    if (statusCode !== 200) throw new Error(`status ${statusCode}`);
    return await parseJson(text);
  }

  /** A call that sends or gets more than a JSON text; `path` with its query. Throws what undici throws. */
  request(origin: string, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return this.#poolOf(origin).request(options);
  }

  /** Lets replies under way come to their end; nothing new is sent. */
  async retire(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }

  /** As many as there are providers in the configuration. */
  #poolOf(origin: string): Pool {
    const known = this.#pools.get(origin);
    if (known !== undefined) return known;
    const pool = new (loadUndici().Pool)(origin, {
      connections: null,
      connect: this.#connector?.(this.#timeouts.connectMs) ?? { timeout: this.#timeouts.connectMs },
      // An aborted call must close its socket, which is certain with HTTP/1.1 only.
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: 15_000,
    });
    this.#pools.set(origin, pool);
    return pool;
  }
}

/** Characters of a request that is sent in the turn in which it was written. */
const longestAtOnce = 512 * 1024;

const maxListBytes = 8 * 1024 * 1024;

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxListBytes) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Node's own client: it is there already, and a look at which models a server has needs no more. */
function get(
  url: string,
  given: Record<string, string>,
  signal: AbortSignal,
  body: Record<string, unknown> | undefined,
): Promise<IncomingMessage> {
  // Imported by name, the module would load all that Node's own `fetch` needs, at every start.
  const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = text === undefined ? given : { ...given, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const method = text === undefined ? 'GET' : 'POST';
    request(url, { method, headers, signal, agent: false }, resolve).on('error', reject).end(text);
  });
}
