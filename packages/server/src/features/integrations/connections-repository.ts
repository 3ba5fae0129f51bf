import type { Db } from '../../db/open-database.ts';
import type { ConnectionOwner, ConnectionRow } from './connection.ts';

type Changes = Partial<Omit<ConnectionRow, 'id' | 'workspace_id' | 'integration_id' | 'user_id' | 'created_at'>>;

/** What a swap compares with: the version that was read, and the lease under which it was renewed. */
interface Expected {
  version: number;
  leaseOwner?: string;
}

/** Rows of connections. Whatever changes credentials compares the version first, so that no process overwrites another. */
export class ConnectionsRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  find(owner: ConnectionOwner): Promise<ConnectionRow | undefined> {
    return this.#db
      .selectFrom('integration_connections')
      .selectAll()
      .where('workspace_id', '=', owner.workspaceId)
      .where('integration_id', '=', owner.integrationId)
      .where('user_id', '=', owner.userId)
      .executeTakeFirst();
  }

  get(workspaceId: string, id: string): Promise<ConnectionRow | undefined> {
    return this.#db
      .selectFrom('integration_connections')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  list(workspaceId: string, filter: { integrationId: string; userId?: string; limit: number; after?: string }) {
    let query = this.#db
      .selectFrom('integration_connections')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('integration_id', '=', filter.integrationId)
      .orderBy('user_id')
      .limit(filter.limit);
    if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
    if (filter.after !== undefined) query = query.where('user_id', '>', filter.after);
    return query.execute();
  }

  /** Writes a connection; one that the owner had before is replaced, and its version counts on. */
  async save(row: ConnectionRow): Promise<void> {
    const {
      id: _,
      workspace_id: __,
      integration_id: ___,
      user_id: ____,
      created_at: _____,
      version: ______,
      ...changes
    } = row;
    await this.#db
      .insertInto('integration_connections')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'integration_id', 'user_id']).doUpdateSet((expression) => ({
          ...changes,
          version: expression('integration_connections.version', '+', 1),
        })),
      )
      .execute();
  }

  /** Takes the right to refresh. False when somebody has it or the credentials were changed meanwhile. */
  async acquireLease(row: ConnectionRow, lease: { owner: string; now: number; until: number }): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('integration_connections')
      .set({ lease_owner: lease.owner, lease_until: lease.until })
      .where('workspace_id', '=', row.workspace_id)
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .where((where) => where.or([where('lease_owner', 'is', null), where('lease_until', '<', lease.now)]))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Changes a row if it is still as expected. False when it is not. */
  async swap(row: ConnectionRow, expected: Expected, changes: Changes): Promise<boolean> {
    let query = this.#db
      .updateTable('integration_connections')
      .set(changes)
      .where('workspace_id', '=', row.workspace_id)
      .where('id', '=', row.id)
      .where('version', '=', expected.version);
    if (expected.leaseOwner !== undefined) query = query.where('lease_owner', '=', expected.leaseOwner);
    const { numUpdatedRows } = await query.executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async touch(row: ConnectionRow, now: number): Promise<void> {
    await this.#db
      .updateTable('integration_connections')
      .set({ last_used_at: now })
      .where('workspace_id', '=', row.workspace_id)
      .where('id', '=', row.id)
      .execute();
  }

  async delete(owner: ConnectionOwner): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('integration_connections')
      .where('workspace_id', '=', owner.workspaceId)
      .where('integration_id', '=', owner.integrationId)
      .where('user_id', '=', owner.userId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Housekeeping, across workspaces: connections whose refresh token has lain unused for too long, oldest first. */
  idle(filter: { refreshedBefore: number; now: number; limit: number }): Promise<ConnectionRow[]> {
    return this.#db
      .selectFrom('integration_connections')
      .selectAll()
      .where('has_refresh_token', '=', 1)
      .where('state', '!=', 'needs_reconnect')
      .where('refreshed_at', '<', filter.refreshedBefore)
      .where('next_attempt_at', '<=', filter.now)
      .orderBy('next_attempt_at')
      .orderBy('refreshed_at')
      .limit(filter.limit)
      .execute();
  }

  /** Housekeeping, across workspaces: connections sealed with another key than the newest, in the order of their ids. */
  sealedOtherwise(keyId: string, page: { after: string; limit: number }): Promise<ConnectionRow[]> {
    return this.#db
      .selectFrom('integration_connections')
      .selectAll()
      .where('key_id', '!=', keyId)
      .where('id', '>', page.after)
      .orderBy('id')
      .limit(page.limit)
      .execute();
  }
}
