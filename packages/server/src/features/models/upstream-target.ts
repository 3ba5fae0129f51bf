import { isAppError } from '../../lib/app-error.ts';
import type { LanguageModel, ModelEvent } from '../../ports/language-model.ts';
import type { TokenPrices } from '../billing/cost.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** Failures that say that a model is not working at all. A limit on the rate or a refusal does not. */
const breakingCodes = new Set([
  'upstream_unavailable',
  'upstream_error',
  'upstream_invalid',
  'upstream_cut',
  'upstream_timeout',
  'upstream_overloaded',
]);

/** One model of one provider, with its circuit breaker and what its vendor asks for it. */
export class UpstreamTarget {
  readonly id: string;
  readonly model: LanguageModel;
  readonly breaker: CircuitBreaker;
  /** What its vendor asks. */
  readonly prices: TokenPrices;

  constructor(options: { model: LanguageModel; now: () => number; prices: TokenPrices }) {
    this.id = options.model.id;
    this.model = options.model;
    this.breaker = new CircuitBreaker(options.now);
    this.prices = options.prices;
  }

  /** A finished reply closes the circuit. */
  observe(event: ModelEvent): void {
    if (event.type === 'finish') this.breaker.succeed();
  }

  fail(error: unknown): void {
    if (isAppError(error) && breakingCodes.has(error.code)) this.breaker.fail();
    else this.breaker.leave();
  }
}
