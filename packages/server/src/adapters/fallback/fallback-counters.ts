import type { BucketStep, Counters, Taken } from '../../ports/counters.ts';

export interface FallbackCountersOptions {
  /** What all processes share. */
  shared: Counters;
  /** What takes its place while it cannot be reached. */
  own: Counters;
  /** Told once for each time that the shared ones go away and come back. */
  onChange: (isShared: boolean) => void;
  /** Between two looks whether the shared ones are back. Default 1 s. */
  probeMs?: number;
}

const defaultProbeMs = 1000;
/** What /readyz says meanwhile. */
const awayMessage = 'Redis cannot be reached; limits are counted by each process on its own';

/**
 * Counters that go on counting in this process while the shared ones are away: limits then hold for each process by itself,
 * and no call fails for it. Calls never wait for shared counters that are known to be away.
 */
export class FallbackCounters implements Counters {
  readonly #options: FallbackCountersOptions;
  #probe: NodeJS.Timeout | null = null;

  constructor(options: FallbackCountersOptions) {
    this.#options = options;
  }

  get isShared(): boolean {
    return this.#probe === null;
  }

  take(step: BucketStep): Promise<Taken> {
    return this.#with((counters) => counters.take(step));
  }

  hold(key: string, id: string, amount: number): Promise<number> {
    return this.#with((counters) => counters.hold(key, id, amount));
  }

  /** On both sides: a hold may have been taken while the other one counted. */
  async release(key: string, id: string): Promise<void> {
    await this.#options.own.release(key, id);
    if (this.isShared) await this.#with((counters) => counters.release(key, id));
  }

  acquire(key: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#with((counters) => counters.acquire(key, value, ttlMs));
  }

  get(key: string): Promise<string | null> {
    return this.#with((counters) => counters.get(key));
  }

  set(key: string, value: string, ttlMs: number): Promise<void> {
    return this.#with((counters) => counters.set(key, value, ttlMs));
  }

  delete(key: string): Promise<void> {
    return this.#with((counters) => counters.delete(key));
  }

  publish(channel: string, message: string): Promise<void> {
    return this.#with((counters) => counters.publish(channel, message));
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<void> {
    await this.#options.own.subscribe(channel, listener);
    await this.#options.shared.subscribe(channel, listener);
  }

  async check(): Promise<string | undefined> {
    if (this.isShared) await this.#with((counters) => counters.check());
    return this.isShared ? undefined : awayMessage;
  }

  async close(): Promise<void> {
    if (this.#probe) clearInterval(this.#probe);
    await Promise.all([this.#options.shared.close(), this.#options.own.close()]);
  }

  async #with<Result>(use: (counters: Counters) => Promise<Result> | Result): Promise<Result> {
    if (!this.isShared) return use(this.#options.own);
    try {
      return await use(this.#options.shared);
    } catch {
      this.#leaveShared();
      return use(this.#options.own);
    }
  }

  #leaveShared(): void {
    if (this.#probe) return;
    const { shared, onChange, probeMs = defaultProbeMs } = this.#options;
    const probe = setInterval(() => {
      shared.check().then(
        () => {
          if (this.#probe !== probe) return;
          clearInterval(probe);
          this.#probe = null;
          onChange(true);
        },
        // Still away: the next look is a second off.
        () => {},
      );
    }, probeMs).unref();
    this.#probe = probe;
    onChange(false);
  }
}
