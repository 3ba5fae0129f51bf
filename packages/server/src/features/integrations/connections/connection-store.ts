import Type from 'typebox';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Manifest } from '../definitions/manifest.ts';
import {
  type ConnectionIdentity,
  type ConnectionOwner,
  type ConnectionRow,
  type Credentials,
  originOf,
  type TokenSet,
  vaultContext,
} from './connection.ts';
import type { ConnectionsRepository } from './connections-repository.ts';
import { readStored } from './read-stored.ts';
import { type Vault, VaultError } from './vault.ts';

const Tokens = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.Union([Type.String(), Type.Null()]),
  expiresAt: Type.Union([Type.Number(), Type.Null()]),
});
const StoredCredentials = Type.Union([
  Type.Object({ method: Type.Literal('NONE') }),
  Type.Object({ method: Type.Literal('API_KEY'), apiKey: Type.String() }),
  Type.Object({ method: Type.Literal('BASIC_AUTH'), username: Type.String(), password: Type.String() }),
  Type.Object({ method: Type.Literal('OAUTH2'), current: Tokens, previous: Type.Union([Tokens, Type.Null()]) }),
]);

/** Everything that is sealed. Fields are, too: the address of a server can hold a token. */
const Stored = Type.Object({
  credentials: StoredCredentials,
  fields: Type.Record(Type.String(), Type.String()),
});

interface Held {
  credentials: Credentials;
  fields: Record<string, string>;
}

/** A connection with its credentials opened. Lives for one call, never in a cache. */
export interface OpenConnection extends Held {
  row: ConnectionRow;
}

/** Connections with their credentials sealed on the way in and opened on the way out. */
export class ConnectionStore {
  readonly rows: ConnectionsRepository;
  readonly #vault: Vault;
  readonly #clock: Clock;

  constructor({ rows, vault, clock }: { rows: ConnectionsRepository; vault: Vault; clock: Clock }) {
    this.rows = rows;
    this.#vault = vault;
    this.#clock = clock;
  }

  /** Throws `needs_reconnect` when the credentials cannot be opened in this row, or were given for other hosts. */
  async open(row: ConnectionRow, manifest: Manifest): Promise<OpenConnection> {
    if (row.origin === null || row.origin === originOf(manifest)) return this.#open(row);
    throw new AppError('needs_reconnect', 'The integration now speaks with another host. Connect it again.', {
      details: 'Credentials are sent only to the hosts that they were given for.',
      fields: { integration_id: row.integration_id, user_id: row.user_id },
    });
  }

  async #open(row: ConnectionRow): Promise<OpenConnection> {
    try {
      const held = readStored(Stored, await this.#vault.open(row.credentials, vaultContext(row)));
      if (!held) throw new VaultError('altered', 'the sealed text has an unknown form');
      return { row, ...held };
    } catch (cause) {
      if (!(cause instanceof VaultError)) throw cause;
      throw new AppError('needs_reconnect', 'The stored credentials cannot be opened. Connect the integration again.', {
        details:
          cause.reason === 'unknown_key'
            ? 'The secret that sealed them is not configured any more.'
            : 'The stored row was altered.',
        fields: { integration_id: row.integration_id, user_id: row.user_id },
      });
    }
  }

  /** Stores a new connection in the place of an older one of the same owner. */
  async create(
    owner: ConnectionOwner,
    manifest: Manifest,
    connection: Held & { scopes: string[] },
  ): Promise<ConnectionRow> {
    const now = this.#clock.now();
    const identity: ConnectionIdentity = {
      id: newId('con'),
      origin: originOf(manifest),
      workspace_id: owner.workspaceId,
      integration_id: owner.integrationId,
      user_id: owner.userId,
    };
    const row: ConnectionRow = {
      ...identity,
      auth_method: connection.credentials.method,
      state: 'connected',
      reason: null,
      ...(await this.sealed(identity, connection)),
      version: 1,
      scopes: JSON.stringify(connection.scopes),
      is_proven: connection.credentials.method === 'OAUTH2' ? 0 : 1,
      refreshed_at: now,
      next_attempt_at: 0,
      failures: 0,
      lease_owner: null,
      lease_until: 0,
      last_used_at: null,
      created_at: now,
      updated_at: now,
    };
    await this.rows.save(row);
    return row;
  }

  /** The columns that change with the credentials. */
  async sealed(
    identity: ConnectionIdentity,
    { credentials, fields }: Held,
  ): Promise<Pick<ConnectionRow, 'credentials' | 'key_id' | 'has_refresh_token' | 'expires_at'>> {
    const current: TokenSet | null = credentials.method === 'OAUTH2' ? credentials.current : null;
    return {
      credentials: await this.#vault.seal(JSON.stringify({ credentials, fields }), vaultContext(identity)),
      key_id: await this.#vault.keyId(),
      has_refresh_token: current?.refreshToken ? 1 : 0,
      expires_at: current?.expiresAt ?? null,
    };
  }

  /** The third party accepted the newest token: the one before is forgotten. */
  async prove({ row, credentials, fields }: OpenConnection): Promise<void> {
    if (row.is_proven === 1 || credentials.method !== 'OAUTH2') return;
    const sealed = await this.sealed(row, { credentials: { ...credentials, previous: null }, fields });
    await this.rows.swap(row, { version: row.version }, { ...sealed, is_proven: 1 });
  }

  /** Whether the key that sealed the credentials is there. */
  isOpenable(row: ConnectionRow): Promise<boolean> {
    return this.#vault.has(row.key_id);
  }

  /**
   * Seals a row with the newest key, and one from before with its hosts. False when the row changed meanwhile (it is
   * sealed anew then anyway), or when there is nothing to do without a manifest.
   */
  async reseal(row: ConnectionRow, manifest: Manifest | null): Promise<boolean> {
    const origin = row.origin ?? (manifest && originOf(manifest));
    if (origin === null && row.key_id === (await this.keyId())) return false;
    const sealed = await this.sealed({ ...row, origin }, await this.#open(row));
    return this.rows.swap(row, { version: row.version }, { ...sealed, origin });
  }

  keyId(): Promise<string> {
    return this.#vault.keyId();
  }
}
