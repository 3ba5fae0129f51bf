import type { Migration } from 'kysely/migration';

/** What was drawn, and what from: for the gallery. */
export const picturesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('pictures')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('prompt', 'text', (column) => column.notNull())
      .addColumn('revised_prompt', 'text')
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('seed', 'bigint', (column) => column.notNull())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('format', 'text', (column) => column.notNull())
      .addColumn('cost_nanos', 'bigint', (column) => column.notNull())
      .addColumn('blob_key', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('pictures_workspace')
      .on('pictures')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute();
    await db.schema.createIndex('pictures_time').on('pictures').column('created_at').execute();
    await db.schema
      .createIndex('video_runs_workspace')
      .on('video_runs')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute();
  },
};
