import type { Migration } from 'kysely/migration';

/** Why a call failed: the code of the error that its caller got. */
export const callErrorsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('usage_records').addColumn('error_code', 'text').execute();
  },
};
