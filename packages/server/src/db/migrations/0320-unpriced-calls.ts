import type { Migration } from 'kysely/migration';

/** Calls of which nobody knows what they cost, told apart from those that cost nothing. */
export const unpricedCallsMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable('usage_records')
      .addColumn('is_unpriced', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('usage_hours')
      .addColumn('unpriced', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
