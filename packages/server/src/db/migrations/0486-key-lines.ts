import type { Migration } from 'kysely/migration';

/** The key that a rolled key took the place of: `api_keys.succeeds`. */
export const keyLinesMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('succeeds', 'text').execute();
  },
};
