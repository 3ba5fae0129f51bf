import type { Migration } from 'kysely/migration';

export const filesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('files')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('filename', 'text', (column) => column.notNull())
      .addColumn('media_type', 'text')
      .addColumn('size_bytes', 'bigint')
      .addColumn('kind', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('pages', 'integer')
      .addColumn('metadata', 'text')
      .addColumn('processing_summary', 'text')
      .addColumn('error_code', 'text')
      .addColumn('error_message', 'text')
      .addColumn('warnings', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('deadline_at', 'bigint')
      .addColumn('processed_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .execute();
    await db.schema.createIndex('files_workspace').on('files').columns(['workspace_id', 'created_at', 'id']).execute();
    await db.schema.createIndex('files_status').on('files').columns(['status', 'created_at']).execute();
    await db.schema.createIndex('files_expiry').on('files').column('expires_at').execute();
  },
};
