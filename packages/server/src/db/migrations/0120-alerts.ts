import type { Migration } from 'kysely/migration';

/** Alerts, and the webhooks that are told of them. */
export const alertsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('alerts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('key_id', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('measure', 'text', (column) => column.notNull())
      .addColumn('threshold', 'double precision', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('value', 'double precision')
      .addColumn('fired_at', 'bigint')
      .addColumn('checked_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('alerts_workspace')
      .on('alerts')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute();

    await db.schema
      .createTable('webhooks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('webhooks_workspace')
      .on('webhooks')
      .columns(['workspace_id', 'created_at', 'id'])
      .execute();

    await db.schema
      .createTable('webhook_deliveries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('response_status', 'integer')
      .addColumn('error', 'text')
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('webhook_deliveries_webhook')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'created_at', 'id'])
      .execute();
    await db.schema.createIndex('webhook_deliveries_time').on('webhook_deliveries').column('created_at').execute();
  },
};
