import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import { type CollectionRow, ownFilesId, raise } from './collection-repository.ts';

/** The collection that holds every file of a workspace. It is in no list. */
export class OwnFilesRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  async find(workspaceId: string): Promise<CollectionRow | undefined> {
    return await this.#db
      .selectFrom('collections')
      .selectAll()
      .where('id', '=', ownFilesId(workspaceId))
      .executeTakeFirst();
  }

  async open(workspaceId: string, now: number): Promise<void> {
    await this.#db
      .insertInto('collections')
      .values({
        id: ownFilesId(workspaceId),
        workspace_id: workspaceId,
        name: '',
        description: null,
        attributes: '{}',
        version: 0,
        created_at: now,
        expires_at: null,
        embedding_error: null,
        expires_after_days: null,
        last_active_at: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** Puts in what is ready and not in it, of one workspace or one file. How many that were. */
  async fill(only: { workspaceId: string } | { fileId: string }, now: number): Promise<number> {
    const wanted =
      'fileId' in only
        ? sql<SqlBool>`files.id = ${only.fileId}`
        : sql<SqlBool>`files.workspace_id = ${only.workspaceId}`;
    return await this.#db.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows = 0n } = await tx
        .insertInto('collection_files')
        .columns(['collection_id', 'file_id', 'workspace_id', 'attributes', 'added_at'])
        .expression((from) =>
          from
            .selectFrom('files')
            .innerJoin('collections', (join) =>
              join.on(sql<SqlBool>`collections.id = ${sql.lit(ownPrefix)} || files.workspace_id`),
            )
            .select([
              'collections.id',
              'files.id as file_id',
              'files.workspace_id',
              sql<string>`'{}'`.as('attributes'),
              sql<number>`cast(${now} as bigint)`.as('added_at'),
            ])
            .where('files.status', '=', 'ready')
            .where('files.purpose', 'is', null)
            .where(wanted),
        )
        .onConflict((conflict) => conflict.columns(['collection_id', 'file_id']).doNothing())
        .executeTakeFirst();
      const workspaceId = 'workspaceId' in only ? only.workspaceId : null;
      if (numInsertedOrUpdatedRows > 0n && workspaceId !== null) await raise(tx, [ownFilesId(workspaceId)]);
      return Number(numInsertedOrUpdatedRows);
    });
  }

  /** How many of its files cannot be found yet. */
  async waiting(workspaceId: string): Promise<number> {
    const { files } = await this.#db
      .selectFrom('collection_files')
      .select((select) => select.fn.countAll<number>().as('files'))
      .where('collection_id', '=', ownFilesId(workspaceId))
      .where('segment_id', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(files);
  }

  /** The workspaces that have one. */
  async workspaces(limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('collections')
      .select('workspace_id')
      .where('id', 'like', `${ownPrefix}%`)
      .limit(limit)
      .execute();
    return rows.map((row) => row.workspace_id);
  }
}

const ownPrefix = ownFilesId('');
