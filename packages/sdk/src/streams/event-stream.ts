// Whoever compiles against an older library of JavaScript finds `Symbol.asyncDispose` all the same.
/// <reference lib="esnext.disposable" preserve="true" />
import { APIError, ConnectionError, ParleyError, TimeoutError } from '../errors.ts';
import { readEvents, type ServerEvent } from './read-events.ts';

/** Turns what comes over the wire into events, and into the result that the plain call would have given. */
export interface Fold<Event, Result> {
  /** The events that one event of the wire means. Throws what the service reports as an error. */
  take(event: ServerEvent, headers: Headers): Iterable<Event>;
  /** The result, once the event that ends the stream has come. */
  result(): Result | undefined;
}

interface KeptStream {
  resume(id: string, lastEventId: string, signal: AbortSignal): Promise<Response>;
  /** Never fails: a stream that nobody reads ends by itself. */
  cancel(id: string): void;
}

export interface StreamSource<Event, Result> {
  /** Sends the call. The signal ends it. */
  open(signal: AbortSignal): Promise<Response>;
  /** What a stream that the service keeps is taken up again with after a cut, and stopped with when it is left. */
  kept: KeptStream;
  fold: Fold<Event, Result>;
  /** The caller's own. */
  signal: AbortSignal | undefined;
  /** Milliseconds without a byte after which the stream counts as dead; the service sends a sign of life every 15 s. */
  idleTimeoutMs: number;
}

/**
 * A reply as it comes. Iterate it once; leaving the loop aborts the call. The call is sent when it is first read.
 *
 * ```ts
 * const stream = parley.answer.stream({ query: 'Why is the sky blue?' });
 * for await (const event of stream) if (event.type === 'text') process.stdout.write(event.text);
 * const answer = await stream.result();
 * ```
 */
export class EventStream<Event, Result> implements AsyncIterable<Event> {
  readonly #source: StreamSource<Event, Result>;
  readonly #controller = new AbortController();
  #reading: AsyncGenerator<Event, Result, undefined> | null = null;
  #settle: { resolve(result: Result): void; reject(reason: unknown): void } | null = null;
  readonly #result: Promise<Result>;
  /** Of the stream, while the service keeps it and has not ended it. */
  #keptId: string | null = null;

  constructor(source: StreamSource<Event, Result>) {
    this.#source = source;
    this.#result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Who iterates learns of a failure there; it must not count as unhandled here.
    this.#result.catch(() => {});
  }

  /** Every event, in order; the last one holds the result, which is also what the iterator returns. */
  [Symbol.asyncIterator](): AsyncGenerator<Event, Result, undefined> {
    if (this.#reading) throw new ParleyError('stream_used', 'A stream can be read once; use result() for its outcome');
    this.#reading = this.#read();
    return this.#reading;
  }

  /** What the plain call would have answered. Reads the stream when nobody does. */
  async result(): Promise<Result> {
    if (!this.#reading) {
      const reading = this[Symbol.asyncIterator]();
      while (!(await reading.next()).done);
    }
    return this.#result;
  }

  /** Ends the call. Whoever reads gets the reason as an error. */
  abort(reason: unknown = new DOMException('The stream was aborted', 'AbortError')): void {
    this.#controller.abort(reason);
    if (!this.#reading) this.#settle?.reject(reason);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.abort();
  }

  async *#read(): AsyncGenerator<Event, Result, undefined> {
    const { open, fold, signal } = this.#source;
    const controller = this.#controller;
    const abort = () => controller.abort(signal?.reason);
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', abort, { once: true });
      controller.signal.throwIfAborted();
      for await (const { event, headers } of this.#events(open)) {
        for (const one of fold.take(event, headers)) yield one;
        const result = fold.result();
        if (result === undefined) continue;
        this.#keptId = null;
        this.#settle?.resolve(result);
        return result;
      }
      throw streamCut();
    } catch (error) {
      // What failed at the service has ended there.
      if (error instanceof APIError) this.#keptId = null;
      this.#settle?.reject(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      // After the end this does nothing; when the loop was left, it closes the connection.
      const left = new DOMException('The stream was left before its end', 'AbortError');
      this.#settle?.reject(left);
      controller.abort(left);
      if (this.#keptId !== null) this.#source.kept.cancel(this.#keptId);
    }
  }

  /** The events of the wire; those of a stream that the service keeps over as many connections as it takes. */
  async *#events(open: (signal: AbortSignal) => Promise<Response>): AsyncGenerator<Sent, void, undefined> {
    const { idleTimeoutMs, kept } = this.#source;
    const { signal } = this.#controller;
    let [last, cuts] = ['0', 0];
    let connect = open;
    for (;;) {
      const connection = new AbortController();
      const end = () => connection.abort(signal.reason);
      signal.addEventListener('abort', end, { once: true });
      try {
        const response = await connect(connection.signal);
        const { headers } = response;
        this.#keptId ??= headers.get('x-parley-stream');
        for await (const event of readEvents(chunksOf(response, connection, idleTimeoutMs))) {
          [last, cuts] = [event.id ?? last, 0];
          yield { event, headers };
        }
        if (this.#keptId === null) return;
        throw streamCut();
      } catch (error) {
        const id = this.#keptId;
        const isCut = error instanceof ConnectionError || error instanceof TimeoutError;
        if (id === null || !isCut || signal.aborted || ++cuts > mostCuts) throw error;
        connect = (one) => kept.resume(id, last, one);
      } finally {
        signal.removeEventListener('abort', end);
      }
    }
  }
}

interface Sent {
  event: ServerEvent;
  headers: Headers;
}

/** One after the other, without an event between them. */
const mostCuts = 5;

const streamCut = () =>
  new ConnectionError('stream_cut', 'The stream ended before its last event; the reply is not complete');

/** The bytes of a body, none for longer than the limit apart. */
async function* chunksOf(
  response: Response,
  controller: AbortController,
  idleTimeoutMs: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      timer = setTimeout(() => {
        controller.abort(new TimeoutError(`The stream was silent for ${idleTimeoutMs} ms`));
      }, idleTimeoutMs);
      const { done, value } = await aborting(reader.read(), signal);
      clearTimeout(timer);
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof APIError) throw error;
    throw new ConnectionError('connection_lost', 'The connection broke off within the stream', { cause: error });
  } finally {
    clearTimeout(timer);
    // Not awaited: a connection that hangs must not hold up the caller.
    reader.cancel().catch(() => {});
  }
}

/** The outcome of a promise, or the abort that comes first. */
function aborting<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
