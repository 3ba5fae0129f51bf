import { AllCalls, type CallWindow, type WindowSettings } from './call-window.ts';

/** When an engine is left alone, and for how long. */
export interface CircuitSettings extends WindowSettings {
  /** The first pause, in milliseconds. */
  pauseMs: number;
}

export const defaultCircuit: CircuitSettings = { windowMs: 30_000, minCalls: 10, failureShare: 0.5, pauseMs: 2_000 };

const longestPauseMs = 15_000;
const longestProbeMs = 10_000;
/**
 * Advises against calls to something that mostly fails. Closed: calls go through. Open, once a share of the calls of the
 * window failed: none should until a pause is over. Half open: one call goes through as a probe; it closes the circuit or
 * opens it for twice as long.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  readonly #settings: CircuitSettings;
  readonly #window: CallWindow;
  /** Null while closed. */
  #opensUntil: number | null = null;
  #pauseMs: number;
  #isProbing = false;

  constructor(now: () => number, settings: CircuitSettings, window: CallWindow = new AllCalls(now, settings)) {
    this.#window = window;
    this.#now = now;
    this.#settings = settings;
    this.#pauseMs = settings.pauseMs;
  }

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.#opensUntil === null) return 'closed';
    return this.waitMs > 0 ? 'open' : 'half-open';
  }

  /** There were calls of late, and most of them went well. */
  get isTrusted(): boolean {
    return this.#opensUntil === null && this.#window.isGood;
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
  succeed(caller = ''): void {
    if (this.#opensUntil === null) {
      this.#window.count({ calls: 1, failures: 0, caller });
      return;
    }
    this.#opensUntil = null;
    this.#window.clear();
    this.#pauseMs = this.#settings.pauseMs;
    this.#isProbing = false;
  }

  /** One that nobody reaches counts twice: it will not be better for others. */
  fail({ isUnreachable = false, caller = '' } = {}): void {
    const weight = isUnreachable ? 2 : 1;
    this.#window.count({ calls: weight, failures: weight, caller });
    if (this.#opensUntil === null) {
      if (this.#window.isBad) this.#opensUntil = this.#now() + this.#pauseMs;
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
}
