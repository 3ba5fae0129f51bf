import { randomUUID } from 'node:crypto';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AuditLog } from '../../people/audit/audit-log.ts';
import { type ConnectionRow, type Credentials, moveTo, type TokenSet } from '../connections/connection.ts';
import { type ConnectionListener, toEvent } from '../connections/connection-events.ts';
import type { ConnectionStore } from '../connections/connection-store.ts';
import type { Manifest, OAuthAuth } from '../definitions/manifest.ts';
import { type OAuthApplication, type OAuthClient, TokenError, type TokenGrant } from './oauth-client.ts';

export interface TokenRefresherOptions {
  store: ConnectionStore;
  client: Pick<OAuthClient, 'refresh'>;
  clock: Clock;
  onChange: ConnectionListener;
  audit: Pick<AuditLog, 'record'>;
  /** Limit of one refresh; whoever dies while refreshing holds others up no longer than this. Default 20 s. */
  leaseMs?: number;
}

/** How to reach the third party of a connection. */
export interface RefreshTarget {
  manifest: Manifest;
  auth: OAuthAuth;
  application: OAuthApplication;
  /** The credentials of this version were refused: renew even if they seem to be valid. */
  refusedVersion?: number;
  signal?: AbortSignal;
}

type OAuthCredentials = Extract<Credentials, { method: 'OAUTH2' }>;

/** Tokens are renewed so long before they expire (or in their last fifth, when they live shorter). */
const aheadMs = 5 * 60_000;
/** A token that lives shorter than this may expire on its way. */
const marginMs = 10_000;
const firstBackoffMs = 5_000;
const longestBackoffMs = 5 * 60_000;
const pollMs = 100;
/** Refusals in unclear words, over at least twenty minutes, after which an expired token is given up. */
const maxUnclear = 10;

/**
 * Keeps OAuth tokens fresh. At any moment at most one process refreshes a connection: it holds a lease in the row and
 * writes only if nobody else has. Others use the old token while it lasts, or wait for the new one.
 */
export class TokenRefresher {
  readonly #store: ConnectionStore;
  readonly #client: Pick<OAuthClient, 'refresh'>;
  readonly #clock: Clock;
  readonly #onChange: ConnectionListener;
  readonly #audit: Pick<AuditLog, 'record'>;
  readonly #leaseMs: number;
  readonly #flights = new Map<string, Promise<boolean>>();

  constructor({ store, client, clock, onChange, audit, leaseMs = 20_000 }: TokenRefresherOptions) {
    this.#store = store;
    this.#client = client;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#audit = audit;
    this.#leaseMs = leaseMs;
  }

  /** The row with tokens that can be used. Throws `needs_reconnect`, or `feature_execution_failed` when renewal must wait. */
  async ensure(first: ConnectionRow, target: RefreshTarget): Promise<ConnectionRow> {
    let row = first;
    const deadline = this.#clock.now() + 2 * this.#leaseMs;
    while (this.#isDue(row, target.refusedVersion)) {
      if (row.state === 'needs_reconnect') throw needsReconnect(row);
      if (row.has_refresh_token === 0) return this.#withoutRefreshToken(row, target);
      const isUsable = this.#isUsable(row, target.refusedVersion);
      const now = this.#clock.now();
      if (now < row.next_attempt_at) {
        if (isUsable) return row;
        throw renewalFailed(row, row.next_attempt_at - now);
      }
      const didRefresh = await this.#shared(row, target);
      if (!didRefresh) {
        // Another process is at it.
        if (isUsable) return row;
        if (this.#clock.now() > deadline) throw renewalFailed(row, this.#leaseMs);
        await this.#clock.sleep(pollMs, target.signal);
      }
      row = await this.#reload(row);
    }
    if (row.state === 'needs_reconnect') throw needsReconnect(row);
    return row;
  }

  /** Renews whatever the expiry says, so that a refresh token which lies idle stays alive. */
  async keepAlive(row: ConnectionRow, target: RefreshTarget): Promise<void> {
    if (row.has_refresh_token === 1 && row.state !== 'needs_reconnect') await this.#shared(row, target);
  }

  /** Gives a connection up: its credentials do not work any more. */
  async giveUp(row: ConnectionRow, reason: string): Promise<void> {
    const changes = { state: moveTo(row.state, 'needs_reconnect'), reason, updated_at: this.#clock.now() };
    const didSwap = await this.#store.rows.swap(row, { version: row.version }, { ...changes, lease_owner: null });
    if (didSwap && row.state !== 'needs_reconnect') await this.#tell(row, 'needs_reconnect', reason);
  }

  /** Takes a connection up again that was given up only for want of the secret. */
  async takeUp(row: ConnectionRow): Promise<void> {
    const changes = { state: moveTo(row.state, 'connected'), reason: null, updated_at: this.#clock.now() };
    const didSwap = await this.#store.rows.swap(row, { version: row.version }, changes);
    if (didSwap) await this.#tell(row, 'connected', null);
  }

  #isDue(row: ConnectionRow, refusedVersion: number | undefined): boolean {
    if (refusedVersion === row.version) return true;
    if (row.expires_at === null) return false;
    const lifetimeMs = Math.max(0, row.expires_at - row.refreshed_at);
    return this.#clock.now() >= row.expires_at - Math.min(aheadMs, lifetimeMs / 5);
  }

  #isUsable(row: ConnectionRow, refusedVersion: number | undefined): boolean {
    if (refusedVersion === row.version) return false;
    return row.expires_at === null || this.#clock.now() < row.expires_at - marginMs;
  }

  /** Callers of one process wait for the same refresh. False when another process holds the lease. */
  #shared(row: ConnectionRow, target: RefreshTarget): Promise<boolean> {
    const running = this.#flights.get(row.id);
    if (running) return running;
    const flight = this.#leased(row, target).finally(() => this.#flights.delete(row.id));
    this.#flights.set(row.id, flight);
    return flight;
  }

