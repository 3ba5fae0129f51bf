import type { Migration } from 'kysely/migration';

/** What OpenAI's shape of collections needs: an end that moves with their use, and files that were added together. */
export const vectorStoresMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('collections').addColumn('expires_after_days', 'integer').execute();
    await db.schema.alterTable('collections').addColumn('last_active_at', 'bigint').execute();
    await db.schema.alterTable('collection_files').addColumn('batch_id', 'text').execute();
    await db.schema.createIndex('collection_files_batch').on('collection_files').column('batch_id').execute();
  },
};
