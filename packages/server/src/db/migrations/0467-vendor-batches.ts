import type { Migration } from 'kysely/migration';

/** Batches that vendors work off, while they do. */
export const vendorBatchesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('vendor_batches')
      .addColumn('mark', 'text', (column) => column.primaryKey())
      .addColumn('batch_id', 'text', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('engine', 'text', (column) => column.notNull())
      .addColumn('key_name', 'text')
      .addColumn('vendor_id', 'text')
      .addColumn('lines', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('vendor_batches_batch').on('vendor_batches').column('batch_id').execute();
    await db.schema.createIndex('vendor_batches_workspace').on('vendor_batches').column('workspace_id').execute();
  },
};
