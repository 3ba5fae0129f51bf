import type { Migration } from 'kysely/migration';

/** What a call that failed was told, and the steps within it: JSON, null for most. */
export const callExplanationsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('usage_records').addColumn('explanation', 'text').execute();
  },
};
