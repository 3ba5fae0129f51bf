import type { ConnectionCount } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../lib/page.ts';
import type { LegalHolds } from '../../ports/legal-holds.ts';
import type { AuditLog } from '../people/audit/audit-log.ts';
import type { ConnectionRow } from './connections/connection.ts';
import type { ConnectionStore } from './connections/connection-store.ts';
import type { IntegrationCaller } from './connections/integration-caller.ts';
import type { IntegrationCatalogue } from './definitions/integration-catalogue.ts';
import type { ConnectionEraser } from './oauth/connection-eraser.ts';

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
  eraser: ConnectionEraser;
  audit: Pick<AuditLog, 'record' | 'forgetUser'>;
  /** Forgets the answers kept for repeated requests that concern a user. */
  forgetReplies(owner: { workspaceId: string; userId: string }): Promise<void>;
  /** Without it nothing is held. */
  holds?: LegalHolds;
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

  /** Of every integration of the workspace, newest first, with how many there are of each. */
  async listAll(
    caller: IntegrationCaller,
    query: { user_id?: string; status?: ConnectionRow['state']; limit?: number; after?: string },
  ): Promise<Page<ConnectionView> & { integrations: Record<string, ConnectionCount> }> {
    const { rows } = this.#options.store;
    const limit = query.limit ?? 20;
    const filter = { userId: query.user_id, state: query.status, after: parseCursor(query.after), limit: limit + 1 };
    const [found, counted] = await Promise.all([
      rows.listAll(caller.workspaceId, filter),
      rows.count(caller.workspaceId),
    ]);
    const counts = new Map<string, ConnectionCount>();
    for (const { integration_id: id, state, count } of counted) {
      const sums = counts.get(id) ?? { connected: 0, needs_reconnect: 0 };
      sums[state === 'needs_reconnect' ? state : 'connected'] += Number(count);
      counts.set(id, sums);
    }
    const page = toPage(found, limit, toView, (row) => cursorOf(row.created_at, row.id));
    return { ...page, integrations: Object.fromEntries(counts) };
  }

  /** Forgets the credentials, after telling the third party where it can be told. Works without a manifest, too. */
  async remove(caller: IntegrationCaller, request: { integrationId: string; userId: string }) {
    const { store, eraser } = this.#options;
    const owner = { workspaceId: caller.workspaceId, ...request };
    const row = await store.rows.find(owner);
    if (!row) {
      const manifest = await this.#options.catalogue.get(caller.workspaceId, request.integrationId);
      throw new AppError('not_found', `${manifest.name} is not connected for this user.`, {
        title: 'Connection not found',
        fields: { integration_id: manifest.id, user_id: request.userId },
      });
    }
    const isRevoked = await eraser.erase(row, caller);
    return { integration_id: row.integration_id, user_id: row.user_id, is_revoked: isRevoked };
  }

  /** Forgets a user: every connection and sign-in, kept answers that concern them, and their id in the audit log. */
  async forgetUser(caller: IntegrationCaller, userId: string): Promise<{ connections: number; revoked: number }> {
    const { eraser, audit, forgetReplies, holds } = this.#options;
    const owner = { workspaceId: caller.workspaceId, userId };
    await holds?.refuse({ kind: 'user', ...owner });
    const counts = await eraser.eraseAll(owner, caller);
    await forgetReplies(owner);
    await audit.forgetUser(owner);
    await audit.record({
      workspaceId: caller.workspaceId,
      actor: caller.keyId,
      action: 'integration.forget_user',
      target: 'user',
      address: caller.address,
      details: counts,
    });
    return counts;
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
