import { type Handing, handOne, type Sink } from '../../lib/event-flow.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelEvent } from '../../ports/language-model.ts';
import type { Attempt } from './attempt.ts';

type Step = IteratorResult<ModelEvent, undefined>;

/**
 * Two calls for one reply: the second begins when the first has said nothing for a while, and whichever speaks first is
 * read on; the other is ended. Fails when both did, with the error of the second.
 */
export class Race implements AsyncIterableIterator<ModelEvent, undefined>, Handing<ModelEvent> {
  #first: Attempt;
  readonly #afterMs: number;
  readonly #clock: Clock;
  /** Null when there is nobody to race with. */
  readonly #openSecond: () => Attempt | null;
  readonly #onWin: (attempt: Attempt) => void;
  #winner: Attempt | null = null;

  constructor(options: {
    first: Attempt;
    afterMs: number;
    clock: Clock;
    openSecond: () => Attempt | null;
    onWin: (attempt: Attempt) => void;
  }) {
    this.#first = options.first;
    this.#afterMs = options.afterMs;
    this.#clock = options.clock;
    this.#openSecond = options.openSecond;
    this.#onWin = options.onWin;
  }

  next(): Promise<Step> {
    return this.#winner === null ? this.#begin() : this.#winner.next();
  }

  async each(sink: Sink<ModelEvent>): Promise<void> {
    if (this.#winner === null) {
      const step = await this.#begin();
      if (step.done === true) return;
      await handOne(this, step.value, sink);
    }
    await this.#winner?.each(sink);
  }

  async return(): Promise<Step> {
    return (this.#winner ?? this.#first).return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #begin(): Promise<Step> {
    const step = this.#first.next();
    const timer = new AbortController();
    const late = this.#clock.sleep(this.#afterMs, timer.signal).then(() => null);
    late.catch(() => {});
    const early = await Promise.race([step, late]).finally(() => timer.abort(new Error('it came')));
    if (early !== null) return this.#win(this.#first, early);
    const second = this.#openSecond();
    if (second === null) return this.#win(this.#first, await step);
    return this.#decide(second, step);
  }

  async #decide(second: Attempt, firstStep: Promise<Step>): Promise<Step> {
    const first = this.#first;
    const steps = [
      firstStep.then((step) => ({ attempt: first, step })),
      second.next().then((step) => ({ attempt: second, step })),
    ];
    try {
      const { attempt, step } = await Promise.any(steps);
      (attempt === first ? second : first).abandon();
      return this.#win(attempt, step);
    } catch (error) {
      this.#onWin(second);
      throw error instanceof AggregateError ? error.errors[1] : error;
    }
  }

  #win(attempt: Attempt, step: Step): Step {
    this.#winner = attempt;
    this.#first = attempt;
    this.#onWin(attempt);
    return step;
  }
}
