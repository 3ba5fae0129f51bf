import type { Insertable, Selectable, Transaction, Updateable } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';

export type AlertRow = Selectable<Tables['alerts']>;

type Follow = (within: Transaction<Tables>) => Promise<void>;

export class AlertRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  async insert(row: Insertable<Tables['alerts']>): Promise<void> {
    await this.#db.insertInto('alerts').values(row).execute();
  }

  find(id: string): Promise<AlertRow | undefined> {
    return this.#db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Newest first. */
  list(options: { workspaceId?: string | undefined; limit: number; after?: Cursor | undefined }): Promise<AlertRow[]> {
    let query = this.#db.selectFrom('alerts').selectAll();
    if (options.workspaceId !== undefined) query = query.where('workspace_id', '=', options.workspaceId);
    if (options.after) query = query.where(olderThan(options.after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(options.limit).execute();
  }

  /** Those that are looked at, by id after the last one. */
  active(after: string, limit: number): Promise<AlertRow[]> {
    return this.#db
      .selectFrom('alerts')
      .selectAll()
      .where('is_active', '=', 1)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  async firing(workspaceId: string | undefined): Promise<number> {
    let query = this.#db
      .selectFrom('alerts')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('state', '=', 'firing')
      .where('is_active', '=', 1);
    if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
    return Number((await query.executeTakeFirstOrThrow()).count);
  }

  async update(id: string, changes: Updateable<Tables['alerts']>): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    await this.#db.updateTable('alerts').set(changes).where('id', '=', id).execute();
  }

  /** With what follows in the same transaction, unless another process was faster: then false. */
  async move(
    { id, state }: Pick<AlertRow, 'id' | 'state'>,
    changes: Updateable<Tables['alerts']>,
    follow: Follow,
  ): Promise<boolean> {
    return await this.#db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('alerts')
        .set(changes)
        .where('id', '=', id)
        .where('state', '=', state)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await follow(tx);
      return numUpdatedRows > 0n;
    });
  }

  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('alerts').where('id', '=', id).execute();
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('alerts').where('workspace_id', '=', workspaceId).execute();
  }

  /** What the key, or else the workspace in a month, may spend; null for no limit. */
  async budget(alert: AlertRow): Promise<{ nanos: number; period: 'day' | 'month' | 'total' } | null> {
    if (alert.key_id !== null) {
      const key = await this.#db
        .selectFrom('api_keys')
        .select(['budget_nanos', 'budget_period'])
        .where('id', '=', alert.key_id)
        .executeTakeFirst();
      return key?.budget_nanos == null ? null : { nanos: key.budget_nanos, period: key.budget_period };
    }
    const workspace = await this.#db
      .selectFrom('workspaces')
      .select('budget_nanos')
      .where('id', '=', alert.workspace_id)
      .executeTakeFirst();
    return workspace?.budget_nanos == null ? null : { nanos: workspace.budget_nanos, period: 'month' };
  }

  async keyIsIn(keyId: string, workspaceId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('api_keys')
      .select('id')
      .where('id', '=', keyId)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return row !== undefined;
  }
}
