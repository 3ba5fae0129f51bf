import type { Migration } from 'kysely/migration';

/** The keys that seal what is stored, themselves sealed with the operator's key. */
export const dataKeysMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('data_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('wrapped', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
