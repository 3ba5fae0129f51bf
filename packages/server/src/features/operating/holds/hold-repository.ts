import { type Selectable, sql } from 'kysely';
import { notHeld } from '../../../db/not-held.ts';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';
import type { ToBeDeleted } from '../../../ports/legal-holds.ts';

export type HoldRow = Selectable<Tables['legal_holds']>;

const tables = { file: 'files', collection: 'collections', run: 'runs' } as const;

/** The rows of legal holds, and whether one keeps something. */
export class HoldRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async insert(row: HoldRow): Promise<void> {
    await this.#db.insertInto('legal_holds').values(row).execute();
  }

  find(id: string): Promise<HoldRow | undefined> {
    return this.#db.selectFrom('legal_holds').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** False when it was released before. */
  async release(id: string, { by, at }: { by: string; at: number }): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('legal_holds')
      .set({ released_by: by, released_at: at })
      .where('id', '=', id)
      .where('released_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Newest first. */
  list(options: {
    workspaceId: string | undefined;
    active: boolean | undefined;
    after: Cursor | undefined;
    limit: number;
  }): Promise<HoldRow[]> {
    let query = this.#db.selectFrom('legal_holds').selectAll();
    if (options.workspaceId !== undefined) query = query.where('workspace_id', '=', options.workspaceId);
    if (options.active !== undefined) query = query.where('released_at', options.active ? 'is' : 'is not', null);
    if (options.after) query = query.where(olderThan(options.after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(options.limit).execute();
  }

  async hasFile(workspaceId: string, id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('files')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  async hasWorkspace(id: string): Promise<boolean> {
    return (await this.#db.selectFrom('workspaces').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  /** The hold that keeps something, or undefined. */
  async keeping(thing: ToBeDeleted): Promise<Pick<HoldRow, 'id' | 'kind'> | undefined> {
    const active = this.#db
      .selectFrom('legal_holds')
      .select(['id', 'kind'])
      .where('workspace_id', '=', thing.workspaceId)
      .where('released_at', 'is', null)
      .limit(1);
    switch (thing.kind) {
      case 'workspace':
        return await active.executeTakeFirst();
      case 'record':
        return await active.where('kind', '=', 'workspace').executeTakeFirst();
      case 'user': {
        const { userId } = thing;
        const ofUser = sql<boolean>`(kind = 'workspace' or (kind = 'user' and target = ${userId}) or (kind = 'file' and target in
          (select id from files where files.workspace_id = legal_holds.workspace_id and files.user_id = ${userId})))`;
        return await active.where(ofUser).executeTakeFirst();
      }
      default: {
        const table = tables[thing.kind];
        const isHeld = sql<boolean>`not ${notHeld(table, { user: true, file: thing.kind === 'file' })}`;
        const row = await this.#db
          .selectFrom(table)
          .select('id')
          .where('workspace_id', '=', thing.workspaceId)
          .where('id', '=', thing.id)
          .where(isHeld)
          .executeTakeFirst();
        // Which of several it is does not matter: each must be released.
        return row && (await active.executeTakeFirst());
      }
    }
  }
}
