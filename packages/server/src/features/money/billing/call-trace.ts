import type { CallTrace as Trace } from '../../../ports/meter.ts';

/** See the port. */
export class CallTrace implements Trace {
  engine: string | null = null;
  attempts = 0;
  firstTokenMs: number | null = null;
  leftOut: readonly string[] = [];
  readonly #now: () => number;
  readonly #startedAt: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#startedAt = now();
  }

  attempt(): void {
    this.attempts++;
  }

  answeredBy(engine: string, leftOut: readonly string[] = []): void {
    this.engine = engine;
    this.leftOut = leftOut;
    this.firstTokenMs ??= Math.max(0, Math.round(this.#now() - this.#startedAt));
  }
}
