/** After this many failures in a row nothing is sent for a while. */
const failuresToOpen = 5;
const firstPauseMs = 5_000;
const longestPauseMs = 120_000;
const longestProbeMs = 30_000;

/**
 * Stops calls to something that keeps failing. Closed: calls go through. Open: none does until a pause is over. Half
 * open: one call goes through as a probe; it closes the circuit or opens it for twice as long.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #opensUntil = 0;
  #pauseMs = firstPauseMs;
  #isProbing = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.#failures < failuresToOpen) return 'closed';
    return this.waitMs > 0 ? 'open' : 'half-open';
  }

  /** How long until a call may be tried; 0 when it may be now. */
  get waitMs(): number {
    return this.#failures < failuresToOpen ? 0 : Math.max(0, this.#opensUntil - this.#now());
  }

  /** False when the call must not be made. */
  tryEnter(): boolean {
    if (this.waitMs > 0) return false;
    if (this.#failures >= failuresToOpen) {
      this.#isProbing = true;
      // Others wait for the probe, but not forever should it never come back.
      this.#opensUntil = this.#now() + longestProbeMs;
    }
    return true;
  }

  succeed(): void {
    this.#failures = 0;
    this.#pauseMs = firstPauseMs;
    this.#isProbing = false;
  }

  fail(): void {
    this.#failures++;
    if (this.#failures < failuresToOpen) return;
    if (this.#isProbing) this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
    this.#isProbing = false;
    this.#opensUntil = this.#now() + this.#pauseMs;
  }

  /** The call ended without saying anything about the other side (its caller left). */
  leave(): void {
    if (this.#isProbing) this.#opensUntil = this.#now();
    this.#isProbing = false;
  }
}
