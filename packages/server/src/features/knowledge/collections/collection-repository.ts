import type { Attributes } from '@parley/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import { notHeld } from '../../../db/not-held.ts';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { CollectionTables } from '../../../db/tables/collection-tables.ts';
import type { Cursor } from '../../../lib/page.ts';
import { type CollectionCounts, countFiles } from './count-files.ts';

// long because the rows of collections and of what is in them are written in one transaction.

export type CollectionRow = Selectable<CollectionTables['collections']>;

export interface CollectionChange {
  name?: string;
  description?: string | null;
  attributes?: Attributes;
  expiresAt?: number | null;
}

export interface AddedFile {
  fileId: string;
  url: string | null;
}

/** A file of a collection as the API shows it. */
export interface CollectionFileRow {
  file_id: string;
  attributes: string;
  url: string | null;
  segment_id: string | null;
  passages: number | null;
  added_at: number;
  filename: string;
  parent_file_id: string | null;
  kind: string | null;
  status: string;
  size_bytes: number | null;
  error_code: string | null;
  error_message: string | null;
}

/** The collection of all files of a workspace, which is in no list. */
export const ownFilesId = (workspaceId: string): string => `all_${workspaceId}`;
/** Of collections that somebody made. */
const madeIds = 'col%';

const insertBatch = 200;

