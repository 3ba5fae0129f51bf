import type { Migration } from 'kysely/migration';

export const responsesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('responses')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('response', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('responses_workspace').on('responses').column('workspace_id').execute();
    await db.schema.createIndex('responses_expiry').on('responses').column('expires_at').execute();
    await db.schema.createIndex('responses_status').on('responses').column('status').execute();
  },
};
