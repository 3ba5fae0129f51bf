import type { Migration } from 'kysely/migration';

/** Files that are kept and never read, the lines of batches that are done, and batches that are to stop. */
export const batchesMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('files').addColumn('purpose', 'text').execute();
    await db.schema
      .createTable('batch_lines')
      .addColumn('batch_id', 'text', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('line', 'integer', (column) => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('error_code', 'text')
      .addColumn('output', 'text')
      .addColumn('consumption', 'text', (column) => column.notNull())
      .addColumn('is_settled', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('batch_lines_primary', ['batch_id', 'line'])
      .execute();
    await db.schema.createIndex('batch_lines_workspace').on('batch_lines').column('workspace_id').execute();
    await db.schema
      .createTable('batch_stops')
      .addColumn('batch_id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
