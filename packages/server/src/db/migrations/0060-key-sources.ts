import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Where a key comes from: `made` by a call, or named by the `environment`, and then valid only while it is named. Keys of
 * the environment were stored with the first four characters and an ellipsis as their prefix, which no made key has.
 */
export const keySourcesMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable('api_keys')
      .addColumn('source', 'text', (column) => column.notNull().defaultTo('made'))
      .execute();
    await sql`update api_keys set source = 'environment' where prefix like '____…'`.execute(db);
  },
};
