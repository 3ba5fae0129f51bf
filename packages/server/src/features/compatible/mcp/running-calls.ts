import { AppError } from '../../../lib/app-error.ts';
import type { Counters } from '../../../ports/counters.ts';

const channel = 'mcp-cancelled';

/** A request of a session, as long as it is worked on. */
export interface RunningCall {
  /** Aborts when the client cancels it. */
  signal: AbortSignal;
  end(): void;
}

/**
 * Requests under way, by session and request id. A client cancels one by a message of its own, which may reach another process
 * than the one that works on it: every process gets the message.
 */
export class RunningCalls {
  readonly #counters: Pick<Counters, 'publish' | 'subscribe'>;
  readonly #running = new Map<string, AbortController>();

  constructor(counters: Pick<Counters, 'publish' | 'subscribe'>) {
    this.#counters = counters;
  }

  async start(): Promise<void> {
    await this.#counters.subscribe(channel, (name) => this.#running.get(name)?.abort(cancelled()));
  }

  begin(session: string, requestId: unknown): RunningCall {
    const name = nameOf(session, requestId);
    const abort = new AbortController();
    this.#running.set(name, abort);
    return {
      signal: abort.signal,
      end: () => {
        if (this.#running.get(name) === abort) this.#running.delete(name);
      },
    };
  }

  async cancel(session: string, requestId: unknown): Promise<void> {
    await this.#counters.publish(channel, nameOf(session, requestId));
  }
}

/** `1` and `"1"` are different ids. */
const nameOf = (session: string, requestId: unknown): string => `${session} ${JSON.stringify(requestId)}`;
const cancelled = () => new AppError('client_closed_request', 'The client cancelled the request');
