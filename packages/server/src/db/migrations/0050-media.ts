import type { Migration } from 'kysely/migration';

export const mediaMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('video_runs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('progress', 'text', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('video_runs_by_workspace')
      .on('video_runs')
      .columns(['workspace_id', 'created_at'])
      .execute();
  },
};
