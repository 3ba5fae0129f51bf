import type { Migration } from 'kysely/migration';

/** Named sets of files, which files are in them, and the segments in which their words lie. */
export const collectionsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('collections')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('attributes', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('collections_workspace')
      .on('collections')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute();
    await db.schema.createIndex('collections_expiry').on('collections').column('expires_at').execute();
    await db.schema
      .createTable('collection_files')
      .addColumn('collection_id', 'text', (column) => column.notNull().references('collections.id').onDelete('cascade'))
      .addColumn('file_id', 'text', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('attributes', 'text', (column) => column.notNull())
      .addColumn('url', 'text')
      .addColumn('segment_id', 'text')
      .addColumn('passages', 'integer')
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('collection_files_key', ['collection_id', 'file_id'])
      .execute();
    await db.schema.createIndex('collection_files_file').on('collection_files').column('file_id').execute();
    await db.schema.createIndex('collection_files_segment').on('collection_files').column('segment_id').execute();
    await db.schema
      .createIndex('collection_files_added')
      .on('collection_files')
      .columns(['collection_id', 'added_at', 'file_id'])
      .execute();
    await db.schema
      .createTable('collection_segments')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('collection_id', 'text', (column) => column.notNull().references('collections.id').onDelete('cascade'))
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('files', 'integer', (column) => column.notNull())
      .addColumn('passages', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('collection_segments_collection')
      .on('collection_segments')
      .column('collection_id')
      .execute();
  },
};
