import { isAppError } from '../../lib/app-error.ts';
import type { LanguageModel, ModelEvent, TokenUsage } from '../../ports/language-model.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** A vendor's own prices, in US dollars per token. */
export interface UpstreamPrices {
  input: number;
  cachedInput: number;
  output: number;
}

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
  readonly #prices: UpstreamPrices | undefined;

  constructor(options: { model: LanguageModel; now: () => number; prices: UpstreamPrices | undefined }) {
    this.id = options.model.id;
    this.model = options.model;
    this.breaker = new CircuitBreaker(options.now);
    this.#prices = options.prices;
  }

  /** A finished reply closes the circuit and gets its cost, unless the vendor had named it. */
  observe(event: ModelEvent): void {
    if (event.type !== 'finish') return;
    this.breaker.succeed();
    if (event.upstreamCostUsd !== undefined || this.#prices === undefined) return;
    event.upstreamCostUsd = costOf(event.usage, this.#prices);
  }

  fail(error: unknown): void {
    if (isAppError(error) && breakingCodes.has(error.code)) this.breaker.fail();
    else this.breaker.leave();
  }
}

function costOf({ inputTokens, cachedTokens, outputTokens }: TokenUsage, prices: UpstreamPrices): number {
  return (inputTokens - cachedTokens) * prices.input + cachedTokens * prices.cachedInput + outputTokens * prices.output;
}
