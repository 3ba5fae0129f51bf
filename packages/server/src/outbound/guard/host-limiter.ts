interface Waiting {
  host: string;
  start(): void;
}

/** Lets so many things happen at once per host and in all; the rest wait in order of arrival. */
export class HostLimiter {
  readonly #perHost: number;
  readonly #total: number;
  readonly #active = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #activeTotal = 0;

  constructor(options: { perHost: number; total: number }) {
    this.#perHost = options.perHost;
    this.#total = options.total;
  }

  /** Resolves with the function that gives the place back (calling it twice is harmless). */
  acquire(host: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        const index = this.#waiting.indexOf(waiting);
        if (index >= 0) this.#waiting.splice(index, 1);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        host,
        start: () => {
          signal.removeEventListener('abort', onAbort);
          resolve(this.#take(host));
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  #take(host: string): () => void {
    this.#activeTotal += 1;
    this.#active.set(host, (this.#active.get(host) ?? 0) + 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#activeTotal -= 1;
      const left = (this.#active.get(host) ?? 1) - 1;
      if (left === 0) this.#active.delete(host);
      else this.#active.set(host, left);
      this.#next();
    };
  }

  #next(): void {
    for (let index = 0; index < this.#waiting.length && this.#activeTotal < this.#total; ) {
      const waiting = this.#waiting[index];
      if (waiting && (this.#active.get(waiting.host) ?? 0) < this.#perHost) {
        this.#waiting.splice(index, 1);
        waiting.start();
      } else {
        index += 1;
      }
    }
  }
}
