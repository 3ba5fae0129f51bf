import type { JsonObject } from '@parley/contract';
import type { Selectable } from 'kysely';
import { notHeld } from '../../../db/not-held.ts';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { FilesTables } from '../../../db/tables/files-tables.ts';
import type { Cursor } from '../../../lib/page.ts';
import { shortenJson } from '../../../lib/shorten-json.ts';
import type { Outbox } from '../../runs/webhooks/outbox.ts';
import type { BroughtBy } from './accepted-file.ts';
import { ChildFileRepository, type NewFile } from './child-file-repository.ts';
import { conditionsOf, type FileFilter } from './file-filter.ts';
import type { FileStatus } from './file-status.ts';

// long because each move of a file stands beside the others, with what may be read of it.

export type FileRow = Selectable<FilesTables['files']>;

/** What a file is kept for that is never read. */
export type FilePurpose = 'batch' | 'batch_output';

/** With metadata that are short. */
export type ListedFileRow = Pick<FileRow, (typeof listedColumns)[number] | 'metadata'>;

export interface FileReading {
  kind: string;
  mediaType: string;
  pages: number | null;
  metadata: JsonObject;
  processingSummary: string;
  warnings: string[];
}

/** What the metadata of one file may take in lists, in characters of their JSON. */
const listedCharacters = 8000;
const listedColumns = [
  'id',
  'filename',
  'size_bytes',
  'kind',
  'purpose',
  'media_type',
  'status',
  'pages',
  'processing_summary',
  'error_code',
  'error_message',
  'warnings',
  'created_at',
  'processed_at',
  'expires_at',
  'parent_file_id',
] as const;

/** The rows of files; those that were taken out of others are `children`. Every call on behalf of a caller names the workspace; the sweeps alone see all. */
export class FileRepository {
  readonly children: ChildFileRepository;
  readonly #db: Db;
  readonly #outbox: Pick<Outbox, 'add'> | null;

  /** Without `outbox` nobody is told of the ends of files. */
  constructor(parts: { db: Db; outbox?: Pick<Outbox, 'add'> }) {
    this.#db = parts.db;
    this.#outbox = parts.outbox ?? null;
    this.children = new ChildFileRepository(parts);
  }

  async insert(file: NewFile): Promise<void> {
    await this.#db
      .insertInto('files')
      .values({
        id: file.id,
        workspace_id: file.workspaceId,
        user_id: file.userId ?? null,
        filename: file.filename,
        media_type: file.mediaType,
        status: 'pending',
        warnings: '[]',
        created_at: file.createdAt,
        expires_at: file.expiresAt,
      })
      .execute();
  }

  async find(workspaceId: string, ids: readonly string[]): Promise<FileRow[]> {
    if (ids.length === 0) return [];
    return await this.#db
      .selectFrom('files')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', [...new Set(ids)])
      .execute();
  }

  /** The same with metadata that are short enough for lists. */
  async findListed(workspaceId: string, ids: readonly string[]): Promise<ListedFileRow[]> {
    if (ids.length === 0) return [];
    return await this.#listed(workspaceId)
      .where('id', 'in', [...new Set(ids)])
      .execute();
  }

  /** Newest first, `limit + 1` of those that a filter leaves. */
  async list(
    workspaceId: string,
    options: { limit: number; after: Cursor | undefined; filter?: FileFilter },
  ): Promise<ListedFileRow[]> {
    const { limit, after, filter } = options;
    let rows = this.#listed(workspaceId);
    if (after) rows = rows.where(olderThan(after));
    for (const condition of conditionsOf(filter ?? {})) rows = rows.where(condition);
    return await rows
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
  }

