/** Thrown by a check that would take longer than its budget. */
export class StepLimitError extends Error {
  constructor() {
    super('the check takes too many steps');
    this.name = 'StepLimitError';
  }
}

/** About 50 ns each: checking one value against one schema takes at most 50 ms. */
const stepLimit = 1_000_000;

/**
 * What one check may cost. Every keyword that is evaluated pays for itself before it runs, in proportion to what it looks
 * at, so that neither references that multiply nor loops over loops outlast the budget.
 */
export class StepBudget {
  #left = stepLimit;

  refill(): void {
    this.#left = stepLimit;
  }

  /** Throws a `StepLimitError` when nothing is left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new StepLimitError();
  }

  /** Pays for one keyword on one value: `steps` once, or for each element where the keyword loops over them. */
  spendOn(value: unknown, steps: number, isLoop: boolean): void {
    let factor = 1;
    if (typeof value === 'string') factor += value.length / 16 / steps;
    else if (isLoop && Array.isArray(value)) factor += value.length;
    else if (isLoop && typeof value === 'object' && value !== null) factor += Object.keys(value).length;
    this.spend(steps * factor);
  }
}
