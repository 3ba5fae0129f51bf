import type { Selectable } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import type { ModelSettingsTables } from '../../../db/tables/model-settings-tables.ts';

export type SettingRow = Selectable<ModelSettingsTables['model_settings']>;
export type SettingKind = SettingRow['kind'];

/** Versions of one name that are kept. */
const keptVersions = 50;

/** Providers and routes that were set while the service runs, with what they were before. */
export class ModelSettingsRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Grows with every change; 0 before the first. */
  async sequence(): Promise<number> {
    const row = await this.#db
      .selectFrom('model_settings')
      .select('sequence')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.sequence ?? 0;
  }

  /** What holds now, by kind and name. */
  current(): Promise<SettingRow[]> {
    return this.#db
      .selectFrom('model_settings')
      .selectAll()
      .where('sequence', 'in', (query) =>
        query
          .selectFrom('model_settings')
          .select(({ fn }) => fn.max('sequence').as('last'))
          .groupBy(['kind', 'name']),
      )
      .where('action', '!=', 'delete')
      .orderBy('kind')
      .orderBy('name')
      .execute();
  }

  /** Newest first, that of its deletion included. */
  versions(kind: SettingKind, name: string): Promise<SettingRow[]> {
    return this.#db
      .selectFrom('model_settings')
      .selectAll()
      .where('kind', '=', kind)
      .where('name', '=', name)
      .orderBy('version', 'desc')
      .limit(keptVersions)
      .execute();
  }

  /** False when another change came between; nothing is written then. */
  async add(row: Omit<SettingRow, 'sequence'>): Promise<boolean> {
    const next = (await this.sequence()) + 1;
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('model_settings')
      .values({ ...row, sequence: next })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    await this.#db
      .deleteFrom('model_settings')
      .where('kind', '=', row.kind)
      .where('name', '=', row.name)
      .where('version', '<=', row.version - keptVersions)
      .execute();
    return true;
  }

  /** Secrets of all versions that another key than this one of the installation has sealed, the oldest first. */
  async sealedOtherwise(keyId: string, { after, limit }: { after: number; limit: number }) {
    const rows = await this.#db
      .selectFrom('model_settings')
      .select(['sequence', 'name', 'secret'])
      .where('secret', 'is not', null)
      .where('secret', 'not like', `v1.${keyId}.%`)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
      .execute();
    return rows.flatMap(({ secret, ...row }) => (secret === null ? [] : [{ ...row, secret }]));
  }

  /** Puts the same secret under another envelope, unless somebody did so meanwhile. */
  async reseal(sequence: number, from: string, to: string): Promise<void> {
    await this.#db
      .updateTable('model_settings')
      .set({ secret: to })
      .where('sequence', '=', sequence)
      .where('secret', '=', from)
      .execute();
  }
}