  async #leased(row: ConnectionRow, target: RefreshTarget): Promise<boolean> {
    const now = this.#clock.now();
    const owner = randomUUID();
    const lease = { owner, now, until: now + this.#leaseMs };
    if (!(await this.#store.rows.acquireLease(row, lease))) {
      // Either somebody refreshes, or somebody has just done so: then the caller's next look shows new tokens.
      const current = await this.#store.rows.get(row.workspace_id, row.id);
      return current === undefined || current.version !== row.version;
    }
    try {
      const { credentials, fields } = await this.#store.open(row, target.manifest);
      if (credentials.method !== 'OAUTH2') return true;
      const grant = await this.#renew(row, credentials, target);
      if (grant) await this.#replace(row, owner, { old: credentials, fields, grant });
      await this.#record(row, grant ? 'ok' : 'superseded');
    } catch (error) {
      if (!(error instanceof TokenError)) {
        await this.#store.rows.swap(row, { version: row.version, leaseOwner: owner }, { lease_owner: null });
        await this.#record(row, 'failed');
        throw error;
      }
      await this.#record(row, error.kind);
      const isHopeless = error.kind === 'unclear' && row.failures + 1 >= maxUnclear && !this.#isUsable(row, undefined);
      if (error.kind === 'refused' || isHopeless)
        await this.giveUp(row, `The third party refused to renew: ${error.message}`);
      else await this.#postpone(row, owner, error);
    }
    return true;
  }

  /** Null when somebody else has renewed meanwhile. */
  async #renew(row: ConnectionRow, credentials: OAuthCredentials, target: RefreshTarget): Promise<TokenGrant | null> {
    const candidates = [credentials.current.refreshToken];
    // The one before the newest counts as long as the newest has never worked.
    if (row.is_proven === 0) candidates.push(credentials.previous?.refreshToken ?? null);
    const tokens = [...new Set(candidates.filter((token) => token !== null))];
    let refusal = new TokenError('refused', 'there is no refresh token');
    for (const token of tokens) {
      try {
        return await this.#client.refresh(target.auth, target.application, token);
      } catch (error) {
        if (!(error instanceof TokenError) || error.kind !== 'refused') throw error;
        refusal = error;
        // A process that had lost its lease may have been quicker: then its tokens are the good ones.
        const current = await this.#store.rows.get(row.workspace_id, row.id);
        if (!current || current.version !== row.version) return null;
      }
    }
    throw refusal;
  }

