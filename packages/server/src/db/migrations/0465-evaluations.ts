import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sets of calls that are played against models and prompts, and what came out. */
export const evaluationsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('evaluation_sets')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('checks', 'text', (column) => column.notNull())
      .addColumn('last_position', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('evaluation_sets_workspace')
      .on('evaluation_sets')
      .columns(['workspace_id', 'created_at'])
      .execute();
    await db.schema
      .createTable('evaluation_cases')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('set_id', 'text', (column) => column.notNull().references('evaluation_sets.id').onDelete('cascade'))
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('expected', 'text')
      .addColumn('checks', 'text')
      .addColumn('from_request_id', 'text')
      .addColumn('user_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('evaluation_cases_position')
      .unique()
      .on('evaluation_cases')
      .columns(['set_id', 'position'])
      .execute();
    await db.schema
      .createIndex('evaluation_cases_user')
      .on('evaluation_cases')
      .columns(['workspace_id', 'user_id'])
      .execute();
    await db.schema
      .createTable('evaluation_runs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('set_id', 'text', (column) => column.notNull())
      .addColumn('prompt_id', 'text')
      .addColumn('prompt_version', 'integer')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('evaluation_runs_workspace')
      .on('evaluation_runs')
      .columns(['workspace_id', 'created_at'])
      .execute();
    await db.schema
      .createIndex('evaluation_runs_prompt')
      .on('evaluation_runs')
      .columns(['prompt_id', 'prompt_version'])
      .execute();
    await createResults(db);
    // Who is signed in may do what there is: their key was made before this was.
    await sql`update api_keys set scopes = replace(scopes, ']', ',"evaluation"]')
      where source = 'dashboard' and scopes like '["%' and scopes not like '%"evaluation"%'`.execute(db);
  },
};

async function createResults(db: Parameters<Migration['up']>[0]): Promise<void> {
  await db.schema
    .createTable('evaluation_results')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('case_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('error_code', 'text')
    .addColumn('output', 'text', (column) => column.notNull())
    .addColumn('model', 'text')
    .addColumn('checks', 'text', (column) => column.notNull())
    .addColumn('passed', 'integer')
    .addColumn('score', 'double precision')
    .addColumn('awaits_feedback', 'integer', (column) => column.notNull())
    .addColumn('cost_nanos', 'bigint', (column) => column.notNull())
    .addColumn('judge_cost_nanos', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('consumption', 'text', (column) => column.notNull())
    .addColumn('is_settled', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('evaluation_results_key', ['run_id', 'case_id'])
    .execute();
  await db.schema
    .createIndex('evaluation_results_position')
    .on('evaluation_results')
    .columns(['run_id', 'position'])
    .execute();
  await db.schema
    .createIndex('evaluation_results_user')
    .on('evaluation_results')
    .columns(['workspace_id', 'user_id'])
    .execute();
}
