import type { Db } from '../../../db/open-database.ts';
import type { IntegrationTables } from '../../../db/tables/integration-tables.ts';

export type CustomIntegrationRow = IntegrationTables['custom_integrations'];

/** Rows of what the operator added. A row without a workspace is there for every workspace. */
export class CustomIntegrationsRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** What a workspace sees. */
  visibleTo(workspaceId: string): Promise<CustomIntegrationRow[]> {
    return this.#db
      .selectFrom('custom_integrations')
      .selectAll()
      .where((where) => where.or([where('workspace_id', 'is', null), where('workspace_id', '=', workspaceId)]))
      .orderBy('id')
      .execute();
  }

  /** For the operator: all of them. */
  all(): Promise<CustomIntegrationRow[]> {
    return this.#db.selectFrom('custom_integrations').selectAll().orderBy('id').execute();
  }

  get(id: string): Promise<CustomIntegrationRow | undefined> {
    return this.#db.selectFrom('custom_integrations').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** False when the id is taken. */
  async insert(row: CustomIntegrationRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('custom_integrations')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async update(id: string, changes: Partial<Omit<CustomIntegrationRow, 'id' | 'created_at'>>): Promise<void> {
    await this.#db.updateTable('custom_integrations').set(changes).where('id', '=', id).execute();
  }

  async delete(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db.deleteFrom('custom_integrations').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
