import type { Clock } from '../../../ports/clock.ts';
import type { KeyRepository } from './key-repository.ts';

/** As long as a key itself is believed. */
const knownMs = 900;

/** The origins whose pages may use some key. A preflight carries no key, so it is answered for any of them; the call itself shows its own. */
export class KeyOrigins {
  readonly #keys: Pick<KeyRepository, 'origins'>;
  readonly #clock: Pick<Clock, 'now'>;
  #known: Promise<ReadonlySet<string>> = Promise.resolve(new Set<string>());
  #until = 0;

  constructor(keys: Pick<KeyRepository, 'origins'>, clock: Pick<Clock, 'now'>) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Looked up once for all who ask meanwhile, whatever origins they name. */
  async has(origin: string): Promise<boolean> {
    const now = this.#clock.now();
    if (now >= this.#until) {
      this.#until = now + knownMs;
      // While the database is away no page is known, and the call is answered as one without CORS.
      this.#known = this.#keys.origins(now).catch(() => new Set<string>());
    }
    return (await this.#known).has(origin);
  }
}
