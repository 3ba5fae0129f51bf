/** After this many failures in a row nothing is sent for a while. */
const failuresToOpen = 5;
const firstPauseMs = 5_000;
const longestPauseMs = 120_000;

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
    return this.#now() < this.#opensUntil ? 'open' : 'half-open';
  }

  /** How long until a call may be tried; 0 when it may be now. */
  get waitMs(): number {
    if (this.state === 'closed') return 0;
    return Math.max(this.#opensUntil - this.#now(), this.#isProbing ? 1_000 : 0);
  }

  /** False when the call must not be made. True makes it the probe when the circuit is half open. */
  tryEnter(): boolean {
    if (this.waitMs > 0) return false;
    this.#isProbing = this.state === 'half-open';
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
    this.#isProbing = false;
  }
}
