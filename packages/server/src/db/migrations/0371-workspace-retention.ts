import type { Migration } from 'kysely/migration';

/** For how long a workspace keeps things, where that differs from the installation. */
export const workspaceRetentionMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('workspaces').addColumn('retention', 'text').execute();
    await db.schema.createIndex('runs_finished').on('runs').columns(['finished_at']).execute();
    await db.schema.createIndex('files_created').on('files').columns(['created_at']).execute();
  },
};
