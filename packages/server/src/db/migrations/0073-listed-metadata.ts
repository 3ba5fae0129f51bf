import type { Migration } from 'kysely/migration';

/** What lists show of a file whose metadata are long. */
export const listedMetadataMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('files').addColumn('listed_metadata', 'text').execute();
  },
};
