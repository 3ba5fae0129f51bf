import type { ErasureReceipt } from '@parley/contract';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Cursor } from '../../../lib/page.ts';

/** Receipts of what was deleted, and what was released before. */
export class ErasureRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async insert(receipt: ErasureReceipt): Promise<void> {
    await this.#db
      .insertInto('erasures')
      .values({
        id: receipt.id,
        workspace_id: receipt.workspace_id,
        receipt: JSON.stringify(receipt),
        created_at: Date.parse(receipt.finished_at),
      })
      .execute();
  }

  async find(id: string): Promise<ErasureReceipt | null> {
    const row = await this.#db.selectFrom('erasures').select('receipt').where('id', '=', id).executeTakeFirst();
    return row ? JSON.parse(row.receipt) : null;
  }

  /** Newest first. */
  async list(options: {
    workspaceId: string | undefined;
    after: Cursor | undefined;
    limit: number;
  }): Promise<ErasureReceipt[]> {
    let query = this.#db.selectFrom('erasures').select('receipt');
    if (options.workspaceId !== undefined) query = query.where('workspace_id', '=', options.workspaceId);
    if (options.after) query = query.where(olderThan(options.after));
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(options.limit).execute();
    return rows.map(({ receipt }) => JSON.parse(receipt));
  }

  /** Forgets released holds, which name whom they were on. */
  async forgetHolds({ workspaceId, userId }: { workspaceId: string; userId?: string }): Promise<void> {
    let query = this.#db
      .deleteFrom('legal_holds')
      .where('workspace_id', '=', workspaceId)
      .where('released_at', 'is not', null);
    if (userId !== undefined) query = query.where('kind', '=', 'user').where('target', '=', userId);
    await query.execute();
  }
}
