import type { JsonValue } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import {
  type ConnectionRow,
  type Credentials,
  secretsInAddresses,
  secretsOf,
  type TokenSet,
  toPlaceholders,
} from '../connections/connection.ts';
import type { ConnectionStore, OpenConnection } from '../connections/connection-store.ts';
import type { Auth, Manifest } from '../definitions/manifest.ts';
import type { Applications } from '../oauth/applications.ts';
import { needsReconnect, type RefreshTarget, type TokenRefresher } from '../oauth/token-refresher.ts';
import type { FeatureOutcome } from '../vendor-calls/feature-executor.ts';

/** What an attempt gets to work with. */
export interface AttemptCredentials {
  auth: Auth;
  connection: Record<string, string>;
  secrets: string[];
}

export interface CredentialedCallOptions {
  store: ConnectionStore;
  refresher: TokenRefresher;
  applications: Applications;
}

interface Attempts {
  manifest: Manifest;
  auth: Auth;
  /** Does the work once with the credentials it is given. */
  attempt(credentials: AttemptCredentials): Promise<FeatureOutcome>;
  /** Asks the third party whether the credentials are good at all; null when it cannot say. */
  confirm(credentials: AttemptCredentials): Promise<boolean | null>;
  signal: AbortSignal;
}

/**
 * Does something with a connection's credentials: fresh ones, and after a refusal renewed ones. A refusal alone does
 * not end a connection; it ends when renewal is refused, or when the third party's probe refuses as well.
 */
export class CredentialedCall {
  readonly #store: ConnectionStore;
  readonly #refresher: TokenRefresher;
  readonly #applications: Applications;

  constructor({ store, refresher, applications }: CredentialedCallOptions) {
    this.#store = store;
    this.#refresher = refresher;
    this.#applications = applications;
  }

  /** Throws `needs_reconnect`, or `feature_execution_failed` when only this feature was refused. */
  async run(row: ConnectionRow, call: Attempts): Promise<JsonValue> {
    if (row.state === 'needs_reconnect') throw needsReconnect(row);
    const target = await this.#target(row, call);
    const fresh = target ? await this.#refresher.ensure(row, target) : row;
    const open = await this.#store.open(fresh, call.manifest);
    const first = await call.attempt(toAttempt(call, open));
    if (first.kind === 'done') {
      await this.#store.prove(open);
      return first.result;
    }
    const older = await this.#withPrevious(open, call);
    if (older) return older.result;
    if (target && fresh.has_refresh_token === 1) {
      const renewed = await this.#refresher.ensure(fresh, { ...target, refusedVersion: fresh.version });
      const reopened = await this.#store.open(renewed, call.manifest);
      const second = await call.attempt(toAttempt(call, reopened));
      if (second.kind === 'done') {
        await this.#store.prove(reopened);
        return second.result;
      }
      return this.#refuse(reopened, call, { details: second.details, isRenewed: true });
    }
    return this.#refuse(open, call, { details: first.details, isRenewed: false });
  }

  async #target(row: ConnectionRow, { auth, manifest, signal }: Attempts): Promise<RefreshTarget | null> {
    if (auth.method !== 'OAUTH2') return null;
    const found = await this.#applications.find(manifest.id, auth);
    if ('application' in found) return { manifest, auth, application: found.application, signal };
    // Without its settings a token can still be used, only not renewed.
    if (row.has_refresh_token === 0 || row.expires_at === null) return null;
    throw new AppError(
      'integration_not_configured',
      `Set ${found.missing.join(' and ')} so that tokens can be renewed.`,
      {
        fields: { integration_id: manifest.id, missing_settings: found.missing },
      },
    );
  }

  /** The token before the newest, when the newest has never worked: a renewal that broke a healthy connection. */
  async #withPrevious(open: OpenConnection, call: Attempts): Promise<{ result: JsonValue } | null> {
    const { credentials, row } = open;
    if (credentials.method !== 'OAUTH2' || row.is_proven === 1 || !credentials.previous) return null;
    const { previous, current } = credentials;
    const outcome = await call.attempt(
      toAttempt(call, { ...open, credentials: { ...credentials, current: previous } }),
    );
    if (outcome.kind !== 'done') return null;
    const restored: TokenSet = { ...previous, refreshToken: current.refreshToken };
    const kept: Credentials = { method: 'OAUTH2', current: restored, previous: null };
    await this.#store.rows.swap(
      row,
      { version: row.version },
      {
        ...(await this.#store.sealed(row, { credentials: kept, fields: open.fields })),
        version: row.version + 1,
        is_proven: 1,
      },
    );
    return { result: outcome.result };
  }

  async #refuse(
    open: OpenConnection,
    call: Attempts,
    refusal: { details: string; isRenewed: boolean },
  ): Promise<never> {
    const verdict = await call.confirm(toAttempt(call, open));
    const isDead = verdict === false || (verdict === null && !refusal.isRenewed && !call.auth.probe);
    if (isDead) {
      const reason = `The third party refused the credentials: ${refusal.details}`;
      await this.#refresher.giveUp(open.row, reason);
      throw needsReconnect({ ...open.row, reason });
    }
    throw new AppError(
      'feature_execution_failed',
      `${call.manifest.name} refused this feature to the connected account.`,
      {
        details: refusal.details,
        fields: { integration_id: call.manifest.id, upstream_status: 401 },
      },
    );
  }
}

function toAttempt(call: Attempts, open: OpenConnection): AttemptCredentials {
  return {
    auth: call.auth,
    connection: { ...open.fields, ...toPlaceholders(open.credentials) },
    secrets: [...secretsOf(open.credentials), ...secretsInAddresses(open.fields)],
  };
}
