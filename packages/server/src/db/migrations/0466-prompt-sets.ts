import type { Migration } from 'kysely/migration';

/** The set of calls that the versions of a kept prompt are played against. */
export const promptSetsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('prompts').addColumn('evaluation_set_id', 'text').execute();
  },
};
