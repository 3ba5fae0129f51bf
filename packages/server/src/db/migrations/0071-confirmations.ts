import type { Migration } from 'kysely/migration';

/** Calls of integrations that wait for the word of whoever they are done for, and which keys ask for it. */
export const confirmationsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('confirm_changes', 'text').execute();
    await db.schema
      .createTable('integration_confirmations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('integration_confirmations_expiry')
      .on('integration_confirmations')
      .column('expires_at')
      .execute();
  },
};