/** The rows of collections and of the files in them. Every call on behalf of a caller names the workspace. */
export class CollectionRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  async insert(row: Insertable<CollectionTables['collections']>): Promise<void> {
    await this.#db.insertInto('collections').values(row).execute();
  }

  /** Those whose time is not over. */
  async find(workspaceId: string, ids: readonly string[], now: number): Promise<CollectionRow[]> {
    if (ids.length === 0) return [];
    return await this.#db
      .selectFrom('collections')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', [...new Set(ids)])
      .where('id', 'like', madeIds)
      .where(isAlive(now))
      .execute();
  }

  /** Those whose time is not over, newest first, `limit + 1` of them. */
  async list(
    workspaceId: string,
    options: { limit: number; after: Cursor | undefined; now: number },
  ): Promise<CollectionRow[]> {
    let rows = this.#db
      .selectFrom('collections')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'like', madeIds)
      .where(isAlive(options.now));
    if (options.after) rows = rows.where(olderThan(options.after));
    return await rows
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(options.limit + 1)
      .execute();
  }

  async update(workspaceId: string, id: string, change: CollectionChange): Promise<void> {
    await this.#db
      .updateTable('collections')
      .set({
        ...(change.name !== undefined && { name: change.name }),
        ...(change.description !== undefined && { description: change.description }),
        ...(change.attributes !== undefined && { attributes: JSON.stringify(change.attributes) }),
        ...(change.expiresAt !== undefined && { expires_at: change.expiresAt }),
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
  }

  /** Its rows; the files themselves stay. False when somebody else was quicker. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('collections')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('collections').where('workspace_id', '=', workspaceId).execute();
  }

  /** It was used: an end that moves with its use moves. */
  async touch(ids: readonly string[], now: number): Promise<void> {
    await this.#db
      .updateTable('collections')
      .set({
        last_active_at: now,
        expires_at: sql<number>`cast(${now} as bigint) + cast(expires_after_days as bigint) * 86400000`,
      })
      .where('id', 'in', [...ids])
      .where('expires_after_days', 'is not', null)
      .execute();
  }

  /** Those whose time is over and that no hold keeps. */
  async expired(now: number, limit: number): Promise<CollectionRow[]> {
    return await this.#db
      .selectFrom('collections')
      .selectAll()
      .where('expires_at', '<=', now)
      .where(notHeld('collections', { user: true }))
      .limit(limit)
      .execute();
  }

  /** Those that one of the workspace's own users made. */
  ofUser({ workspaceId, userId }: { workspaceId: string; userId: string }, limit: number): Promise<{ id: string }[]> {
    return this.#db
      .selectFrom('collections')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Puts files in, or gives those that are in it other attributes. */
  async addFiles(
    collection: { workspaceId: string; id: string },
    files: readonly AddedFile[],
    given: { attributes: Attributes; now: number; keyId: string | null },
  ): Promise<void> {
    const attributes = JSON.stringify(given.attributes);
    await this.#db.transaction().execute(async (tx) => {
      for (let from = 0; from < files.length; from += insertBatch) {
        await tx
          .insertInto('collection_files')
          .values(
            files.slice(from, from + insertBatch).map(({ fileId, url }) => ({
              collection_id: collection.id,
              file_id: fileId,
              workspace_id: collection.workspaceId,
              attributes,
              url,
              segment_id: null,
              passages: null,
              added_at: given.now,
              key_id: given.keyId,
              batch_id: null,
            })),
          )
          .onConflict((conflict) => conflict.columns(['collection_id', 'file_id']).doUpdateSet({ attributes }))
          .execute();
      }
      await raise(tx, [collection.id]);
    });
  }

  /** Newest first, `limit + 1` of them. */
  async listFiles(
    collection: { workspaceId: string; id: string },
    options: { limit: number; after: Cursor | undefined },
  ): Promise<CollectionFileRow[]> {
    let rows = this.#files(collection);
    const { after } = options;
    if (after) {
      rows = rows.where(
        sql<boolean>`(collection_files.added_at, collection_files.file_id) < (${after.createdAt}, ${after.id})`,
      );
    }
    return await rows
      .orderBy('collection_files.added_at', 'desc')
      .orderBy('collection_files.file_id', 'desc')
      .limit(options.limit + 1)
      .execute();
  }

  async fileIds(collection: { workspaceId: string; id: string }): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('collection_files')
      .select('file_id')
      .where('collection_id', '=', collection.id)
      .where('workspace_id', '=', collection.workspaceId)
      .execute();
    return rows.map((row) => row.file_id);
  }

  /** Addresses that were fetched into it already. */
  async knownUrls(collectionId: string): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('collection_files')
      .select('url')
      .where('collection_id', '=', collectionId)
      .where('url', 'is not', null)
      .execute();
    return new Set(rows.flatMap(({ url }) => url ?? []));
  }

  /** Files of a site's pages that never got their text. */
  async pendingPages(collectionId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('collection_files')
      .innerJoin('files', 'files.id', 'collection_files.file_id')
      .select('files.id')
      .where('collection_files.collection_id', '=', collectionId)
      .where('files.status', '=', 'pending')
      .where('files.media_type', '=', 'text/markdown')
      .where('collection_files.url', 'is not', null)
      .execute();
    return rows.map((row) => row.id);
  }

  async removeFile(collection: { workspaceId: string; id: string }, fileId: string): Promise<boolean> {
    return await this.#db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('collection_files')
        .where('collection_id', '=', collection.id)
        .where('workspace_id', '=', collection.workspaceId)
        .where('file_id', '=', fileId)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await raise(tx, [collection.id]);
      return numDeletedRows > 0n;
    });
  }

  /** The collections that a file is in. */
  async collectionsOf(fileId: string): Promise<{ id: string; workspaceId: string }[]> {
    const rows = await this.#db
      .selectFrom('collection_files')
      .select(['collection_id', 'workspace_id'])
      .where('file_id', '=', fileId)
      .execute();
    return rows.map((row) => ({ id: row.collection_id, workspaceId: row.workspace_id }));
  }

  async counts(ids: readonly string[]): Promise<Map<string, CollectionCounts>> {
    return await countFiles(this.#db, ids);
  }

  /** How many of their files are still being read or not searchable yet; counted up to a thousand. */
  async countUnread(workspaceId: string, ids: readonly string[]): Promise<number> {
    const { count } = await this.#db
      .selectFrom((select) =>
        select
          .selectFrom('collection_files')
          .innerJoin('files', 'files.id', 'collection_files.file_id')
          .select('files.id')
          .where('collection_files.collection_id', 'in', [...ids])
          .where('collection_files.workspace_id', '=', workspaceId)
          .where('collection_files.segment_id', 'is', null)
          .where('files.status', 'in', ['processing', 'ready'])
          .limit(mostCounted)
          .as('unread'),
      )
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  #files(collection: { workspaceId: string; id: string }) {
    return this.#db
      .selectFrom('collection_files')
      .innerJoin('files', 'files.id', 'collection_files.file_id')
      .select([
        'collection_files.file_id',
        'collection_files.attributes',
        'collection_files.url',
        'collection_files.segment_id',
        'collection_files.passages',
        'collection_files.added_at',
        'files.filename',
        'files.parent_file_id',
        'files.kind',
        'files.status',
        'files.size_bytes',
        'files.error_code',
        'files.error_message',
      ])
      .where('collection_files.collection_id', '=', collection.id)
      .where('collection_files.workspace_id', '=', collection.workspaceId);
  }
}

const mostCounted = 1000;

/** An expired collection is gone from that moment, not only once it was swept. */
const isAlive = (now: number) => sql<boolean>`(collections.expires_at is null or collections.expires_at > ${now})`;

/** Tells every process that what they remember of the collections no longer holds. */
export async function raise(db: Pick<Db, 'updateTable'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('collections')
    .set((update) => ({ version: update('version', '+', 1) }))
    .where('id', 'in', [...ids])
    .execute();
}
