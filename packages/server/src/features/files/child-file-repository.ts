import type { Db } from '../../db/open-database.ts';

export interface NewFile {
  id: string;
  workspaceId: string;
  filename: string;
  mediaType: string | null;
  createdAt: number;
  expiresAt: number | null;
}

/** The rows of files that were taken out of others: attachments of mail, members of archives. */
export class ChildFileRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /** A file that was taken out of another; its bytes are there. Nothing happens when it exists. */
  async insert(
    file: NewFile & { parentId: string; rootId: string; sizeBytes: number; deadlineAt: number },
  ): Promise<void> {
    await this.#db
      .insertInto('files')
      .values({
        id: file.id,
        workspace_id: file.workspaceId,
        parent_file_id: file.parentId,
        root_file_id: file.rootId,
        filename: file.filename,
        media_type: file.mediaType,
        original: 'original',
        size_bytes: file.sizeBytes,
        status: 'processing',
        warnings: '[]',
        created_at: file.createdAt,
        deadline_at: file.deadlineAt,
        expires_at: file.expiresAt,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  async of(parent: { workspaceId: string; id: string }): Promise<{ id: string }[]> {
    return await this.#db
      .selectFrom('files')
      .select('id')
      .where('workspace_id', '=', parent.workspaceId)
      .where('parent_file_id', '=', parent.id)
      .execute();
  }

  /** What was taken out of an uploaded file, at any depth. */
  async descendants(workspaceId: string, rootId: string): Promise<{ ids: Set<string>; bytes: number }> {
    const rows = await this.#db
      .selectFrom('files')
      .select(['id', 'size_bytes'])
      .where('workspace_id', '=', workspaceId)
      .where('root_file_id', '=', rootId)
      .execute();
    const bytes = rows.reduce((sum, row) => sum + Number(row.size_bytes ?? 0), 0);
    return { ids: new Set(rows.map((row) => row.id)), bytes };
  }
}
