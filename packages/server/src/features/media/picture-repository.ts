import type { Insertable, Selectable } from 'kysely';
import { notHeld } from '../../db/not-held.ts';
import { olderThan } from '../../db/older-than.ts';
import type { Db } from '../../db/open-database.ts';
import type { Tables } from '../../db/tables.ts';
import type { Cursor } from '../../lib/page.ts';

export type PictureRow = Selectable<Tables['pictures']>;

/** Pictures that were drawn. */
export class PictureRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async insert(row: Insertable<Tables['pictures']>): Promise<void> {
    await this.#db.insertInto('pictures').values(row).execute();
  }

  /** Newest first, none from before `since`. */
  list(
    workspaceId: string,
    { after, limit, since }: { after?: Cursor | undefined; limit: number; since: number },
  ): Promise<PictureRow[]> {
    let query = this.#db
      .selectFrom('pictures')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('created_at', '>=', since);
    if (after) query = query.where(olderThan(after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  }

  find(workspaceId: string, id: string): Promise<PictureRow | undefined> {
    return this.#db
      .selectFrom('pictures')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async deleteOlderThan(time: number): Promise<void> {
    await this.#db
      .deleteFrom('pictures')
      .where('created_at', '<', time)
      .where(notHeld('pictures', { user: true }))
      .execute();
  }

  /** Of one of the workspace's own users. */
  ofUser({ workspaceId, userId }: { workspaceId: string; userId: string }, limit: number): Promise<PictureRow[]> {
    return this.#db
      .selectFrom('pictures')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .limit(limit)
      .execute();
  }

  async delete(workspaceId: string, ids: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('pictures').where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute();
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('pictures').where('workspace_id', '=', workspaceId).execute();
  }
}
