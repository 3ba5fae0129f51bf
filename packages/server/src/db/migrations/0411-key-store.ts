import type { Migration } from 'kysely/migration';

/** Keys of whose calls nothing is kept: 0; null for the default. */
export const keyStoreMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('store', 'integer').execute();
  },
};
