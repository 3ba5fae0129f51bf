import type { Insertable, Selectable } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';

export interface InvitationRow extends Selectable<Tables['invitations']> {
  inviter_email: string | null;
  inviter_name: string | null;
}

export class InvitationRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /** In place of another one of the same address to the same place. */
  async replace(row: Insertable<Tables['invitations']>): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('invitations')
        .where('email', '=', row.email)
        .where('workspace_id', row.workspace_id == null ? 'is' : '=', row.workspace_id ?? null)
        .execute();
      await trx.insertInto('invitations').values(row).execute();
    });
  }

  findByHash(hash: string): Promise<InvitationRow | undefined> {
    return this.#select().where('invitations.hash', '=', hash).executeTakeFirst();
  }

  find(id: string): Promise<InvitationRow | undefined> {
    return this.#select().where('invitations.id', '=', id).executeTakeFirst();
  }

  /** Those of an address that still hold, newest first. */
  ofEmail(email: string, now: number): Promise<InvitationRow[]> {
    return this.#select()
      .where('invitations.email', '=', email)
      .where('invitations.expires_at', '>', now)
      .orderBy('invitations.created_at', 'desc')
      .orderBy('invitations.id', 'desc')
      .limit(100)
      .execute();
  }

  /** Newest first. */
  list(options: {
    workspaceId?: string | undefined;
    now: number;
    limit: number;
    after?: Cursor | undefined;
  }): Promise<InvitationRow[]> {
    let query = this.#select().where('invitations.expires_at', '>', options.now);
    if (options.workspaceId !== undefined) query = query.where('invitations.workspace_id', '=', options.workspaceId);
    if (options.after) query = query.where(olderThan(options.after, 'invitations'));
    return query
      .orderBy('invitations.created_at', 'desc')
      .orderBy('invitations.id', 'desc')
      .limit(options.limit)
      .execute();
  }

  /** False when somebody else has taken it: it works once. */
  async take(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  #select() {
    return this.#db
      .selectFrom('invitations')
      .leftJoin('users', 'users.id', 'invitations.invited_by')
      .selectAll('invitations')
      .select(['users.email as inviter_email', 'users.name as inviter_name']);
  }
}
