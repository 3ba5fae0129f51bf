import type { Migration } from 'kysely/migration';

/** Links that were mailed to the address of an account: whoever uses one has the address. */
export const mailedLinksMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('password_links').addColumn('proves_address', 'integer').execute();
  },
};
