import type { Migration } from 'kysely/migration';

/** Where a workspace's users may be sent back to after signing in to an integration. */
export const callbackOriginsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('workspaces').addColumn('callback_origins', 'text').execute();
  },
};
