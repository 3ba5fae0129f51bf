import type { Migration } from 'kysely/migration';

export const ocrRunsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('ocr_runs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('pages_processed', 'integer', (column) => column.notNull())
      .addColumn('total_pages', 'integer', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('ocr_runs_workspace').on('ocr_runs').columns(['workspace_id', 'status']).execute();
    await db.schema.createIndex('ocr_runs_finished').on('ocr_runs').column('finished_at').execute();
  },
};
