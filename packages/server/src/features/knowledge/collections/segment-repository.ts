import { sql } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import { raise } from './collection-repository.ts';
import type { Keeping } from './segment-store.ts';

export interface SegmentRow {
  id: string;
  files: number;
  passages: number;
  kept: Keeping;
}

export interface NewSegment {
  id: string;
  workspaceId: string;
  collectionId: string;
  kept: Keeping;
  bytes: number;
  /** Passages by file. */
  files: ReadonlyMap<string, number>;
  /** A model whose vectors its passages have already. */
  vectors: { model: string; dimensions: number } | null;
  createdAt: number;
}

/** A file that a search may find. */
export interface SearchableFile {
  fileId: string;
  segmentId: string;
  kept: Keeping;
  passages: number;
  filename: string;
  kind: string | null;
  attributes: string;
  createdAt: number;
}

const updateBatch = 400;

/** Which segments a collection has and whose words lie in them. */
export class SegmentRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  async list(collectionId: string): Promise<SegmentRow[]> {
    return await this.#db
      .selectFrom('collection_segments')
      .select(['id', 'files', 'passages', 'kept'])
      .where('collection_id', '=', collectionId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  /** Files that were read and are in no segment yet, the oldest first. */
  async waiting(collectionId: string, limit: number): Promise<{ fileId: string; workspaceId: string }[]> {
    const rows = await this.#db
      .selectFrom('collection_files')
      .innerJoin('files', 'files.id', 'collection_files.file_id')
      .select(['collection_files.file_id', 'collection_files.workspace_id'])
      .where('collection_files.collection_id', '=', collectionId)
      .where('collection_files.segment_id', 'is', null)
      .where('files.status', '=', 'ready')
      .orderBy('collection_files.added_at')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ fileId: row.file_id, workspaceId: row.workspace_id }));
  }

  /** The files of a segment that are still in the collection, and their passages. */
  async filesOf(segmentIds: readonly string[]): Promise<Map<string, Map<string, number>>> {
    const files = new Map(segmentIds.map((id) => [id, new Map<string, number>()]));
    if (segmentIds.length === 0) return files;
    const rows = await this.#db
      .selectFrom('collection_files')
      .select(['file_id', 'segment_id', 'passages'])
      .where('segment_id', 'in', [...segmentIds])
      .execute();
    for (const row of rows) files.get(row.segment_id ?? '')?.set(row.file_id, row.passages ?? 0);
    return files;
  }

  /**
   * Makes a segment the place of its files' words, in the place of those it replaces. False, with nothing changed, when
   * another process was quicker with one of its files or one of those segments.
   */
  async commit(segment: NewSegment, replaces: readonly string[]): Promise<boolean> {
    const undone = new Error('another process was quicker');
    try {
      await this.#db.transaction().execute(async (tx) => {
        if (replaces.length > 0) {
          const gone = await tx
            .deleteFrom('collection_segments')
            .where('id', 'in', [...replaces])
            .executeTakeFirst();
          if (gone.numDeletedRows !== BigInt(replaces.length)) throw undone;
        }
        let moved = 0n;
        for (const [fileId, passages] of segment.files) {
          let update = tx
            .updateTable('collection_files')
            .set({ segment_id: segment.id, passages })
            .where('collection_id', '=', segment.collectionId)
            .where('file_id', '=', fileId);
          update =
            replaces.length > 0
              ? update.where('segment_id', 'in', [...replaces])
              : update.where('segment_id', 'is', null);
          moved += (await update.executeTakeFirst()).numUpdatedRows;
        }
        // A file that was taken out meanwhile is noticed by its segment's count; one that is elsewhere would count twice.
        if (replaces.length === 0 && moved === 0n) throw undone;
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('collection_segments')
          .values({
            id: segment.id,
            collection_id: segment.collectionId,
            workspace_id: segment.workspaceId,
            files: segment.files.size,
            passages: passagesOf(segment),
            bytes: segment.bytes,
            kept: segment.kept,
            created_at: segment.createdAt,
          })
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 1n) throw undone;
        if (segment.vectors !== null) {
          await tx
            .insertInto('collection_vectors')
            .values({
              segment_id: segment.id,
              ...segment.vectors,
              collection_id: segment.collectionId,
              passages: passagesOf(segment),
            })
            .execute();
        }
        await raise(tx, [segment.collectionId]);
      });
      return true;
    } catch (error) {
      if (error === undone) return false;
      throw error;
    }
  }

  /** Forgets a segment whose blob is lost: its files wait for a new one. False when it was replaced meanwhile. */
  async forget(collectionId: string, segmentId: string): Promise<boolean> {
    return await this.#db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('collection_segments')
        .where('collection_id', '=', collectionId)
        .where('id', '=', segmentId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await tx
        .updateTable('collection_files')
        .set({ segment_id: null, passages: null })
        .where('collection_id', '=', collectionId)
        .where('segment_id', '=', segmentId)
        .execute();
      await raise(tx, [collectionId]);
      return true;
    });
  }

  /** Says what is left in a segment from which files were taken. */
  async shrink(collectionId: string, segmentId: string, left: { files: number; passages: number }): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await tx
        .updateTable('collection_segments')
        .set(left)
        .where('collection_id', '=', collectionId)
        .where('id', '=', segmentId)
        .execute();
      await tx
        .updateTable('collection_vectors')
        .set({ passages: left.passages })
        .where('collection_id', '=', collectionId)
        .where('segment_id', '=', segmentId)
        .execute();
    });
  }

  /** Takes segments away whose files are all gone. */
  async remove(collectionId: string, segmentIds: readonly string[]): Promise<void> {
    for (let from = 0; from < segmentIds.length; from += updateBatch) {
      await this.#db
        .deleteFrom('collection_segments')
        .where('collection_id', '=', collectionId)
        .where('id', 'in', segmentIds.slice(from, from + updateBatch))
        .execute();
    }
  }

  /** Everything that a search of the collection may find, and the segments that it is in. */
  async searchable(collectionId: string): Promise<SearchableFile[]> {
    return await this.#db
      .selectFrom('collection_files')
      .innerJoin('files', 'files.id', 'collection_files.file_id')
      .innerJoin('collection_segments', 'collection_segments.id', 'collection_files.segment_id')
      .select([
        'collection_files.file_id as fileId',
        'collection_segments.id as segmentId',
        'collection_segments.kept as kept',
        sql<number>`coalesce(collection_files.passages, 0)`.as('passages'),
        'collection_files.attributes as attributes',
        'files.filename as filename',
        'files.kind as kind',
        'files.created_at as createdAt',
      ])
      .where('collection_files.collection_id', '=', collectionId)
      .execute();
  }

  /** Collections with files that wait, or with segments that hold words of files that are gone, or lie elsewhere than they should. */
  async unfinished(limit: number, kept: Keeping): Promise<{ id: string; workspaceId: string }[]> {
    const waiting = this.#db
      .selectFrom('collection_files')
      .innerJoin('files', 'files.id', 'collection_files.file_id')
      .select(['collection_files.collection_id as id', 'collection_files.workspace_id as workspaceId'])
      .where('collection_files.segment_id', 'is', null)
      .where('files.status', '=', 'ready');
    const stale = this.#db
      .selectFrom('collection_segments')
      .select(['collection_segments.collection_id as id', 'collection_segments.workspace_id as workspaceId'])
      .where(
        sql<boolean>`collection_segments.files <> (select count(*) from collection_files where collection_files.segment_id = collection_segments.id)`,
      );
    const elsewhere = this.#db
      .selectFrom('collection_segments')
      .select(['collection_segments.collection_id as id', 'collection_segments.workspace_id as workspaceId'])
      .where('collection_segments.kept', '<>', kept);
    return await waiting.union(stale).union(elsewhere).limit(limit).execute();
  }
}

const passagesOf = ({ files }: NewSegment): number => [...files.values()].reduce((sum, passages) => sum + passages, 0);
