import type { Migration } from 'kysely/migration';

/** The passkeys of an account, as JSON; null for none. They are few, and go wherever the second factor goes. */
export const passkeysMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('users').addColumn('passkeys', 'text').execute();
  },
};
