import type { Migration } from 'kysely/migration';

/** The key that pays for what reading a file costs (`files.key_id`), and the call that brought the file, as JSON. */
export const payersOfFilesMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('files').addColumn('key_id', 'text').execute();
    await db.schema.alterTable('files').addColumn('brought_by', 'text').execute();
  },
};
