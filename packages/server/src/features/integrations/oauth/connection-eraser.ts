import type { Clock } from '../../../ports/clock.ts';
import type { AuditLog } from '../../people/audit/audit-log.ts';
import type { ConnectionRow } from '../connections/connection.ts';
import { type ConnectionListener, toEvent } from '../connections/connection-events.ts';
import type { ConnectionStore } from '../connections/connection-store.ts';
import type { ConnectionFilter } from '../connections/connections-repository.ts';
import type { IntegrationCatalogue } from '../definitions/integration-catalogue.ts';
import { authsOf } from '../definitions/read-manifest.ts';
import type { Applications } from './applications.ts';
import type { AuthorizationsRepository } from './authorizations-repository.ts';
import type { OAuthClient } from './oauth-client.ts';

export interface ConnectionEraserOptions {
  catalogue: IntegrationCatalogue;
  store: ConnectionStore;
  authorizations: AuthorizationsRepository;
  client: OAuthClient;
  applications: Applications;
  audit: Pick<AuditLog, 'record'>;
  clock: Clock;
  onChange: ConnectionListener;
}

/** Who ends a connection. */
export interface EraserActor {
  keyId: string;
  address: string | null;
}

const batch = 16;
/** Third parties are asked for so long; what is left after it is erased without asking. */
const revokingMs = 60_000;

/** Ends connections: tells the third party where it can be told, and erases the credentials whatever it answers. */
export class ConnectionEraser {
  readonly #options: ConnectionEraserOptions;

  constructor(options: ConnectionEraserOptions) {
    this.#options = options;
  }

  /** Erases one connection. True when the third party confirmed that the grant is void. */
  async erase(row: ConnectionRow, actor: EraserActor): Promise<boolean> {
    const isRevoked = await this.#revoke(row);
    await this.#forget(row, actor, isRevoked);
    return isRevoked;
  }

  /** Erases every connection and every sign-in under way that fits. */
  async eraseAll(filter: ConnectionFilter, actor: EraserActor): Promise<{ connections: number; revoked: number }> {
    const { store, authorizations, clock } = this.#options;
    const until = clock.now() + revokingMs;
    const counts = { connections: 0, revoked: 0 };
    await authorizations.deleteAll(filter);
    for (;;) {
      const rows = await store.rows.page(filter, batch);
      if (rows.length === 0) return counts;
      const mayAsk = clock.now() < until;
      await Promise.all(
        rows.map(async (row) => {
          const isRevoked = mayAsk && (await this.#revoke(row));
          await this.#forget(row, actor, isRevoked);
          counts.connections++;
          if (isRevoked) counts.revoked++;
        }),
      );
    }
  }

  async #forget(row: ConnectionRow, actor: EraserActor, isRevoked: boolean): Promise<void> {
    const { store, audit, clock, onChange } = this.#options;
    await store.rows.delete(row);
    const change = { at: clock.now(), state: 'deleted', previous_state: row.state, reason: null } as const;
    await onChange(toEvent(row, { type: 'connection.deleted', ...change }));
    await audit.record({
      workspaceId: row.workspace_id,
      actor: actor.keyId,
      action: 'integration.disconnect',
      target: row.integration_id,
      address: actor.address,
      details: { user_id: row.user_id, connection_id: row.id, was_revoked_upstream: isRevoked },
    });
  }

  /** Nothing that goes wrong here keeps a connection from being erased. */
  async #revoke(row: ConnectionRow): Promise<boolean> {
    if (row.auth_method !== 'OAUTH2') return false;
    const { catalogue, store, applications, client } = this.#options;
    try {
      const manifest = await catalogue.find(row.workspace_id, row.integration_id);
      const auth = manifest && authsOf(manifest).find((candidate) => candidate.method === 'OAUTH2');
      if (!manifest || !auth?.revoke_url) return false;
      const found = await applications.find(manifest.id, auth);
      if (!('application' in found)) return false;
      const { credentials } = await store.open(row, manifest);
      if (credentials.method !== 'OAUTH2') return false;
      const { refreshToken, accessToken } = credentials.current;
      return await client.revoke(auth, found.application, refreshToken ?? accessToken);
    } catch {
      // What cannot be opened any more cannot be revoked either; the audit log says that it was not.
      return false;
    }
  }
}
