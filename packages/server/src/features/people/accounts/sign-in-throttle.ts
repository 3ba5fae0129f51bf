import { hash } from 'node:crypto';
import { AppError } from '../../../lib/app-error.ts';
import type { Counters } from '../../../ports/counters.ts';

const minuteMs = 60_000;
/** Whatever account it is about. */
const perAddress = { limit: 20, windowMs: 5 * minuteMs };
/** Of one address about one account, or of one known browser: who guesses locks out nobody else. */
const perGuesser = { limit: 10, windowMs: 15 * minuteMs };
/** About one account from wherever, known browsers apart: many addresses are no way around it. */
const perAccount = { limit: 100, windowMs: 15 * minuteMs };

/** Who tries to get into an account. */
export interface Attempt {
  account: string;
  address: string;
  /** A browser, or a session, that was let into this account before; null for a stranger. */
  knownBrowser: string | null;
}

/** Bounds guesses, by where they come from and the account that they are about. */
export class SignInThrottle {
  readonly #counters: Counters;

  constructor(parts: { counters: Counters }) {
    this.#counters = parts.counters;
  }

  /**
   * Counts an attempt before it is looked at, so that many at once are no way around it. Throws `rate_limit_exceeded` with
   * the time to wait. Returns what takes the count back, for an attempt that was right.
   */
  async enter(attempt: Attempt): Promise<() => Promise<void>> {
    const taken: { key: string; limit: number; windowMs: number }[] = [];
    const forgive = async () => {
      for (const step of taken) await this.#counters.take({ ...step, cost: -1, force: true });
    };
    for (const { what, ...step } of countsOf(attempt)) {
      const { allowed, retryAfterMs } = await this.#counters.take({ ...step, cost: 1 });
      if (allowed) {
        taken.push(step);
        continue;
      }
      throw new AppError('rate_limit_exceeded', `Too many attempts to sign in ${what}; wait, then try again`, {
        retryAfterMs,
      });
    }
    return forgive;
  }
}

function countsOf({ account, address, knownBrowser }: Attempt) {
  const about = hash('sha256', account);
  if (knownBrowser !== null) {
    return [{ key: `sign-in-browser:${about}:${knownBrowser}`, ...perGuesser, what: 'from this browser' }];
  }
  return [
    { key: `sign-in-address:${address}`, ...perAddress, what: 'from this address' },
    { key: `sign-in-guesser:${about}:${address}`, ...perGuesser, what: 'for this account from this address' },
    { key: `sign-in-account:${about}`, ...perAccount, what: 'for this account' },
  ];
}
