import type { Db } from '../../../db/open-database.ts';

/** Facts that every process of one installation shares. */
export class InstallationValues {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  async get(name: string): Promise<string | null> {
    const row = await this.#db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
    return row?.value ?? null;
  }

  async set(name: string, value: string): Promise<void> {
    await this.#db
      .insertInto('installation')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }

  /** The value that whoever came first has made. */
  async make(name: string, value: () => string): Promise<string> {
    await this.#db
      .insertInto('installation')
      .values({ name, value: value() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return (await this.get(name)) ?? '';
  }
}
