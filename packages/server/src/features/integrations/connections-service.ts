import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Applications } from './applications.ts';
import type { ConnectionRow } from './connection.ts';
import { type ConnectionListener, toEvent } from './connection-events.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { IntegrationCaller } from './integration-caller.ts';
import type { IntegrationCatalogue } from './integration-catalogue.ts';
import type { OAuthClient } from './oauth-client.ts';
import { authsOf } from './read-manifest.ts';

/** A connection as the wire shows it: everything but its credentials. */
export interface ConnectionView {
  id: string;
  integration_id: string;
  user_id: string;
  auth_method: ConnectionRow['auth_method'];
  status: ConnectionRow['state'];
  reason: string | null;
  scopes: string[];
  expires_at: string | null;
  created_at: string;
  updated_at: string;
  last_used_at: string | null;
}

export interface ConnectionsServiceOptions {
  catalogue: IntegrationCatalogue;
  store: ConnectionStore;
  client: OAuthClient;
  applications: Applications;
  audit: Pick<AuditLog, 'record'>;
  clock: Clock;
  onChange: ConnectionListener;
}

/** Lists and ends connections. */
export class ConnectionsService {
  readonly #options: ConnectionsServiceOptions;

  constructor(options: ConnectionsServiceOptions) {
    this.#options = options;
  }

  async list(
    caller: IntegrationCaller,
    request: { integrationId: string; userId: string | undefined; limit: number; after: string | undefined },
  ): Promise<{ data: ConnectionView[]; has_more: boolean; next: string | null }> {
    const manifest = await this.#options.catalogue.get(caller.workspaceId, request.integrationId);
    const rows = await this.#options.store.rows.list(caller.workspaceId, {
      integrationId: manifest.id,
      limit: request.limit + 1,
      ...(request.userId !== undefined && { userId: request.userId }),
      ...(request.after !== undefined && { after: request.after }),
    });
    const shown = rows.slice(0, request.limit);
    const hasMore = rows.length > request.limit;
    return { data: shown.map(toView), has_more: hasMore, next: hasMore ? (shown.at(-1)?.user_id ?? null) : null };
  }

  /** Forgets the credentials, after telling the third party where it can be told. */
  async remove(caller: IntegrationCaller, request: { integrationId: string; userId: string }) {
    const { catalogue, store, audit, clock, onChange } = this.#options;
    const manifest = await catalogue.get(caller.workspaceId, request.integrationId);
    const owner = { workspaceId: caller.workspaceId, integrationId: manifest.id, userId: request.userId };
    const row = await store.rows.find(owner);
    if (!row) {
      throw new AppError('not_found', `${manifest.name} is not connected for this user.`, {
        title: 'Connection not found',
        fields: { integration_id: manifest.id, user_id: request.userId },
      });
    }
    const isRevoked = await this.#revoke(row, manifest);
    await store.rows.delete(owner);
    const at = clock.now();
    const change = {
      type: 'connection.deleted',
      at,
      state: 'deleted',
      previous_state: row.state,
      reason: null,
    } as const;
    await onChange(toEvent(row, change));
    await audit.record({
      workspaceId: caller.workspaceId,
      actor: caller.keyId,
      action: 'integration.disconnect',
      target: manifest.id,
      address: caller.address,
      details: { user_id: row.user_id, connection_id: row.id, was_revoked_upstream: isRevoked },
    });
    return { integration_id: manifest.id, user_id: row.user_id, is_revoked: isRevoked };
  }

  async #revoke(row: ConnectionRow, manifest: Parameters<typeof authsOf>[0]): Promise<boolean> {
    const auth = authsOf(manifest).find((candidate) => candidate.method === 'OAUTH2');
    if (row.auth_method !== 'OAUTH2' || !auth?.revoke_url) return false;
    const found = await this.#options.applications.find(manifest.id, auth);
    if (!('application' in found)) return false;
    try {
      const { credentials } = await this.#options.store.open(row);
      if (credentials.method !== 'OAUTH2') return false;
      const { refreshToken, accessToken } = credentials.current;
      return await this.#options.client.revoke(auth, found.application, refreshToken ?? accessToken);
    } catch (error) {
      // What cannot be opened any more cannot be revoked either; it is deleted all the same.
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}

function toView(row: ConnectionRow): ConnectionView {
  const scopes: unknown = JSON.parse(row.scopes);
  return {
    id: row.id,
    integration_id: row.integration_id,
    user_id: row.user_id,
    auth_method: row.auth_method,
    status: row.state,
    reason: row.reason,
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
    expires_at: toTime(row.expires_at),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    last_used_at: toTime(row.last_used_at),
  };
}

function toTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
