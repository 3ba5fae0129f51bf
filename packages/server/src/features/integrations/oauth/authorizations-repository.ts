import type { Db } from '../../../db/open-database.ts';
import type { IntegrationTables } from '../../../db/tables/integration-tables.ts';

import { type ConnectionFilter, columnsOf } from '../connections/connections-repository.ts';

export type AuthorizationRow = IntegrationTables['integration_authorizations'];

/** Authorizations that were begun and not finished yet. */
export class AuthorizationsRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async insert(row: AuthorizationRow): Promise<void> {
    await this.#db.insertInto('integration_authorizations').values(row).execute();
  }

  find(id: string): Promise<AuthorizationRow | undefined> {
    return this.#db.selectFrom('integration_authorizations').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Changes what is sealed in a row that nobody changed meanwhile; false when somebody did. */
  async replace(row: AuthorizationRow, payload: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('integration_authorizations')
      .set({ payload })
      .where('id', '=', row.id)
      .where('payload', '=', row.payload)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Reads and removes in one step, so that a state works once. The workspace is in the row: the callback has no key. */
  take(id: string): Promise<AuthorizationRow | undefined> {
    return this.#db.deleteFrom('integration_authorizations').where('id', '=', id).returningAll().executeTakeFirst();
  }

  async deleteAll(filter: ConnectionFilter): Promise<void> {
    let query = this.#db.deleteFrom('integration_authorizations');
    for (const [column, value] of columnsOf(filter)) query = query.where(column, '=', value);
    await query.execute();
  }

  async sweep(now: number): Promise<void> {
    await this.#db.deleteFrom('integration_authorizations').where('expires_at', '<', now).execute();
  }
}
