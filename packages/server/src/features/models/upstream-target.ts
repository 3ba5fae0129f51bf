import { isAppError } from '../../lib/app-error.ts';
import type { LanguageModel, ModelEvent } from '../../ports/language-model.ts';
import type { TokenPrices } from '../billing/cost.ts';
import { CircuitBreaker, type CircuitSettings, defaultCircuit } from './circuit-breaker.ts';

/** Failures that say that a model is not working. A limit on the rate or a refusal is about the caller. */
const breakingCodes = new Set(['upstream_unavailable', 'upstream_error', 'upstream_cut', 'upstream_overloaded']);
/** Say so only if nothing had come: later they may be about what the caller asked for. */
const earlyBreakingCodes = new Set(['upstream_invalid', 'upstream_timeout']);

/** One model of one provider, with its circuit breaker and what its vendor asks for it. */
export class UpstreamTarget {
  readonly id: string;
  readonly model: LanguageModel;
  readonly breaker: CircuitBreaker;
  /** What its vendor asks. */
  readonly prices: TokenPrices;

  constructor(options: { model: LanguageModel; now: () => number; prices: TokenPrices; circuit?: CircuitSettings }) {
    this.id = options.model.id;
    this.model = options.model;
    this.breaker = new CircuitBreaker(options.now, options.circuit ?? defaultCircuit);
    this.prices = options.prices;
  }

  /** A finished reply closes the circuit. */
  observe(event: ModelEvent): void {
    if (event.type === 'finish') this.breaker.succeed();
  }

  /** `hasBegun`: something of the reply had come. */
  fail(error: unknown, hasBegun: boolean): void {
    const code = isAppError(error) ? error.code : '';
    const isBreaking = breakingCodes.has(code) || (!hasBegun && earlyBreakingCodes.has(code));
    if (isBreaking) this.breaker.fail({ isUnreachable: code === 'upstream_unavailable' });
    else this.breaker.leave();
  }
}
