import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whose budget a key shares, and the key with which an invitation was made. */
export const rolesBehindKeysMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('shares_budget_of', 'text').execute();
    await db.schema.createIndex('api_keys_maker').on('api_keys').column('created_by').execute();
    await db.schema.alterTable('invitations').addColumn('invited_with', 'text').execute();
    // Keys that members made before share from now on.
    await sql`update api_keys set shares_budget_of = (
      select dashboard.id from api_keys as dashboard
      where dashboard.workspace_id = api_keys.workspace_id and dashboard.source = 'dashboard' limit 1
    ) where source = 'made' and kind = 'key' and exists (
      select 1 from members where members.user_id = api_keys.created_by
        and members.workspace_id = api_keys.workspace_id and members.role = 'member'
    )`.execute(db);
  },
};
