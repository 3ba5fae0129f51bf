import type { TracedStep } from '../../../lib/traced.ts';
import type { CacheOutcome, CallTrace as Trace } from '../../../ports/meter.ts';

/** Of a call that takes more, the first are kept. */
const mostSteps = 100;

/** See the port. */
export class CallTrace implements Trace {
  attempts = 0;
  firstTokenMs: number | null = null;
  leftOut: readonly string[] = [];
  cache: CacheOutcome | undefined;
  isCachedByMeaning = false;
  /** None for most calls. */
  steps: TracedStep[] | null = null;
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
  looked(outcome: CacheOutcome, byMeaning = false): void {
    this.isCachedByMeaning ||= byMeaning;
    this.cache = this.cache === undefined || this.cache === 'hit' ? outcome : this.cache;
  }

  did(step: TracedStep): void {
    this.steps ??= [];
    if (this.steps.length < mostSteps) this.steps.push(step);
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
