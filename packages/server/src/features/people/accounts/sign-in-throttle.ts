import { hash } from 'node:crypto';
import { AppError } from '../../../lib/app-error.ts';
import type { Counters } from '../../../ports/counters.ts';

const minuteMs = 60_000;
const perAddress = { limit: 20, windowMs: 5 * minuteMs };
const perAccount = { limit: 10, windowMs: 15 * minuteMs };

/** Bounds guesses, by the address that they come from and by the account that they are about. */
export class SignInThrottle {
  readonly #counters: Counters;

  constructor(parts: { counters: Counters }) {
    this.#counters = parts.counters;
  }

  /**
   * Counts an attempt before it is looked at, so that many at once are no way around it. Throws `rate_limit_exceeded` with
   * the time to wait. Returns what takes the count back, for an attempt that was right.
   */
  async enter(address: string, account: string): Promise<() => Promise<void>> {
    const counts = [
      { key: `sign-in-address:${address}`, ...perAddress, what: 'from this address' },
      { key: `sign-in-account:${hash('sha256', account)}`, ...perAccount, what: 'for this account' },
    ];
    for (const { key, limit, windowMs, what } of counts) {
      const { allowed, retryAfterMs } = await this.#counters.take({ key, cost: 1, limit, windowMs });
      if (allowed) continue;
      throw new AppError('rate_limit_exceeded', `Too many attempts to sign in ${what}; wait, then try again`, {
        retryAfterMs,
      });
    }
    return async () => {
      for (const { key, limit, windowMs } of counts)
        await this.#counters.take({ key, cost: -1, limit, windowMs, force: true });
    };
  }
}
