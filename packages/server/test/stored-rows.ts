import type { Insertable } from 'kysely';
import type { Db } from '../src/db/open-database.ts';
import type { Tables } from '../src/db/tables.ts';

/** A time that does not fit 32 bits. */
export const now = Date.UTC(2026, 10, 22, 12);

/** Rows that others refer to, with only what a row cannot be without. */
export const storedRows = {
  async workspaces(db: Db, ...ids: string[]): Promise<void> {
    for (const id of ids) {
      await db.insertInto('workspaces').values({ id, name: id, created_at: now, budget_nanos: null }).execute();
    }
  },

  async users(db: Db, ...ids: string[]): Promise<void> {
    const rest = { password_hash: null, oidc_subject: null, last_seen_at: null, created_at: now };
    for (const id of ids) {
      await db
        .insertInto('users')
        .values({ id, email: `${id}@example.com`, name: `Name of ${id}`, ...rest })
        .execute();
    }
  },

  async key(db: Db, id: string, more: Partial<Insertable<Tables['api_keys']>> = {}): Promise<void> {
    await db
      .insertInto('api_keys')
      .values({
        id,
        workspace_id: null,
        kind: 'key',
        name: `Key ${id}`,
        prefix: id,
        hash: id,
        scopes: '[]',
        limits: '{}',
        budget_nanos: null,
        budget_period: 'total',
        confirm_changes: null,
        is_active: 1,
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
        created_at: now,
        ...more,
      })
      .execute();
  },
};

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
