import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../ports/clock.ts';

/** Spaces the requests to one host, so that reading many of its pages is no load on it. */
export class HostPace {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #nextAt = new LRUCache<string, number>({ max: 5000 });

  constructor(parts: { clock: Clock; intervalMs: number }) {
    this.#clock = parts.clock;
    this.#intervalMs = parts.intervalMs;
  }

  /** Resolves when the host may be asked again. */
  async wait(url: string, delayMs: number, signal: AbortSignal): Promise<void> {
    const { host } = new URL(url);
    const now = this.#clock.now();
    const at = Math.max(now, this.#nextAt.get(host) ?? 0);
    this.#nextAt.set(host, at + Math.max(this.#intervalMs, delayMs));
    if (at > now) await this.#clock.sleep(at - now, signal);
  }
}
