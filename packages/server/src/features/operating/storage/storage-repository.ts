import { sql } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Database } from '../../../db/open-database.ts';
import type { Cursor } from '../../../lib/page.ts';

export interface StorageSums {
  files: { count: number; bytes: number };
  collections: { count: number; files: number; passages: number };
}

export const nothingStored: StorageSums = {
  files: { count: 0, bytes: 0 },
  collections: { count: 0, files: 0, passages: 0 },
};

/** Sums of what workspaces store. */
export class StorageRepository {
  readonly #database: Pick<Database, 'db' | 'dialect'>;

  constructor(parts: { database: Pick<Database, 'db' | 'dialect'> }) {
    this.#database = parts.database;
  }

  /** Newest first; one of them, or all with undefined. */
  workspaces({
    workspaceId,
    after,
    limit,
  }: {
    workspaceId?: string | undefined;
    after?: Cursor | undefined;
    limit: number;
  }) {
    let query = this.#database.db.selectFrom('workspaces').select(['id', 'name', 'created_at', 'storage_bytes']);
    if (workspaceId !== undefined) query = query.where('id', '=', workspaceId);
    if (after) query = query.where(olderThan(after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  }

  /** By the id of the workspace; those that store nothing are left out. */
  async sums(workspaceIds: readonly string[]): Promise<Map<string, StorageSums>> {
    const found = new Map<string, StorageSums>();
    if (workspaceIds.length === 0) return found;
    const sumsOf = (id: string) => {
      const sums = found.get(id) ?? structuredClone(nothingStored);
      found.set(id, sums);
      return sums;
    };
    const [files, collections, members] = await Promise.all([
      this.#files(workspaceIds),
      this.#collections(workspaceIds),
      this.#collectionFiles(workspaceIds),
    ]);
    for (const { workspace_id, count, bytes } of files)
      sumsOf(workspace_id).files = { count: Number(count), bytes: Number(bytes ?? 0) };
    for (const { workspace_id, count } of collections) sumsOf(workspace_id).collections.count = Number(count);
    for (const { workspace_id, count, passages } of members)
      Object.assign(sumsOf(workspace_id).collections, { files: Number(count), passages: Number(passages ?? 0) });
    return found;
  }

  /** What the database itself takes on its disk. */
  async databaseBytes(): Promise<number> {
    const { db, dialect } = this.#database;
    const asked =
      dialect === 'sqlite'
        ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
        : sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`;
    const { rows } = await asked.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  }

  #files(workspaceIds: readonly string[]) {
    return this.#database.db
      .selectFrom('files')
      .select(({ fn }) => [
        'workspace_id',
        fn.countAll<number>().as('count'),
        fn.sum<number | string | null>('size_bytes').as('bytes'),
      ])
      .where('workspace_id', 'in', workspaceIds)
      .groupBy('workspace_id')
      .execute();
  }

  #collections(workspaceIds: readonly string[]) {
    return this.#database.db
      .selectFrom('collections')
      .select(({ fn }) => ['workspace_id', fn.countAll<number>().as('count')])
      .where('workspace_id', 'in', workspaceIds)
      .groupBy('workspace_id')
      .execute();
  }

  #collectionFiles(workspaceIds: readonly string[]) {
    return this.#database.db
      .selectFrom('collection_files')
      .select(({ fn }) => [
        'workspace_id',
        fn.countAll<number>().as('count'),
        fn.sum<number | string | null>('passages').as('passages'),
      ])
      .where('workspace_id', 'in', workspaceIds)
      .groupBy('workspace_id')
      .execute();
  }
}
