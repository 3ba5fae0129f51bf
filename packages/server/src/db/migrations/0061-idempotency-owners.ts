import type { Migration } from 'kysely/migration';

/**
 * Kept answers name their workspace, so that they go with it, and what they answered: method, path, query and body. Those
 * kept before name neither and are forgotten.
 */
export const idempotencyOwnersMigration: Migration = {
  async up(db) {
    await db.deleteFrom('idempotency_records').execute();
    await db.schema.alterTable('idempotency_records').addColumn('workspace_id', 'text').execute();
    await db.schema
      .createIndex('idempotency_records_workspace')
      .on('idempotency_records')
      .column('workspace_id')
      .execute();
  },
};