  #listed(workspaceId: string) {
    return this.#db
      .selectFrom('files')
      .select(listedColumns)
      .select((select) => select.fn.coalesce('listed_metadata', 'metadata').as('metadata'))
      .where('workspace_id', '=', workspaceId);
  }

  /** The bytes of an upload take the place of an earlier one's. False when the file was confirmed or deleted meanwhile. */
  async replaceOriginal(
    file: { workspaceId: string; id: string },
    upload: { original: string; sizeBytes: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('files')
      .set({ original: upload.original, size_bytes: upload.sizeBytes })
      .where('workspace_id', '=', file.workspaceId)
      .where('id', '=', file.id)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Ids of ready files of a purpose, in the order of their ids. */
  async ofPurpose(
    workspaceId: string,
    { purpose, after, limit }: { purpose: FilePurpose; after: string; limit: number },
  ): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('files')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('purpose', '=', purpose)
      .where('status', '=', 'ready')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Other bytes are those of a ready file from now on. */
  async exchange(
    file: { workspaceId: string; id: string },
    { original, sizeBytes }: { original: string; sizeBytes: number },
  ): Promise<void> {
    await this.#db
      .updateTable('files')
      .set({ original, size_bytes: sizeBytes })
      .where('workspace_id', '=', file.workspaceId)
      .where('id', '=', file.id)
      .where('status', '=', 'ready')
      .execute();
  }

  /** What a workspace may store, null for no limit, and what its files take. */
  async storage(workspaceId: string): Promise<{ limitBytes: number | null; usedBytes: number }> {
    const limit = await this.#db
      .selectFrom('workspaces')
      .select('storage_bytes')
      .where('id', '=', workspaceId)
      .executeTakeFirst();
    const limitBytes = limit?.storage_bytes ?? null;
    if (limitBytes === null) return { limitBytes, usedBytes: 0 };
    const used = await this.#db
      .selectFrom('files')
      .select((select) => select.fn.sum<number | string | null>('size_bytes').as('bytes'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return { limitBytes, usedBytes: Number(used?.bytes ?? 0) };
  }

  /** The bytes are there: from here on the file has until `deadlineAt`. False when it was confirmed before. */
  beginProcessing(
    file: { workspaceId: string; id: string },
    change: {
      filename: string;
      sizeBytes: number;
      original: string;
      warnings: string[];
      deadlineAt: number;
      expiresAt: number | null;
      userId?: string | null;
      broughtBy?: BroughtBy | null;
    },
  ): Promise<boolean> {
    const { broughtBy = null } = change;
    return this.#move(file, 'pending', {
      filename: change.filename,
      size_bytes: change.sizeBytes,
      original: change.original,
      warnings: JSON.stringify(change.warnings),
      deadline_at: change.deadlineAt,
      expires_at: change.expiresAt,
      ...(change.userId !== undefined && { user_id: change.userId }),
      ...(broughtBy && {
        key_id: broughtBy.keyId,
        brought_by: JSON.stringify({ request_id: broughtBy.requestId, labels: broughtBy.labels }),
      }),
    });
  }

  /** One that failed is read once more. False for any other. */
  readAgain(file: { workspaceId: string; id: string }, deadlineAt: number): Promise<boolean> {
    const none = { error_code: null, error_message: null, processed_at: null };
    return this.#move(file, 'failed', { ...none, deadline_at: deadlineAt });
  }

  finish(file: { workspaceId: string; id: string }, reading: FileReading, processedAt: number): Promise<boolean> {
    const metadata = JSON.stringify(reading.metadata);
    const listed = shortenJson(reading.metadata, listedCharacters, metadata);
    return this.#end(file, 'ready', {
      kind: reading.kind,
      media_type: reading.mediaType,
      pages: reading.pages,
      metadata,
      listed_metadata: listed === reading.metadata ? null : JSON.stringify(listed),
      processing_summary: reading.processingSummary,
      warnings: JSON.stringify(reading.warnings),
      processed_at: processedAt,
    });
  }

  /** What is not to be read is ready with its bytes. False when it was confirmed or deleted meanwhile. */
  keep(
    file: { workspaceId: string; id: string },
    given: { purpose: FilePurpose; filename: string; expiresAt: number | null },
    at: number,
  ): Promise<boolean> {
    const { purpose, filename, expiresAt } = given;
    const change = { purpose, filename, kind: 'json', media_type: 'application/jsonl', expires_at: expiresAt };
    return this.#end(file, 'ready', { ...change, processed_at: at }, 'pending');
  }

  fail(
    file: { workspaceId: string; id: string },
    reason: { code: string; message: string },
    processedAt: number,
  ): Promise<boolean> {
    return this.#end(file, 'failed', {
      error_code: reason.code,
      error_message: reason.message,
      processed_at: processedAt,
    });
  }

  /** Ends a file that never got its bytes. False when it did meanwhile. */
  refuse(
    file: { workspaceId: string; id: string },
    reason: { code: string; message: string },
    at: number,
  ): Promise<boolean> {
    const change = { error_code: reason.code, error_message: reason.message, processed_at: at };
    return this.#end(file, 'failed', change, 'pending');
  }

  /** Takes it out of every collection, too. True for the one caller that deleted it. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    return await this.#db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('files')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      const places = await tx
        .deleteFrom('collection_files')
        .where('file_id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .returning('collection_id')
        .execute();
      if (places.length > 0) {
        await tx
          .updateTable('collections')
          .set((update) => ({ version: update('version', '+', 1) }))
          .where(
            'id',
            'in',
            places.map((place) => place.collection_id),
          )
          .execute();
      }
      return numDeletedRows > 0n;
    });
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('files').where('workspace_id', '=', workspaceId).execute();
  }

  /** Uploaded files of one of the workspace's own users. */
  ofUser({ workspaceId, userId }: { workspaceId: string; userId: string }, limit: number): Promise<{ id: string }[]> {
    return this.#db
      .selectFrom('files')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Files of any workspace that the sweep must look at; what is held is not among them. */
  async due(options: { now: number; pendingBefore: number; limit: number }): Promise<FileRow[]> {
    return await this.#db
      .selectFrom('files')
      .selectAll()
      .where((where) =>
        where.or([
          where('expires_at', '<=', options.now),
          where.and([where('status', '=', 'pending'), where('created_at', '<=', options.pendingBefore)]),
        ]),
      )
      .where(notHeld('files', { user: true, file: true }))
      .limit(options.limit)
      .execute();
  }

  async processing(limit: number): Promise<FileRow[]> {
    return await this.#db
      .selectFrom('files')
      .selectAll()
      .where('status', '=', 'processing')
      .orderBy('created_at')
      .limit(limit)
      .execute();
  }

  /** Until when a file that is processed has time. */
  async postpone(file: { workspaceId: string; id: string }, deadlineAt: number): Promise<void> {
    await this.#db
      .updateTable('files')
      .set({ deadline_at: deadlineAt })
      .where('workspace_id', '=', file.workspaceId)
      .where('id', '=', file.id)
      .where('status', '=', 'processing')
      .execute();
  }

  /** The end of a file is told to webhooks in the transaction in which it is stored. */
  async #end(
    { workspaceId, id }: { workspaceId: string; id: string },
    status: 'ready' | 'failed',
    change: Partial<FileRow>,
    from: FileStatus = 'processing',
  ): Promise<boolean> {
    return await this.#db.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('files')
        .set({ ...change, status })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('status', '=', from)
        .returning(['filename', 'size_bytes', 'error_code', 'error_message'])
        .executeTakeFirst();
      if (row === undefined) return false;
      const { filename, size_bytes, error_code: code, error_message: message } = row;
      const file = { id, filename, size_bytes, status, error: code === null ? null : { code, message } };
      await this.#outbox?.add({ workspaceId, event: `file.${status}`, data: { file } }, tx);
      return true;
    });
  }

  async #move(
    file: { workspaceId: string; id: string },
    from: 'pending' | 'failed',
    change: Partial<FileRow>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('files')
      .set({ ...change, status: 'processing' })
      .where('workspace_id', '=', file.workspaceId)
      .where('id', '=', file.id)
      .where('status', '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
