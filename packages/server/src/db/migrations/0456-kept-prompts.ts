import type { Migration } from 'kysely/migration';

/** Prompts that callers keep, their versions, and which one a call began with. */
export const keptPromptsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('prompts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('latest_version', 'integer', (column) => column.notNull())
      .addColumn('labels', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('prompts_name').unique().on('prompts').columns(['workspace_id', 'name']).execute();
    await db.schema
      .createTable('prompt_versions')
      .addColumn('prompt_id', 'text', (column) => column.notNull().references('prompts.id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('template', 'text', (column) => column.notNull())
      .addColumn('note', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('prompt_versions_key', ['prompt_id', 'version'])
      .execute();
    await db.schema.alterTable('usage_records').addColumn('prompt', 'text').execute();
    await db.schema.createIndex('usage_records_prompt').on('usage_records').columns(['prompt']).execute();
  },
};
