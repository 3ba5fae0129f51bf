import type { Migration } from 'kysely/migration';

/** What was asked and answered in calls, where that is kept. */
export const callContentsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('call_contents')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('request', 'text')
      .addColumn('reply', 'text')
      .addColumn('is_truncated', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('call_contents_request').on('call_contents').column('request_id').execute();
    await db.schema
      .createIndex('call_contents_user')
      .on('call_contents')
      .columns(['workspace_id', 'user_id'])
      .execute();
    await db.schema.createIndex('call_contents_time').on('call_contents').columns(['created_at', 'id']).execute();
  },
};
