import type { Insertable, Selectable, Updateable } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';

export type SessionRow = Selectable<Tables['sessions']>;

/** A session with what every call of it needs to know of its person. */
export interface SessionWithUser extends SessionRow {
  email: string;
  name: string;
  has_password: boolean;
}

export class SessionRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  async insert(row: Insertable<Tables['sessions']>): Promise<void> {
    await this.#db.insertInto('sessions').values(row).execute();
  }

  async update(id: string, changes: Updateable<Tables['sessions']>): Promise<void> {
    await this.#db.updateTable('sessions').set(changes).where('id', '=', id).execute();
  }

  async findByHash(hash: string): Promise<SessionWithUser | null> {
    const row = await this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll('sessions')
      .select(['users.email', 'users.name', 'users.password_hash'])
      .where('sessions.hash', '=', hash)
      .executeTakeFirst();
    if (!row) return null;
    const { password_hash, ...session } = row;
    return { ...session, has_password: password_hash !== null };
  }

  /** Newest first. */
  list(userId: string, options: { now: number; limit: number; after?: Cursor | undefined }): Promise<SessionRow[]> {
    let query = this.#db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at', '>', options.now);
    if (options.after) query = query.where(olderThan(options.after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(options.limit).execute();
  }

  /** Also on the person. */
  async touch(session: { id: string; user_id: string }, now: number, expiresAt: number): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ last_seen_at: now, expires_at: expiresAt })
      .where('id', '=', session.id)
      .execute();
    await this.#db.updateTable('users').set({ last_seen_at: now }).where('id', '=', session.user_id).execute();
  }

  /** False when there was none. */
  async delete(userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** How many ended. */
  async deleteOthers(userId: string, keptId: string): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '!=', keptId)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Keeps the newest of a person, so that signing in over and over fills nothing. */
  async deleteBeyond(userId: string, kept: number): Promise<void> {
    const newest = this.#db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(kept);
    await this.#db.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', newest).execute();
  }

  async deleteExpired(now: number): Promise<void> {
    await this.#db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    await this.#db.deleteFrom('invitations').where('expires_at', '<=', now).execute();
    await this.#db.deleteFrom('password_links').where('expires_at', '<=', now).execute();
  }
}
