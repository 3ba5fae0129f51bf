import type { Migration } from 'kysely/migration';

/** What a key is limited to besides its scopes: models, endpoints and addresses, as JSON; null for nothing. */
export const keyRestrictionsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('restrictions', 'text').execute();
  },
};
