import type { ServerResponse } from 'node:http';
import { atTurnEnd } from '../lib/turn-end.ts';

/** A comment after so long a silence, so that idle proxies keep the connection. */
const pingAfterMs = 15_000;
/** Bytes that may wait for a slow reader before the source is asked to wait. */
const highWaterBytes = 1024 * 1024;

const open = new Set<EventWriter>();
let ticker: NodeJS.Timeout | null = null;

/** Writes server-sent events: what comes within one turn of the event loop leaves in one write. */
export class EventWriter {
  readonly #response: ServerResponse;
  #pending = '';
  #isScheduled = false;
  #hasSentHead = false;
  #lastWriteAt = Date.now();

  constructor(response: ServerResponse, headers: Record<string, string | number>) {
    this.#response = response;
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    open.add(this);
    ticker ??= setInterval(tick, 1000).unref();
  }

  write(block: string): void {
    if (block === '') return;
    this.#pending += block;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    atTurnEnd(this.#flush);
  }

  /** True when the source should wait for `drained`. */
  get isFull(): boolean {
    return this.#response.writableLength > highWaterBytes;
  }

  drained(signal: AbortSignal): Promise<void> {
    // A response emits `drain` for what went through it, a socket for what was written to it.
    const { socket } = this.#response;
    return new Promise((resolve) => {
      const done = () => {
        this.#response.off('drain', done);
        socket?.off('drain', done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#response.once('drain', done);
      socket?.once('drain', done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  /** Sends the head although no event is there yet. */
  begin(): void {
    this.#response.flushHeaders();
    this.#hasSentHead = true;
  }

  /** Writes what is pending and closes. */
  end(): void {
    open.delete(this);
    if (open.size === 0 && ticker) {
      clearInterval(ticker);
      ticker = null;
    }
    const rest = this.#pending;
    this.#pending = '';
    if (rest === '') this.#response.end();
    else this.#response.end(rest);
  }

  pingIfSilent(now: number): void {
    if (now - this.#lastWriteAt >= pingAfterMs) this.write(': ping\n\n');
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    if (this.#pending === '' || this.#response.destroyed) return;
    const text = this.#pending;
    this.#pending = '';
    this.#lastWriteAt = Date.now();
    const { socket, chunkedEncoding } = this.#response;
    // Without a socket another reply on the connection goes first; a client of HTTP/1.0 knows no chunks.
    if (this.#hasSentHead && socket !== null && chunkedEncoding) socket.write(chunk(text));
    else this.#response.write(text);
    this.#hasSentHead = true;
  };
}

/**
 * A chunk of a body as it goes over the wire (https://www.rfc-editor.org/rfc/rfc9112#section-7.1). Node would gather its length, its
 * text and its end in the next tick and hand them over as four buffers, which costs more than all else that an event does here.
 */
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

function tick(): void {
  const now = Date.now();
  for (const writer of open) writer.pingIfSilent(now);
}

export const firstEventPingMs = pingAfterMs;
