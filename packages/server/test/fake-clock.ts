import type { Clock } from '../src/ports/clock.ts';

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  #now: number;

  constructor(now = Date.UTC(2026, 10, 21, 12)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  async sleep(ms: number): Promise<void> {
    this.#now += ms;
    // Whoever polls must not keep everything else from happening.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
