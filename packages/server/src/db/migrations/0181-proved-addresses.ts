import type { Migration } from 'kysely/migration';

/** When it was proved that an account's address belongs to whoever has the account. Of older accounts nothing is known. */
export const provedAddressesMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('users').addColumn('verified_at', 'bigint').execute();
  },
};
