import type { Migration } from 'kysely/migration';

/** How callers label their calls: their own user, tags, pairs of names and values. */
export const callLabelsMigration: Migration = {
  async up(db) {
    for (const column of ['user_id', 'tags', 'metadata'])
      await db.schema.alterTable('usage_records').addColumn(column, 'text').execute();
    await db.schema
      .createIndex('usage_records_user')
      .on('usage_records')
      .columns(['workspace_id', 'user_id', 'created_at'])
      .execute();
  },
};
