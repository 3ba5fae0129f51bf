import type { EvaluationFigures } from '@parley/contract';
import type { ResultFigures } from './evaluation-result-repository.ts';

interface Counted {
  passed: boolean | null;
  score: number | null;
  isError: boolean;
  costNanos: number;
  judgeCostNanos: number;
  durationMs: number;
}

/** Sums of the results of one run: as many as a set has cases at most. */
export class FigureTally {
  readonly #cases: number;
  readonly #durations: number[] = [];
  #passed = 0;
  #failed = 0;
  #undecided = 0;
  #errors = 0;
  #scores = 0;
  #scored = 0;
  #costNanos = 0;
  #judgeCostNanos = 0;

  /** `cases`: of the set when the run began. */
  constructor(cases: number) {
    this.#cases = cases;
  }

  add({ passed, score, isError, costNanos, judgeCostNanos, durationMs }: Counted): void {
    if (passed === null) this.#undecided += 1;
    else if (passed) this.#passed += 1;
    else this.#failed += 1;
    if (isError) this.#errors += 1;
    else this.#durations.push(durationMs);
    if (score !== null) {
      this.#scores += score;
      this.#scored += 1;
    }
    this.#costNanos += costNanos;
    this.#judgeCostNanos += judgeCostNanos;
  }

  figures(): EvaluationFigures {
    const sorted = this.#durations.toSorted((one, other) => one - other);
    return {
      cases: this.#cases,
      done: this.#passed + this.#failed + this.#undecided,
      passed: this.#passed,
      failed: this.#failed,
      undecided: this.#undecided,
      errors: this.#errors,
      score: this.#scored === 0 ? null : Math.round((this.#scores / this.#scored) * 1e4) / 1e4,
      cost_usd: this.#costNanos / 1e9,
      judge_cost_usd: this.#judgeCostNanos / 1e9,
      p50_ms: shareOf(sorted, 0.5),
      p95_ms: shareOf(sorted, 0.95),
    };
  }
}

/** What a result adds to the sums. */
export const countedOf = (row: ResultFigures): Counted => ({
  passed: row.passed === null ? null : row.passed === 1,
  score: row.score,
  isError: row.status !== 200,
  costNanos: row.cost_nanos,
  judgeCostNanos: row.judge_cost_nanos,
  durationMs: row.duration_ms,
});

/** The smallest value that so large a share of all does not exceed. */
function shareOf(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
