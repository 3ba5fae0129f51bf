import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** People, where they may act, their sessions, and invitations. */
export const accountsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('oidc_subject', 'text', (column) => column.unique())
      .addColumn('last_seen_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('members')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('members_once', ['user_id', 'workspace_id'])
      .execute();
    // To a unique constraint two nulls are different.
    await db.schema
      .createIndex('members_of_installation')
      .on('members')
      .column('user_id')
      .unique()
      .where(sql.ref('workspace_id'), 'is', null)
      .execute();
    await db.schema.createIndex('members_workspace').on('members').columns(['workspace_id', 'created_at']).execute();

    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('address', 'text')
      .addColumn('user_agent', 'text')
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'created_at']).execute();
    await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute();

    await db.schema
      .createTable('invitations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('invited_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('invitations_email').on('invitations').column('email').execute();
    await db.schema.createIndex('invitations_time').on('invitations').columns(['created_at', 'id']).execute();

    await db.schema.alterTable('api_keys').addColumn('created_by', 'text').execute();
  },
};
