import type { Selectable } from 'kysely';
import type { Db } from '../../db/open-database.ts';
import type { Tables } from '../../db/tables.ts';

export type DownloadRow = Selectable<Tables['model_downloads']>;

/** How far downloads of models are; the states are those of their jobs. */
export class DownloadRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  /** Begins one, or one of this id again. */
  async begin(row: Pick<DownloadRow, 'id' | 'provider' | 'name' | 'created_at'>): Promise<void> {
    const fresh = { step: null, completed_bytes: 0, total_bytes: null, error: null };
    await this.#db
      .insertInto('model_downloads')
      .values({ ...row, ...fresh })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...fresh, created_at: row.created_at }))
      .execute();
  }

  async update(
    id: string,
    change: Partial<Pick<DownloadRow, 'step' | 'completed_bytes' | 'total_bytes' | 'error'>>,
  ): Promise<void> {
    await this.#db.updateTable('model_downloads').set(change).where('id', '=', id).execute();
  }

  find(id: string): Promise<DownloadRow | undefined> {
    return this.#db.selectFrom('model_downloads').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Newest first. */
  list(limit: number): Promise<DownloadRow[]> {
    return this.#db
      .selectFrom('model_downloads')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  async deleteOlderThan(time: number): Promise<void> {
    await this.#db.deleteFrom('model_downloads').where('created_at', '<', time).execute();
  }
}
