import type { Selectable, Updateable } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';

export type GuardRow = Selectable<Tables['guards']>;

export class GuardRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /** False where the workspace has a guard of this name already. */
  async insert(row: GuardRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('guards')
      .values(row)
      .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  find(id: string): Promise<GuardRow | undefined> {
    return this.#db.selectFrom('guards').selectAll().where('id', '=', id).executeTakeFirst();
  }

  named(workspaceId: string, name: string): Promise<GuardRow | undefined> {
    return this.#db
      .selectFrom('guards')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', name)
      .executeTakeFirst();
  }

  /** Newest first. */
  list(options: { workspaceId?: string | undefined; limit: number; after?: Cursor | undefined }): Promise<GuardRow[]> {
    let query = this.#db.selectFrom('guards').selectAll();
    if (options.workspaceId !== undefined) query = query.where('workspace_id', '=', options.workspaceId);
    if (options.after) query = query.where(olderThan(options.after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(options.limit).execute();
  }

  /** Those in force, in their order. */
  enabled(workspaceId: string): Promise<GuardRow[]> {
    return this.#db
      .selectFrom('guards')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('is_enabled', '=', 1)
      .orderBy('position')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  async update(id: string, changes: Updateable<Tables['guards']>): Promise<void> {
    await this.#db.updateTable('guards').set(changes).where('id', '=', id).execute();
  }

  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('guards').where('id', '=', id).execute();
  }
}
