import type { Migration } from 'kysely/migration';

/** Providers and routes of models that are set while the service runs: every version is a row, the last one of a name holds. */
export const modelSettingsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('model_settings')
      .addColumn('sequence', 'bigint', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('secret', 'text')
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('model_settings_versions')
      .on('model_settings')
      .columns(['kind', 'name', 'version'])
      .unique()
      .execute();
  },
};
