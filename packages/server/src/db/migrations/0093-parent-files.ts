import type { Migration } from 'kysely/migration';

/** Files that were taken out of other files name them. */
export const parentFilesMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('files').addColumn('parent_file_id', 'text').execute();
    await db.schema.alterTable('files').addColumn('root_file_id', 'text').execute();
    await db.schema.createIndex('files_parent').on('files').column('parent_file_id').execute();
    await db.schema.createIndex('files_root').on('files').column('root_file_id').execute();
  },
};
