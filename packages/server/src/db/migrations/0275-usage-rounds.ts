import type { Migration } from 'kysely/migration';

/** Each call to an engine of a call that took several, as JSON; null for one, which the record tells itself. */
export const usageRoundsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('usage_records').addColumn('rounds', 'text').execute();
  },
};
