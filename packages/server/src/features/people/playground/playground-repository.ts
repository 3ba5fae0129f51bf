import type { PlaygroundRun } from '@parley/contract';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';

export interface RunRow extends Selectable<Tables['playground_runs']> {
  /** Of the person or the key; null when that is gone. */
  creator_name: string | null;
}

export class PlaygroundRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /** Keeps the newest of a person in a workspace. */
  async insert(row: Insertable<Tables['playground_runs']>, kept: number): Promise<void> {
    await this.#db.insertInto('playground_runs').values(row).execute();
    const newest = this.#db
      .selectFrom('playground_runs')
      .select('id')
      .where('workspace_id', '=', row.workspace_id)
      .where('created_by', '=', row.created_by)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(kept);
    await this.#db
      .deleteFrom('playground_runs')
      .where('workspace_id', '=', row.workspace_id)
      .where('created_by', '=', row.created_by)
      .where('id', 'not in', newest)
      .execute();
  }

  find(workspaceId: string, id: string): Promise<RunRow | undefined> {
    return this.#select().where('tried.workspace_id', '=', workspaceId).where('tried.id', '=', id).executeTakeFirst();
  }

  /** Newest first: those of one person or key, or all that are shared. */
  list(options: {
    workspaceId: string;
    createdBy: string | null;
    mode?: PlaygroundRun['mode'] | undefined;
    limit: number;
    after?: Cursor | undefined;
  }): Promise<RunRow[]> {
    let query = this.#select().where('tried.workspace_id', '=', options.workspaceId);
    query =
      options.createdBy === null
        ? query.where('is_shared', '=', 1)
        : query.where('tried.created_by', '=', options.createdBy);
    if (options.mode !== undefined) query = query.where('mode', '=', options.mode);
    if (options.after) query = query.where(olderThan(options.after, 'tried'));
    return query.orderBy('tried.created_at', 'desc').orderBy('tried.id', 'desc').limit(options.limit).execute();
  }

  async update(id: string, changes: Updateable<Tables['playground_runs']>): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    await this.#db.updateTable('playground_runs').set(changes).where('id', '=', id).execute();
  }

  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('playground_runs').where('id', '=', id).execute();
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('playground_runs').where('workspace_id', '=', workspaceId).execute();
  }

  /** In one workspace, or everywhere with null. */
  async forgetCreator(createdBy: string, workspaceId: string | null): Promise<void> {
    let query = this.#db.deleteFrom('playground_runs').where('created_by', '=', createdBy);
    if (workspaceId !== null) query = query.where('workspace_id', '=', workspaceId);
    await query.execute();
  }

  #select() {
    return this.#db
      .selectFrom('playground_runs as tried')
      .leftJoin('users', 'users.id', 'tried.created_by')
      .leftJoin('api_keys', 'api_keys.id', 'tried.created_by')
      .selectAll('tried')
      .select((select) => select.fn.coalesce('users.name', 'api_keys.name').as('creator_name'))
      .$castTo<RunRow>();
  }
}
