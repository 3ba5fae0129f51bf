import { APIError, ConnectionError, ParleyError, TimeoutError } from './errors.ts';
import type { OperationId, OperationRow, Operations } from './generated/operations.ts';
import { retryDelayMs } from './retry-policy.ts';
import { EventStream, type Fold } from './streams/event-stream.ts';

/** What each call can be given beside its request. */
export interface RequestOptions {
  /** Ends the call; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt; of a stream, until it begins. Default: that of the client. */
  timeoutMs?: number | undefined;
  /** Attempts after the first. Default: that of the client. */
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** Sent with calls that create or cost. Default: a random one, the same for every attempt of a call. */
  idempotencyKey?: string | undefined;
  /** Milliseconds without a byte after which a stream counts as dead. Default: 60,000. */
  idleTimeoutMs?: number | undefined;
  /** Sees the status and headers of the answer (`x-request-id`, `x-parley-engine`). Leave its body alone. */
  onResponse?: ((response: Response) => void) | undefined;
}

/** Method, address and flags of every operation that a client can call. */
export type OperationTable = Readonly<Record<string, OperationRow>>;

export interface HttpSettings {
  operations: OperationTable;
  baseUrl: string;
  apiKey: string | undefined;
  adminKey: string | undefined;
  timeoutMs: number;
  maxRetries: number;
  headers: Record<string, string>;
  credentials: 'omit' | 'same-origin' | 'include' | undefined;
  fetch: typeof fetch;
  /** Waits between attempts; a test puts its own here. */
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The request of an operation: only the parts that it has. */
export type OperationInput<Id extends OperationId> = {
  [Part in 'params' | 'query' | 'body' as Operations[Id][Part] extends undefined ? never : Part]?: Operations[Id][Part];
} & { form?: FormData };

interface AnyInput {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  form?: FormData | undefined;
}

const idleTimeoutMs = 60_000;
const accept = { accept: 'text/event-stream' };

/** Sends calls: keys, time limits, retries, errors. */
export class HttpClient {
  readonly settings: HttpSettings;

  constructor(settings: HttpSettings) {
    this.settings = settings;
  }

  /** The answer of one operation, as its type says. Throws `ParleyError`. */
  async request<Id extends OperationId>(
    id: Id,
    input: OperationInput<Id>,
    options: RequestOptions = {},
  ): Promise<Operations[Id]['reply']> {
    const flags = this.#row(id)[2];
    const read = async (response: Response): Promise<unknown> => {
      if (flags.includes('b')) return response.blob();
      if (flags.includes('t')) return response.text();
      if (flags.includes('v')) return undefined;
      // Where a call can also answer with plain text.
      return response.headers.get('content-type')?.startsWith('text/') ? response.text() : response.json();
    };
    const reply = await this.#attempts(id, input, options, read);
    // The contract says what the operation answers; the service checks its own answers against it.
    return reply as Operations[Id]['reply'];
  }

  /** The events of one operation. */
  stream<Id extends OperationId, Event, Result>(
    id: Id,
    input: OperationInput<Id>,
    fold: Fold<Event, Result>,
    options: RequestOptions = {},
  ): EventStream<Event, Result> {
    return new EventStream({
      fold,
      idleTimeoutMs: options.idleTimeoutMs ?? idleTimeoutMs,
      signal: options.signal,
      kept: {
        resume: (stream, lastEventId, signal) => {
          const headers = { ...accept, ...options.headers, 'last-event-id': lastEventId };
          const again = { ...options, signal, headers };
          return this.#attempts('resumeStream', { params: { id: stream } }, again, async (response) => response);
        },
        cancel: (stream) => {
          const again = { headers: options.headers, maxRetries: 0 };
          this.request('cancelStream', { params: { id: stream } }, again).catch(() => {});
        },
      },
      open: (signal) => {
        const headers = { ...accept, ...options.headers };
        return this.#attempts(id, input, { ...options, signal, headers }, async (response) => response);
      },
    });
  }

