import type { Migration } from 'kysely/migration';

/** Input that a vendor wrote to its cache, which some price higher than other input. */
export const cacheWritesMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable('usage_records')
      .addColumn('cache_write_tokens', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
