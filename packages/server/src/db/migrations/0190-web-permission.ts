import type { Migration } from 'kysely/migration';

/** Keys and workspaces that may not ask the web (0 forbids it, null and 1 do not), and keys that take no field they do not know (1). */
export const webPermissionMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('web', 'integer').execute();
    await db.schema.alterTable('api_keys').addColumn('strict', 'integer').execute();
    await db.schema.alterTable('workspaces').addColumn('web', 'integer').execute();
  },
};
