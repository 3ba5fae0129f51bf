import type { Migration } from 'kysely/migration';

export const researchMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('pages')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('final_url', 'text', (column) => column.notNull())
      .addColumn('content_hash', 'text', (column) => column.notNull())
      .addColumn('fetched_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('pages_primary', ['workspace_id', 'url'])
      .execute();
    await db.schema.createIndex('pages_time').on('pages').column('fetched_at').execute();

    await db.schema
      .createTable('page_contents')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('content_hash', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('metadata', 'text', (column) => column.notNull())
      .addColumn('stored_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('page_contents_primary', ['workspace_id', 'content_hash'])
      .execute();
    await db.schema.createIndex('page_contents_time').on('page_contents').column('stored_at').execute();

    await db.schema
      .createTable('research_runs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('progress', 'text', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('research_runs_workspace')
      .on('research_runs')
      .columns(['workspace_id', 'created_at'])
      .execute();

    await db.schema
      .createTable('research_steps')
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('step', 'text', (column) => column.notNull())
      .addColumn('input_hash', 'text', (column) => column.notNull())
      .addColumn('output', 'text', (column) => column.notNull())
      .addColumn('consumption', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('research_steps_primary', ['run_id', 'step'])
      .execute();
  },
};
