import type { CacheOutcome, CallTrace as Trace } from '../../../ports/meter.ts';

/** See the port. */
export class CallTrace implements Trace {
  attempts = 0;
  firstTokenMs: number | null = null;
  leftOut: readonly string[] = [];
  cache: CacheOutcome | undefined;
  #forWords: string | null = null;
  #forElse: string | null = null;
  readonly #now: () => number;
  readonly #startedAt: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#startedAt = now();
  }

  get engine(): string | null {
    return this.#forWords ?? this.#forElse;
  }

  asks(engine: string, wants: 'words' | 'else'): void {
    if (wants === 'words') this.#forWords = engine;
    else this.#forElse = engine;
  }

  /** One that is missed makes the call a miss. */
  looked(outcome: CacheOutcome): void {
    this.cache = this.cache === undefined || this.cache === 'hit' ? outcome : this.cache;
  }

  attempt(): void {
    this.attempts++;
  }

  answeredBy(engine: string, leftOut: readonly string[] = []): void {
    this.#forWords = engine;
    this.leftOut = leftOut;
    this.firstTokenMs ??= Math.max(0, Math.round(this.#now() - this.#startedAt));
  }
}
