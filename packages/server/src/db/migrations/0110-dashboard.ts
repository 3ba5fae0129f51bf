import type { Migration } from 'kysely/migration';

/** What dashboards show: sums of usage by the hour, playground runs, and lists of one workspace's calls and events. */
export const dashboardMigration: Migration = {
  async up(db) {
    await db.schema
      .createIndex('usage_records_workspace')
      .on('usage_records')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute();
    await db.schema
      .createIndex('usage_records_key')
      .on('usage_records')
      .columns(['key_id', 'created_at', 'id'])
      .execute();
    await db.schema
      .createIndex('audit_events_workspace')
      .on('audit_events')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute();

    await db.schema
      .createTable('usage_hours')
      .addColumn('hour', 'bigint', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addColumn('errors', 'bigint', (column) => column.notNull())
      .addColumn('input_tokens', 'bigint', (column) => column.notNull())
      .addColumn('cached_tokens', 'bigint', (column) => column.notNull())
      .addColumn('output_tokens', 'bigint', (column) => column.notNull())
      .addColumn('cost_nanos', 'bigint', (column) => column.notNull())
      .addColumn('upstream_cost_nanos', 'bigint', (column) => column.notNull())
      .addColumn('latencies', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_hours_primary', ['hour', 'workspace_id', 'key_id', 'endpoint', 'model'])
      .execute();
    await db.schema.createIndex('usage_hours_workspace').on('usage_hours').columns(['workspace_id', 'hour']).execute();

    await db.schema
      .createTable('playground_runs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('model', 'text')
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('reply', 'text')
      .addColumn('request_id', 'text')
      .addColumn('status', 'integer')
      .addColumn('duration_ms', 'bigint')
      .addColumn('first_token_ms', 'bigint')
      .addColumn('is_shared', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('playground_runs_own')
      .on('playground_runs')
      .columns(['workspace_id', 'created_by', 'created_at', 'id'])
      .execute();
    await db.schema
      .createIndex('playground_runs_shared')
      .on('playground_runs')
      .columns(['workspace_id', 'is_shared', 'created_at', 'id'])
      .execute();
    await db.schema.createIndex('playground_runs_time').on('playground_runs').column('created_at').execute();
  },
};
