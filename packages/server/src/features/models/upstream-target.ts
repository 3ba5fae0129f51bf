import { isAppError } from '../../lib/app-error.ts';
import type { LanguageModel, ModelEvent } from '../../ports/language-model.ts';
import type { ModelLimits } from '../../ports/model-provider.ts';
import type { ReplyCount } from '../money/billing/bill.ts';
import type { TokenPrices } from '../money/billing/cost.ts';
import { type CircuitSettings, defaultCircuit } from './circuit-breaker.ts';
import { type Caller, EngineCircuits } from './engine-circuits.ts';

/** Failures that say that a model is not working. A limit on the rate or a refusal is about the caller. */
const breakingCodes = new Set(['upstream_unavailable', 'upstream_error', 'upstream_cut', 'upstream_overloaded']);
/** Say so only if nothing had come: later they may be about what the caller asked for. */
const earlyBreakingCodes = new Set(['upstream_invalid', 'upstream_timeout']);
/** However long a vendor says to wait, it is asked again after this: limits are lifted sooner than announced. */
const longestCooling = 60_000;

/** An engine that may be asked, and for which name of the list. */
export interface Candidate {
  target: UpstreamTarget;
  /** The name that it serves. */
  model: string;
  /** What a workspace is charged for its replies; null for what its vendor asks. */
  charged: TokenPrices | null;
  /** Further fields of the body that goes to the vendor. */
  extraBody?: Record<string, unknown> | undefined;
}

/** How much a new reply counts in what is known of an engine's pace. */
const newest = 0.2;

/** How fast an engine was of late, by its own replies; null before the first. */
class Pace {
  firstTokenMs: number | null = null;
  tokensPerSecond: number | null = null;

  note({ times, usage }: Pick<ReplyCount, 'times' | 'usage'>): void {
    if (times.firstTokenMs === null) return;
    this.firstTokenMs = blend(this.firstTokenMs, times.firstTokenMs);
    const seconds = times.durationMs / 1_000;
    if (seconds > 0 && usage.outputTokens > 0) {
      this.tokensPerSecond = blend(this.tokensPerSecond, usage.outputTokens / seconds);
    }
  }
}

const blend = (before: number | null, now: number): number =>
  before === null ? now : before * (1 - newest) + now * newest;

/** One model of one provider, with its circuits and what its vendor asks for it. */
export class UpstreamTarget {
  readonly id: string;
  readonly model: LanguageModel;
  readonly circuits: EngineCircuits;
  /** What its vendor asks. */
  readonly #pricesNow: () => TokenPrices;
  /** The longest wait for the first word, in milliseconds, where its provider has a setting for it. */
  readonly firstTokenMs: number | undefined;
  /** How much it reads and writes, as far as it is known. */
  readonly limits: () => ModelLimits;
  readonly pace = new Pace();
  readonly #onFailure: ((error: unknown) => void) | undefined;
  readonly #now: () => number;
  #coolUntil = 0;

  constructor(options: {
    model: LanguageModel;
    now: () => number;
    /** Of its vendor; a function where they may change. */
    prices: TokenPrices | (() => TokenPrices);
    circuit?: CircuitSettings;
    firstTokenMs?: number | undefined;
    limits?: () => ModelLimits;
    /** Told of every failure, for what it says of the engine. */
    onFailure?: ((error: unknown) => void) | undefined;
  }) {
    this.id = options.model.id;
    this.model = options.model;
    this.circuits = new EngineCircuits(options.now, options.circuit ?? defaultCircuit);
    const { prices } = options;
    this.#pricesNow = typeof prices === 'function' ? prices : () => prices;
    this.firstTokenMs = options.firstTokenMs;
    this.limits = options.limits ?? (() => ({}));
    this.#onFailure = options.onFailure;
    this.#now = options.now;
  }

  get prices(): TokenPrices {
    return this.#pricesNow();
  }

  get embedded(): boolean {
    return this.model.embedded;
  }

  /** How long its vendor asked to be left alone, in milliseconds; 0 when it may be called. */
  get coolingMs(): number {
    return Math.max(0, this.#coolUntil - this.#now());
  }

  isReady(caller: Caller): boolean {
    return this.waitMs(caller) === 0;
  }

  /** How long until a call should be tried, in milliseconds. */
  waitMs(caller: Caller): number {
    return Math.max(this.coolingMs, this.circuits.of(caller).waitMs);
  }

  /** False when the call should go elsewhere. */
  tryEnter(caller: Caller): boolean {
    return this.coolingMs === 0 && this.circuits.of(caller).tryEnter();
  }

  /** A finished reply closes the circuit. */
  observe(event: ModelEvent, caller: Caller): void {
    if (event.type === 'finish') this.circuits.of(caller).succeed();
  }

  /** The call ended without saying anything about the engine. */
  leave(caller: Caller): void {
    this.circuits.of(caller).leave();
  }

  /** `hasBegun`: something of the reply had come · `isCounted`: this call has not counted against it yet. */
  fail(
    error: unknown,
    caller: Caller,
    { hasBegun, isCounted = true }: { hasBegun: boolean; isCounted?: boolean },
  ): void {
    const code = isAppError(error) ? error.code : '';
    this.#onFailure?.(error);
    if (isAppError(error, 'upstream_rate_limited')) {
      this.#coolUntil = this.#now() + Math.min(error.retryAfterMs ?? 0, longestCooling);
    }
    // An engine of this process is never away: what it fails on or has no time for is what some caller sent, and no fault of others.
    const isBreaking = !this.embedded && (breakingCodes.has(code) || (!hasBegun && earlyBreakingCodes.has(code)));
    const circuit = this.circuits.of(caller);
    if (isBreaking && isCounted) circuit.fail({ isUnreachable: code === 'upstream_unavailable' });
    else circuit.leave();
  }
}
