import type { ServerResponse } from 'node:http';

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
    setImmediate(() => this.#flush());
  }

  /** True when the source should wait for `drained`. */
  get isFull(): boolean {
    return this.#response.writableLength > highWaterBytes;
  }

  drained(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#response.off('drain', done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#response.once('drain', done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  /** Sends the head although no event is there yet. */
  begin(): void {
    this.#response.flushHeaders();
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

  #flush(): void {
    this.#isScheduled = false;
    if (this.#pending === '' || this.#response.destroyed) return;
    const text = this.#pending;
    this.#pending = '';
    this.#lastWriteAt = Date.now();
    this.#response.write(text);
  }
}

function tick(): void {
  const now = Date.now();
  for (const writer of open) writer.pingIfSilent(now);
}

export const firstEventPingMs = pingAfterMs;
