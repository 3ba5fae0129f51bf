import type { Migration } from 'kysely/migration';

/** What was said of the replies to calls: one opinion a call, the last one. */
export const callFeedbackMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('call_feedback')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('score', 'double precision', (column) => column.notNull())
      .addColumn('comment', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('call_feedback_request')
      .on('call_feedback')
      .columns(['request_id', 'workspace_id'])
      .unique()
      .execute();
    await db.schema.createIndex('call_feedback_time').on('call_feedback').columns(['created_at', 'id']).execute();
  },
};
