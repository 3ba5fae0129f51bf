import type { Migration } from 'kysely/migration';

/** Legal holds, receipts of what was deleted, and of which end user files, runs, collections and pictures are. */
export const holdsAndErasuresMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('legal_holds')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('released_by', 'text')
      .addColumn('released_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('legal_holds_workspace')
      .on('legal_holds')
      .columns(['workspace_id', 'released_at'])
      .execute();
    await db.schema
      .createTable('erasures')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('receipt', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('erasures_time').on('erasures').columns(['workspace_id', 'created_at']).execute();
    for (const table of ['files', 'runs', 'collections', 'pictures']) {
      await db.schema.alterTable(table).addColumn('user_id', 'text').execute();
      await db.schema.createIndex(`${table}_user`).on(table).columns(['workspace_id', 'user_id']).execute();
    }
  },
};
