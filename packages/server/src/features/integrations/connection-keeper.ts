import type { Clock } from '../../ports/clock.ts';
import { type ConnectionRow, lostSecret } from './connections/connection.ts';
import type { ConnectionStore } from './connections/connection-store.ts';
import type { IntegrationCatalogue } from './definitions/integration-catalogue.ts';
import { authsOf } from './definitions/read-manifest.ts';
import type { Confirmations } from './execute/confirmations.ts';
import type { Applications } from './oauth/applications.ts';
import type { AuthorizationsRepository } from './oauth/authorizations-repository.ts';
import type { TokenRefresher } from './oauth/token-refresher.ts';

export interface ConnectionKeeperOptions {
  store: ConnectionStore;
  authorizations: AuthorizationsRepository;
  confirmations: Pick<Confirmations, 'sweep'>;
  refresher: TokenRefresher;
  catalogue: IntegrationCatalogue;
  applications: Applications;
  clock: Clock;
  /** Gets the error of one connection; the work on the others goes on. */
  onError(error: unknown): void;
}

const everyMs = 5 * 60_000;
/** Refresh tokens die when they are not used: after 60 to 180 days, depending on the third party. */
const dayMs = 24 * 60 * 60_000;
const keepAliveMs = 7 * dayMs;
const batch = 50;

/**
 * Looks after connections that nobody uses: renews their tokens once a week, so that a dead one is known before it is
 * needed, and seals anew what an older secret had sealed, so that the secret can be taken away. What no secret opens is marked.
 */
export class ConnectionKeeper {
  readonly #options: ConnectionKeeperOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ConnectionKeeperOptions) {
    this.#options = options;
  }

  /** Looks at once at what was sealed with other secrets than those of this start. */
  start(): void {
    this.#running = this.resealAll().then(
      () => {},
      (error) => this.#options.onError(error),
    );
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.look()).catch((error) => this.#options.onError(error));
    }, everyMs);
    this.#timer.unref();
  }

  /** One round. */
  async look(): Promise<void> {
    const { store, authorizations, confirmations, clock } = this.#options;
    const now = clock.now();
    await authorizations.sweep(now);
    await confirmations.sweep(now);
    const idle = await store.rows.idle({ refreshedBefore: now - keepAliveMs, now, limit: batch });
    for (const row of idle) await this.#guard(() => this.#renew(row));
    await this.resealAll();
  }

  /** Returns how many were sealed anew. */
  async resealAll(): Promise<number> {
    const { store } = this.#options;
    let count = 0;
    let after = '';
    // A command that prints the secret is run only once there are credentials.
    if ((await store.rows.sealedOtherwise('', { after, limit: 1 })).length === 0) return count;
    const keyId = await store.keyId();
    for (;;) {
      const rows = await store.rows.sealedOtherwise(keyId, { after, limit: batch });
      for (const row of rows) {
        await this.#guard(async () => {
          if (await this.#reseal(row)) count++;
        });
      }
      const last = rows.at(-1);
      if (!last) return count;
      after = last.id;
    }
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  async #reseal(row: ConnectionRow): Promise<boolean> {
    const { store, catalogue, refresher } = this.#options;
    if (!(await store.isOpenable(row))) {
      if (row.state !== 'needs_reconnect') await refresher.giveUp(row, lostSecret);
      return false;
    }
    if (row.reason === lostSecret) await refresher.takeUp(row);
    return store.reseal(row, await catalogue.find(row.workspace_id, row.integration_id));
  }

  async #renew(row: ConnectionRow): Promise<void> {
    const { catalogue, refresher, applications, store, clock } = this.#options;
    const manifest = await catalogue.find(row.workspace_id, row.integration_id);
    const auth = manifest && authsOf(manifest).find((candidate) => candidate.method === 'OAUTH2');
    const found = auth ? await applications.find(row.integration_id, auth) : null;
    if (manifest && auth && found && 'application' in found) {
      await refresher.keepAlive(row, { manifest, auth, application: found.application });
    } else {
      // Without its manifest or its settings nothing can be done today; others must not wait behind it.
      const changes = { next_attempt_at: clock.now() + dayMs };
      await store.rows.swap(row, { version: row.version }, changes);
    }
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
