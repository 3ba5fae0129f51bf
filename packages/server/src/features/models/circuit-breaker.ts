/** When an engine is left alone, and for how long. */
export interface CircuitSettings {
  /** Calls of this time are judged, in milliseconds. */
  windowMs: number;
  /** Fewer calls say nothing. */
  minCalls: number;
  /** Above 0, at most 1. */
  failureShare: number;
  /** The first pause, in milliseconds. */
  pauseMs: number;
}

export const defaultCircuit: CircuitSettings = { windowMs: 30_000, minCalls: 10, failureShare: 0.5, pauseMs: 2_000 };

const longestPauseMs = 15_000;
const longestProbeMs = 10_000;
const slicesOfWindow = 10;

interface Slice {
  index: number;
  calls: number;
  failures: number;
}

/**
 * Advises against calls to something that mostly fails. Closed: calls go through. Open, once a share of the calls of the
 * window failed: none should until a pause is over. Half open: one call goes through as a probe; it closes the circuit or
 * opens it for twice as long.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  readonly #settings: CircuitSettings;
  /** Never more than the window has. */
  #slices: Slice[] = [];
  /** Null while closed. */
  #opensUntil: number | null = null;
  #pauseMs: number;
  #isProbing = false;

  constructor(now: () => number, settings: CircuitSettings) {
    this.#now = now;
    this.#settings = settings;
    this.#pauseMs = settings.pauseMs;
  }

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.#opensUntil === null) return 'closed';
    return this.waitMs > 0 ? 'open' : 'half-open';
  }

  /** How long until a call may be tried; 0 when it may be now. */
  get waitMs(): number {
    return this.#opensUntil === null ? 0 : Math.max(0, this.#opensUntil - this.#now());
  }

  /** False when the call should go elsewhere. */
  tryEnter(): boolean {
    if (this.waitMs > 0) return false;
    if (this.#opensUntil !== null) {
      this.#isProbing = true;
      // Others wait for the probe, but not for long should it never come back.
      this.#opensUntil = this.#now() + longestProbeMs;
    }
    return true;
  }

  /** Also of a call that was made although the circuit was open. */
  succeed(): void {
    if (this.#opensUntil === null) {
      this.#count(1, 0);
      return;
    }
    this.#opensUntil = null;
    this.#slices = [];
    this.#pauseMs = this.#settings.pauseMs;
    this.#isProbing = false;
  }

  /** One that nobody reaches counts twice: it will not be better for others. */
  fail({ isUnreachable = false } = {}): void {
    const weight = isUnreachable ? 2 : 1;
    this.#count(weight, weight);
    if (this.#opensUntil === null) {
      if (this.#isBad()) this.#opensUntil = this.#now() + this.#pauseMs;
    } else if (this.#isProbing) {
      this.#isProbing = false;
      this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
      this.#opensUntil = this.#now() + this.#pauseMs;
    }
  }

  /** The call ended without saying anything about the other side (its caller left, or asked for what is refused). */
  leave(): void {
    if (this.#isProbing) this.#opensUntil = this.#now();
    this.#isProbing = false;
  }

  #count(calls: number, failures: number): void {
    const index = Math.floor(this.#now() / (this.#settings.windowMs / slicesOfWindow));
    this.#slices = this.#slices.filter((slice) => slice.index > index - slicesOfWindow);
    let last = this.#slices.at(-1);
    if (last?.index !== index) {
      last = { index, calls: 0, failures: 0 };
      this.#slices.push(last);
    }
    last.calls += calls;
    last.failures += failures;
  }

  #isBad(): boolean {
    const calls = this.#slices.reduce((sum, slice) => sum + slice.calls, 0);
    const failures = this.#slices.reduce((sum, slice) => sum + slice.failures, 0);
    return calls >= this.#settings.minCalls && failures >= calls * this.#settings.failureShare;
  }
}
