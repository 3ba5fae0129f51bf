import type { Migration } from 'kysely/migration';

/** What looks at calls for text, and what it decided in each call. */
export const guardsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('guards')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('stage', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('check', 'text', (column) => column.notNull())
      .addColumn('keys', 'text')
      .addColumn('restores', 'integer', (column) => column.notNull())
      .addColumn('on_request', 'integer', (column) => column.notNull())
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('guards_name').unique().on('guards').columns(['workspace_id', 'name']).execute();
    await db.schema.alterTable('usage_records').addColumn('guards', 'text').execute();
  },
};
