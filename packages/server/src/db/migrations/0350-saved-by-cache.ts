import type { Migration } from 'kysely/migration';

/** What replies that were given again had cost when they were written. */
export const savedByCacheMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable('usage_records')
      .addColumn('saved_nanos', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('usage_hours')
      .addColumn('saved_nanos', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
