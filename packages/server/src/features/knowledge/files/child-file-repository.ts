import type { Db } from '../../../db/open-database.ts';

export interface NewFile {
  id: string;
  workspaceId: string;
  filename: string;
  mediaType: string | null;
  /** The caller's own user whom the upload named, if any. */
  userId?: string | null;
  /** Pays for what reading it costs, and the call that brought it, as the row of another file has them. */
  payer?: { keyId: string | null; broughtBy: string | null };
  createdAt: number;
  expiresAt: number | null;
}

/** The rows of files that were taken out of others: attachments of mail, members of archives. */
export class ChildFileRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /**
   * A file that was taken out of another; its bytes are there. It joins the collections that the other one is in, with the same
   * attributes. Nothing happens when it exists.
   */
  async insert(
    file: NewFile & { parentId: string; rootId: string; sizeBytes: number; deadlineAt: number },
  ): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('files')
        .values({
          id: file.id,
          workspace_id: file.workspaceId,
          parent_file_id: file.parentId,
          root_file_id: file.rootId,
          user_id: file.userId ?? null,
          key_id: file.payer?.keyId ?? null,
          brought_by: file.payer?.broughtBy ?? null,
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
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) await joinCollections(tx, file);
    });
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

  /** What was taken out of files and lies within them, at any depth. */
  async below(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    let parents = [...ids];
    while (parents.length > 0) {
      const rows = await this.#db
        .selectFrom('files')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('parent_file_id', 'in', parents.splice(0, parentsAtOnce))
        .execute();
      found.push(...rows.map(({ id }) => id));
      parents = [...parents, ...rows.map(({ id }) => id)];
    }
    return found;
  }
}

const parentsAtOnce = 400;

async function joinCollections(
  db: Pick<Db, 'selectFrom' | 'insertInto'>,
  file: NewFile & { parentId: string },
): Promise<void> {
  const memberships = await db
    .selectFrom('collection_files')
    .select(['collection_id', 'workspace_id', 'attributes', 'key_id'])
    .where('file_id', '=', file.parentId)
    .where('workspace_id', '=', file.workspaceId)
    // That of all files of a workspace (`all_`) finds them itself.
    .where('collection_id', 'like', 'col%')
    .execute();
  if (memberships.length === 0) return;
  const given = {
    file_id: file.id,
    url: null,
    segment_id: null,
    passages: null,
    added_at: file.createdAt,
    batch_id: null,
  };
  await db
    .insertInto('collection_files')
    .values(memberships.map((membership) => ({ ...membership, ...given })))
    .onConflict((conflict) => conflict.columns(['collection_id', 'file_id']).doNothing())
    .execute();
}
