import type { Migration } from 'kysely/migration';

/** How far downloads of models to the operator's own servers are. */
export const modelDownloadsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('model_downloads')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('step', 'text')
      .addColumn('completed_bytes', 'bigint', (column) => column.notNull())
      .addColumn('total_bytes', 'bigint')
      .addColumn('error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
