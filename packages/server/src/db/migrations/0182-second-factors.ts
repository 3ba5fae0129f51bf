import type { Migration } from 'kysely/migration';

/** Second factors, which sessions were opened with one, who asks for it, and links that set a password. */
export const secondFactorsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('users').addColumn('totp_secret', 'text').execute();
    await db.schema.alterTable('users').addColumn('totp_on_at', 'bigint').execute();
    await db.schema.alterTable('users').addColumn('totp_step', 'bigint').execute();
    await db.schema.alterTable('users').addColumn('recovery_hashes', 'text').execute();
    await db.schema.alterTable('sessions').addColumn('second_factor', 'integer').execute();
    await db.schema.alterTable('workspaces').addColumn('require_second_factor', 'integer').execute();
    await db.schema
      .createTable('password_links')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('drops_second_factor', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
