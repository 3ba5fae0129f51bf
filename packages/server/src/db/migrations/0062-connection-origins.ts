import type { Migration } from 'kysely/migration';

/** Where a connection's credentials may be sent, and whose user a kept answer concerns, so that it can be forgotten. */
export const connectionOriginsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('integration_connections').addColumn('origin', 'text').execute();
    await db.schema.alterTable('idempotency_records').addColumn('user_id', 'text').execute();
  },
};