  /** One write: a process that dies before it has lost nothing but an answer, one that dies after it nothing at all. */
  async #replace(
    row: ConnectionRow,
    owner: string,
    { old, fields, grant }: { old: OAuthCredentials; fields: Record<string, string>; grant: TokenGrant },
  ): Promise<void> {
    const now = this.#clock.now();
    // Third parties that do not rotate send no refresh token: the old one stays.
    const current: TokenSet = { ...grant.tokens, refreshToken: grant.tokens.refreshToken ?? old.current.refreshToken };
    const previous = row.is_proven === 0 && old.previous ? old.previous : old.current;
    const didSwap = await this.#store.rows.swap(
      row,
      { version: row.version, leaseOwner: owner },
      {
        ...(await this.#store.sealed(row, { credentials: { method: 'OAUTH2', current, previous }, fields })),
        ...(grant.scopes && { scopes: JSON.stringify(grant.scopes) }),
        version: row.version + 1,
        state: row.state === 'connected' ? 'connected' : moveTo(row.state, 'connected'),
        reason: null,
        is_proven: 0,
        refreshed_at: now,
        next_attempt_at: 0,
        failures: 0,
        lease_owner: null,
        lease_until: 0,
        updated_at: now,
      },
    );
    if (didSwap && row.state !== 'connected') await this.#tell(row, 'connected', null);
  }

  async #postpone(row: ConnectionRow, owner: string, error: TokenError): Promise<void> {
    const now = this.#clock.now();
    const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** Math.min(row.failures, 10));
    const state = row.state === 'connected' ? moveTo(row.state, 'expiring') : row.state;
    const didSwap = await this.#store.rows.swap(
      row,
      { version: row.version, leaseOwner: owner },
      {
        state,
        reason: `Renewal failed and will be tried again: ${error.message}`,
        failures: row.failures + 1,
        next_attempt_at: now + backoffMs,
        lease_owner: null,
        lease_until: 0,
        updated_at: now,
      },
    );
    if (didSwap && state !== row.state) await this.#tell(row, state, error.message);
  }

  /** Nothing can be renewed: the token is used until it is refused or over. */
  async #withoutRefreshToken(row: ConnectionRow, target: RefreshTarget): Promise<ConnectionRow> {
    if (this.#isUsable(row, target.refusedVersion)) {
      if (row.state === 'connected') {
        const reason = 'The access token expires soon and the third party gave no refresh token.';
        const changes = { state: moveTo(row.state, 'expiring'), reason, updated_at: this.#clock.now() };
        if (await this.#store.rows.swap(row, { version: row.version }, changes))
          await this.#tell(row, 'expiring', reason);
      }
      return row;
    }
    await this.giveUp(row, 'The access token is not valid any more and the third party gave no refresh token.');
    throw needsReconnect(await this.#reload(row));
  }

  /** Renewing is a use of stored credentials, too. */
  async #record(row: ConnectionRow, outcome: string): Promise<void> {
    await this.#audit.record({
      workspaceId: row.workspace_id,
      actor: 'system',
      action: 'integration.renew',
      target: row.integration_id,
      details: { user_id: row.user_id, connection_id: row.id, outcome },
    });
  }

  async #reload(row: ConnectionRow): Promise<ConnectionRow> {
    const current = await this.#store.rows.get(row.workspace_id, row.id);
    if (current) return current;
    throw new AppError('integration_not_connected', 'The connection was removed. Connect the integration again.', {
      fields: { integration_id: row.integration_id, user_id: row.user_id },
    });
  }

  #tell(row: ConnectionRow, state: ConnectionRow['state'], reason: string | null): Promise<void> {
    const change = { at: this.#clock.now(), state, previous_state: row.state, reason };
    return this.#onChange(toEvent(row, { type: 'connection.state_changed', ...change }));
  }
}

export function needsReconnect(row: Pick<ConnectionRow, 'integration_id' | 'user_id' | 'reason'>): AppError {
  return new AppError(
    'needs_reconnect',
    'The third party does not accept the stored credentials any more. Connect again.',
    {
      ...(row.reason && { details: row.reason }),
      fields: { integration_id: row.integration_id, user_id: row.user_id },
    },
  );
}

function renewalFailed(row: ConnectionRow, retryAfterMs: number): AppError {
  return new AppError('feature_execution_failed', 'The access token could not be renewed just now. Try again later.', {
    ...(row.reason && { details: row.reason }),
    fields: { integration_id: row.integration_id, user_id: row.user_id },
    retryAfterMs,
  });
}
