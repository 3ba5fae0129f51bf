import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Cursor } from '../../../lib/page.ts';
import { type ConnectionOwner, type ConnectionRow, lostSecret } from './connection.ts';

type Changes = Partial<Omit<ConnectionRow, 'id' | 'workspace_id' | 'integration_id' | 'user_id' | 'created_at'>>;

/** What a swap compares with: the version that was read, and the lease under which it was renewed. */
interface Expected {
  version: number;
  leaseOwner?: string;
}

/** Which connections are meant: all of an integration, of a workspace, or of one user in it. Never none of them. */
export type ConnectionFilter = { integrationId: string } | { workspaceId: string; userId?: string };

/** The filter as columns and values. */
export function columnsOf(filter: ConnectionFilter): ['integration_id' | 'workspace_id' | 'user_id', string][] {
  if ('integrationId' in filter) return [['integration_id', filter.integrationId]];
  const { workspaceId, userId } = filter;
  if (userId === undefined) return [['workspace_id', workspaceId]];
  return [
    ['workspace_id', workspaceId],
    ['user_id', userId],
  ];
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

  /** Of every integration, newest first. */
  listAll(
    workspaceId: string,
    filter: {
      userId?: string | undefined;
      state?: ConnectionRow['state'] | undefined;
      after?: Cursor | undefined;
      limit: number;
    },
  ): Promise<ConnectionRow[]> {
    let query = this.#db.selectFrom('integration_connections').selectAll().where('workspace_id', '=', workspaceId);
    if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
    if (filter.state !== undefined) query = query.where('state', '=', filter.state);
    if (filter.after) query = query.where(olderThan(filter.after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute();
  }

  /** How many there are by integration and state. */
  count(workspaceId: string) {
    return this.#db
      .selectFrom('integration_connections')
      .select(['integration_id', 'state'])
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .groupBy(['integration_id', 'state'])
      .execute();
  }

  /** Writes a connection; one that the owner had before is replaced, and its version counts on. */
  async save(row: ConnectionRow): Promise<void> {
    const { workspace_id: _, integration_id: __, user_id: ___, created_at: ____, version: _____, ...changes } = row;
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

  /** Some of the connections that fit. */
  page(filter: ConnectionFilter, limit: number): Promise<ConnectionRow[]> {
    let query = this.#db.selectFrom('integration_connections').selectAll();
    for (const [column, value] of columnsOf(filter)) query = query.where(column, '=', value);
    return query.orderBy('id').limit(limit).execute();
  }

  async delete(row: ConnectionRow): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('integration_connections')
      .where('workspace_id', '=', row.workspace_id)
      .where('id', '=', row.id)
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

  /** Housekeeping, across workspaces: connections not sealed with the newest key and their hosts, or lost once, in the order of their ids. */
  sealedOtherwise(keyId: string, page: { after: string; limit: number }): Promise<ConnectionRow[]> {
    return this.#db
      .selectFrom('integration_connections')
      .selectAll()
      .where((where) =>
        where.or([where('key_id', '!=', keyId), where('origin', 'is', null), where('reason', '=', lostSecret)]),
      )
      .where('id', '>', page.after)
      .orderBy('id')
      .limit(page.limit)
      .execute();
  }
}
