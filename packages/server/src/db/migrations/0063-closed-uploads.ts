import type { Migration } from 'kysely/migration';

/**
 * Which blob holds a file's bytes (each upload writes one of its own), how much a workspace may store, and what must be
 * deleted once more when nobody can still be writing to it.
 */
export const closedUploadsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('files').addColumn('original', 'text').execute();
    await db.schema.alterTable('workspaces').addColumn('storage_bytes', 'bigint').execute();
    await db.schema
      .createTable('blob_discards')
      .addColumn('prefix', 'text', (column) => column.primaryKey())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('blob_discards_due').on('blob_discards').column('due_at').execute();
  },
};
