import type { Migration } from 'kysely/migration';

/** Streams that can be taken up again from any process. */
export const streamsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('streams')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('last_number', 'integer', (column) => column.notNull())
      .addColumn('is_ended', 'integer', (column) => column.notNull())
      .addColumn('is_cancelled', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('beat_at', 'bigint', (column) => column.notNull())
      .addColumn('reader_at', 'bigint')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('lost_block', 'text')
      .execute();
    await db.schema.createIndex('streams_workspace').on('streams').columns(['workspace_id', 'created_at']).execute();
    await db.schema.createIndex('streams_expiry').on('streams').column('expires_at').execute();
    await db.schema
      .createTable('stream_events')
      .addColumn('stream_id', 'text', (column) => column.notNull())
      .addColumn('last_number', 'integer', (column) => column.notNull())
      .addColumn('first_number', 'integer', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('stream_events_primary', ['stream_id', 'last_number'])
      .execute();
  },
};
