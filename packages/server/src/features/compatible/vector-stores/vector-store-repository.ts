import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import type { CollectionFileRow, CollectionRow } from '../../knowledge/collections/collection-repository.ts';

export interface ListOptions {
  limit: number;
  order: 'asc' | 'desc';
  /** What comes after, or before, this place in that order. */
  from: { at: number; id: string; side: 'after' | 'before' } | null;
}

export interface FileListOptions extends ListOptions {
  status: string | undefined;
  batchId: string | undefined;
}

export type StoreFileStatus = 'in_progress' | 'completed' | 'failed';

/** A file of a store, and how far it is. */
export interface StoreFileRow extends Omit<CollectionFileRow, 'url' | 'parent_file_id'> {
  state: StoreFileStatus;
}

const ready = sql<SqlBool>`files.status = 'ready' and collection_files.segment_id is not null`;
const conditions: Record<string, ReturnType<typeof sql<SqlBool>>> = {
  completed: sql<SqlBool>`(${ready})`,
  failed: sql<SqlBool>`files.status = 'failed'`,
  in_progress: sql<SqlBool>`files.status <> 'failed' and not (${ready})`,
  cancelled: sql<SqlBool>`1 = 0`,
};

/** Collections and their files in the order and with the marks of OpenAI's vector stores. Each call names the workspace. */
export class VectorStoreRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /** `limit + 1` of them, in the order asked for. */
  async list(workspaceId: string, now: number, options: ListOptions): Promise<CollectionRow[]> {
    const rows = this.#db
      .selectFrom('collections')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'like', 'col%')
      .where(sql<SqlBool>`(expires_at is null or expires_at > ${now})`);
    return await paged(rows, { at: 'created_at', id: 'id' }, options);
  }

  /** `limit + 1` of them, in the order asked for. */
  async files(collectionId: string, options: FileListOptions): Promise<StoreFileRow[]> {
    let rows = this.#files(collectionId);
    const condition = options.status === undefined ? undefined : conditions[options.status];
    if (condition) rows = rows.where(condition);
    if (options.batchId !== undefined) rows = rows.where('collection_files.batch_id', '=', options.batchId);
    return await paged(rows, { at: 'collection_files.added_at', id: 'collection_files.file_id' }, options);
  }

  async file(collectionId: string, fileId: string): Promise<StoreFileRow | undefined> {
    return await this.#files(collectionId).where('collection_files.file_id', '=', fileId).executeTakeFirst();
  }

  /** When it was added, and how many of its files are how far; null for a batch that is not there. */
  async batch(
    collectionId: string,
    batchId: string,
  ): Promise<{ createdAt: number; counts: Record<StoreFileStatus, number> } | null> {
    const counts = { in_progress: 0, completed: 0, failed: 0 };
    const rows = await this.#files(collectionId).where('collection_files.batch_id', '=', batchId).execute();
    for (const { state } of rows) counts[state]++;
    return rows[0] ? { createdAt: Math.min(...rows.map((row) => Number(row.added_at))), counts } : null;
  }

  async setBatch(collectionId: string, fileIds: readonly string[], batchId: string): Promise<void> {
    await this.#db
      .updateTable('collection_files')
      .set({ batch_id: batchId })
      .where('collection_id', '=', collectionId)
      .where('file_id', 'in', [...fileIds])
      .execute();
  }

  /** Null for no end of its own. */
  async setExpiry(id: string, days: number | null, now: number): Promise<void> {
    await this.#db
      .updateTable('collections')
      .set({
        expires_after_days: days,
        last_active_at: now,
        expires_at: days === null ? null : now + days * 24 * 60 * 60_000,
      })
      .where('id', '=', id)
      .execute();
  }

  #files(collectionId: string) {
    return this.#db
      .selectFrom('collection_files')
      .innerJoin('files', 'files.id', 'collection_files.file_id')
      .select([
        'collection_files.file_id',
        'collection_files.attributes',
        'collection_files.segment_id',
        'collection_files.passages',
        'collection_files.added_at',
        'files.filename',
        'files.kind',
        'files.status',
        'files.size_bytes',
        'files.error_code',
        'files.error_message',
        sql<StoreFileStatus>`case when files.status = 'failed' then 'failed' when ${ready} then 'completed' else 'in_progress' end`.as(
          'state',
        ),
      ])
      .where('collection_files.collection_id', '=', collectionId);
  }
}

async function paged<DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  columns: { at: string; id: string },
  { limit, order, from }: ListOptions,
): Promise<Row[]> {
  const [at, id] = [sql.ref(columns.at), sql.ref(columns.id)];
  const isBackward = from?.side === 'before';
  // What comes before a place is the beginning of the other direction.
  const isDown = (order === 'desc') !== isBackward;
  const compare = sql.raw(isDown ? '<' : '>');
  const limited = from ? rows.where(sql<SqlBool>`(${at}, ${id}) ${compare} (${from.at}, ${from.id})`) : rows;
  const direction = isDown ? 'desc' : 'asc';
  const found = await limited
    .orderBy(at, direction)
    .orderBy(id, direction)
    .limit(limit + 1)
    .execute();
  return isBackward ? [...found.slice(0, limit).reverse(), ...found.slice(limit)] : found;
}
