import type { Db } from '../../../../db/open-database.ts';

interface BatchName {
  id: string;
  workspaceId: string;
}

/** Lines of a batch that a vendor works off as one of its own. */
export interface HandedBatch {
  mark: string;
  /** `provider/model`. */
  engine: string;
  keyName: string | null;
  vendorId: string | null;
  lines: readonly number[];
  createdAt: number;
}

/** Which lines of batches vendors have. */
export class VendorBatchRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async insert({ id, workspaceId }: BatchName, handed: HandedBatch): Promise<void> {
    await this.#db
      .insertInto('vendor_batches')
      .values({
        mark: handed.mark,
        batch_id: id,
        workspace_id: workspaceId,
        engine: handed.engine,
        key_name: handed.keyName,
        vendor_id: handed.vendorId,
        lines: JSON.stringify(handed.lines),
        created_at: handed.createdAt,
      })
      .execute();
  }

  async accept({ workspaceId }: BatchName, mark: string, vendorId: string): Promise<void> {
    await this.#db
      .updateTable('vendor_batches')
      .set({ vendor_id: vendorId })
      .where('mark', '=', mark)
      .where('workspace_id', '=', workspaceId)
      .execute();
  }

  async delete({ workspaceId }: BatchName, mark: string): Promise<void> {
    await this.#db
      .deleteFrom('vendor_batches')
      .where('mark', '=', mark)
      .where('workspace_id', '=', workspaceId)
      .execute();
  }

  async of({ id, workspaceId }: BatchName): Promise<HandedBatch[]> {
    const rows = await this.#db
      .selectFrom('vendor_batches')
      .selectAll()
      .where('batch_id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at')
      .execute();
    return rows.map((row) => ({
      mark: row.mark,
      engine: row.engine,
      keyName: row.key_name,
      vendorId: row.vendor_id,
      // Written by this class.
      lines: JSON.parse(row.lines),
      createdAt: row.created_at,
    }));
  }

  /** Of all workspaces: no two batches may take up the same one of a vendor. Its rows are as many as there are open batches. */
  async vendorIds(): Promise<string[]> {
    const rows = await this.#db.selectFrom('vendor_batches').select('vendor_id').execute();
    return rows.flatMap(({ vendor_id: id }) => id ?? []);
  }

  async forget({ id, workspaceId }: BatchName): Promise<void> {
    await this.#db
      .deleteFrom('vendor_batches')
      .where('batch_id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .execute();
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('vendor_batches').where('workspace_id', '=', workspaceId).execute();
  }
}