  /** Puts bytes to a signed address, which needs no key. `body` is asked for at each attempt: a stream can be read once. */
  async put(
    url: string,
    body: () => Blob | ReadableStream,
    headers: Record<string, string>,
    options: RequestOptions,
  ): Promise<void> {
    await this.#retried(true, options, () => {
      const content = body();
      const isStream = content instanceof ReadableStream;
      const init = { method: 'PUT', headers, body: content, ...(isStream && { duplex: 'half' as const }) };
      return this.#attempt({ url, ...init }, options, async (response) => void (await response.arrayBuffer()));
    });
  }

  #row(id: OperationId): [method: string, path: string, flags: string] {
    const [method, path, flags = ''] = this.settings.operations[id]?.split(' ') ?? [];
    if (!method || !path) throw new ParleyError('unknown_operation', `${id} is in @parley/sdk/management`);
    return [method, path, flags];
  }

  async #attempts<Reply>(
    id: OperationId,
    input: OperationInput<OperationId>,
    options: RequestOptions,
    read: (response: Response) => Promise<Reply>,
  ): Promise<Reply> {
    const [method, , flags] = this.#row(id);
    const request = this.#build(id, input, options);
    const isRepeatable = method !== 'POST' || flags.includes('i');
    return this.#retried(isRepeatable, options, () => this.#attempt(request, options, read));
  }

  async #retried<Reply>(isRepeatable: boolean, options: RequestOptions, send: () => Promise<Reply>): Promise<Reply> {
    const maxRetries = options.maxRetries ?? this.settings.maxRetries;
    for (let attempt = 0; ; attempt++) {
      try {
        return await send();
      } catch (error) {
        const delayMs = attempt < maxRetries ? retryDelayMs(error, attempt, isRepeatable, Math.random()) : null;
        if (delayMs === null) throw error;
        await this.settings.wait(delayMs, options.signal);
      }
    }
  }

  async #attempt<Reply>(
    { url, ...init }: RequestInit & { url: string },
    { signal, timeoutMs = this.settings.timeoutMs, onResponse }: RequestOptions,
    read: (response: Response) => Promise<Reply>,
  ): Promise<Reply> {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(() => {
      controller.abort(new TimeoutError(`No answer within ${timeoutMs} ms from ${init.method} ${url}`));
    }, timeoutMs);
    let isStream = false;
    try {
      const response = await this.settings.fetch(url, { ...init, signal: controller.signal });
      onResponse?.(response);
      if (!response.ok) throw await errorOf(response);
      const reply = await read(response);
      // A stream is read after this: the signal must go on ending it.
      isStream = reply === response;
      return reply;
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      if (error instanceof APIError) throw error;
      const message = `${init.method} ${url} got no answer: ${reasonOf(error)}`;
      throw new ConnectionError('connection_failed', message, { cause: error });
    } finally {
      clearTimeout(timer);
      if (!isStream) signal?.removeEventListener('abort', abort);
    }
  }

  #build(
    id: OperationId,
    input: OperationInput<OperationId>,
    { headers: extra, idempotencyKey }: RequestOptions,
  ): RequestInit & { url: string } {
    const [method, path, flags] = this.#row(id);
    const { baseUrl, apiKey, adminKey, credentials, headers } = this.settings;
    const { params, query, body, form }: AnyInput = input;
    const key = flags.includes('a') ? (adminKey ?? apiKey) : apiKey;
    const content = form ?? (body === undefined && method === 'POST' && !flags.includes('v') ? {} : body);
    const isJson = content !== undefined && !isBytes(content);
    return {
      url: baseUrl + withParams(path, params) + queryOf(query),
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...(flags.includes('i') && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
        ...headers,
        ...extra,
      },
      ...(content !== undefined && { body: isJson ? JSON.stringify(content) : content }),
      ...(credentials !== undefined && { credentials }),
    };
  }
}

/** Ends when either does. */
export function both(first: AbortSignal, second: AbortSignal | undefined): AbortSignal {
  return second ? AbortSignal.any([first, second]) : first;
}

/** Waits, unless the signal ends it. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

const isBytes = (value: unknown): value is Blob | FormData | Uint8Array<ArrayBuffer> =>
  value instanceof Blob || value instanceof FormData || value instanceof Uint8Array;

const withParams = (path: string, params: object = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(Reflect.get(params, name))));

function queryOf(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

async function errorOf(response: Response): Promise<APIError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  return APIError.from({ status, headers, body: objectIn(text) ?? { message: text.slice(0, 500) } });
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code') ?? cause.name) : String(cause);
}
