import type { Migration } from 'kysely/migration';

/** Which engine answered a call, after how many attempts and how soon; and what was learned of each engine. */
export const enginesMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('usage_records').addColumn('engine', 'text').execute();
    await db.schema
      .alterTable('usage_records')
      .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('usage_records').addColumn('first_token_ms', 'bigint').execute();
    await db.schema
      .createTable('engine_lessons')
      .addColumn('engine', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('engine_lessons_pk', ['engine', 'kind'])
      .execute();
  },
};
