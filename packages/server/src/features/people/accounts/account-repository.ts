import type { Role } from '@parley/contract';
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';
import { type Ended, endWhatWasMade } from './end-what-was-made.ts';

export type UserRow = Selectable<Tables['users']>;
type MemberRow = Selectable<Tables['members']>;

/** A membership with whose it is. */
export interface MemberWithUser extends MemberRow {
  email: string;
  name: string;
  last_seen_at: number | null;
  verified_at: number | null;
}

/** Which membership of whom. */
type MemberRef = Pick<MemberRow, 'id' | 'user_id'>;

/** Somebody's membership with the name of its workspace; null for the whole installation. */
export interface AccessRow {
  workspace_id: string | null;
  role: Role;
  workspace_name: string | null;
}

type Trx = Kysely<Tables>;

/** People and their memberships. */
export class AccountRepository {
  readonly #db: Db;
  readonly #dialect: 'sqlite' | 'postgres';

  constructor(parts: { db: Db; dialect: 'sqlite' | 'postgres' }) {
    this.#db = parts.db;
    this.#dialect = parts.dialect;
  }

  /** Whether the installation has an owner. */
  async hasOwner(): Promise<boolean> {
    const row = await this.#db
      .selectFrom('members')
      .select('id')
      .where('workspace_id', 'is', null)
      .where('role', '=', 'owner')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  user(id: string): Promise<UserRow | undefined> {
    return this.#db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  }

  userByEmail(email: string): Promise<UserRow | undefined> {
    return this.#db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  }

  userBySubject(subject: string): Promise<UserRow | undefined> {
    return this.#db.selectFrom('users').selectAll().where('oidc_subject', '=', subject).executeTakeFirst();
  }

  async updateUser(
    id: string,
    changes: Updateable<Tables['users']>,
    { endsSessions = false }: { endsSessions?: boolean } = {},
  ): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set(changes).where('id', '=', id).execute();
      if (!endsSessions) return;
      await trx.deleteFrom('sessions').where('user_id', '=', id).execute();
      await trx.deleteFrom('password_links').where('user_id', '=', id).execute();
    });
  }

  /** Takes the step of a code, which no earlier one and no twin has taken. */
  async takeStep(id: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('users')
      .set({ totp_step: step })
      .where('id', '=', id)
      .where('totp_step', '<', step)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Leaves the rest of the recovery codes, unless another one was taken meanwhile. */
  async takeRecoveryCode(id: string, known: string, rest: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('users')
      .set({ recovery_hashes: rest })
      .where('id', '=', id)
      .where('recovery_hashes', '=', known)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Puts other passkeys in place of those that are known, unless they were changed meanwhile. */
  async takePasskeys(id: string, known: string | null, rest: string | null): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('users')
      .set({ passkeys: rest })
      .where('id', '=', id)
      .where('passkeys', known === null ? 'is' : '=', known)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async replacePasswordLink(row: Insertable<Tables['password_links']>): Promise<void> {
    await this.#db
      .insertInto('password_links')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }

  passwordLink(hash: string): Promise<Selectable<Tables['password_links']> | undefined> {
    return this.#db.selectFrom('password_links').selectAll().where('hash', '=', hash).executeTakeFirst();
  }

  /** False when somebody else has taken it: it works once. */
  async takePasswordLink(hash: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db.deleteFrom('password_links').where('hash', '=', hash).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  membershipsOf(userId: string): Promise<Pick<MemberRow, 'workspace_id' | 'role'>[]> {
    return this.#db.selectFrom('members').select(['workspace_id', 'role']).where('user_id', '=', userId).execute();
  }

  /** Whether the workspace, or with null any of them, lets people in with a second factor only. */
  async requiresSecondFactor(workspaceId: string | null): Promise<boolean> {
    let query = this.#db.selectFrom('workspaces').select('id').where('require_second_factor', '=', 1);
    if (workspaceId !== null) query = query.where('id', '=', workspaceId);
    return (await query.limit(1).executeTakeFirst()) !== undefined;
  }

  /** The account with its first membership, or neither; null for one without any yet. */
  async insertUser(user: Insertable<Tables['users']>, member: Insertable<Tables['members']> | null): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await trx.insertInto('users').values(user).execute();
      if (member !== null) await trx.insertInto('members').values(member).execute();
    });
  }

  /** The first account, unless somebody else was faster: false then. */
  async insertFirstOwner(user: Insertable<Tables['users']>, member: Insertable<Tables['members']>): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const mark = await trx
        .insertInto('installation')
        .values({ name: 'claimed', value: '1' })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirst();
      if (Number(mark.numInsertedOrUpdatedRows ?? 0) === 0) return false;
      await trx.insertInto('users').values(user).execute();
      await trx.insertInto('members').values(member).execute();
      return true;
    });
  }

  /** Where somebody may act; workspaces newest first. */
  access(userId: string, limit: number): Promise<AccessRow[]> {
    return this.#db
      .selectFrom('members')
      .leftJoin('workspaces', 'workspaces.id', 'members.workspace_id')
      .select(['members.workspace_id', 'members.role', 'workspaces.name as workspace_name'])
      .where('members.user_id', '=', userId)
      .orderBy('members.created_at')
      .orderBy('members.id')
      .limit(limit)
      .execute();
  }

  /** For those who may act in all of them; oldest first. */
  workspaces(limit: number): Promise<{ id: string; name: string }[]> {
    return this.#db
      .selectFrom('workspaces')
      .select(['id', 'name'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  workspace(id: string): Promise<{ id: string; name: string } | undefined> {
    return this.#db.selectFrom('workspaces').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  }

  member(id: string): Promise<MemberWithUser | undefined> {
    return this.#members().where('members.id', '=', id).executeTakeFirst();
  }

  membership(userId: string, workspaceId: string | null): Promise<MemberWithUser | undefined> {
    const query = this.#members().where('members.user_id', '=', userId);
    return query.where('members.workspace_id', workspaceId === null ? 'is' : '=', workspaceId).executeTakeFirst();
  }

  /** Newest first. Of a workspace with those of the whole installation, who are members of every workspace. */
  listMembers(options: {
    workspaceId?: string | undefined;
    limit: number;
    after?: Cursor | undefined;
  }): Promise<MemberWithUser[]> {
    const { workspaceId, limit, after } = options;
    let query = this.#members();
    if (workspaceId !== undefined) {
      query = query.where((where) =>
        where.or([where('members.workspace_id', '=', workspaceId), where('members.workspace_id', 'is', null)]),
      );
    }
    if (after) query = query.where(olderThan(after, 'members'));
    return query.orderBy('members.created_at', 'desc').orderBy('members.id', 'desc').limit(limit).execute();
  }

  async insertMember(member: Insertable<Tables['members']>): Promise<void> {
    await this.#db.insertInto('members').values(member).execute();
  }

  /** What the role had made ends in the same step. Null when the installation would be left without an owner. */
  changeMember(member: MemberRef, role: Role, now: number): Promise<Ended | null> {
    return this.#keepingAnOwner(async (trx) => {
      await trx.updateTable('members').set({ role }).where('id', '=', member.id).execute();
      return endWhatWasMade(trx, member.user_id, now);
    });
  }

  /** What the role had made ends in the same step. Null when the installation would be left without an owner. */
  removeMember(member: MemberRef, now: number): Promise<Ended | null> {
    return this.#keepingAnOwner(async (trx) => {
      await trx.deleteFrom('members').where('id', '=', member.id).execute();
      return endWhatWasMade(trx, member.user_id, now);
    });
  }

  async #keepingAnOwner<Outcome>(change: (trx: Trx) => Promise<Outcome>): Promise<Outcome | null> {
    const none = new Error('no owner is left');
    try {
      return await this.#db.transaction().execute(async (trx) => {
        const owners = trx
          .selectFrom('members')
          .select('id')
          .where('workspace_id', 'is', null)
          .where('role', '=', 'owner');
        // Two owners who remove each other at once would both see the other.
        await (this.#dialect === 'postgres' ? owners.forUpdate() : owners).execute();
        const outcome = await change(trx);
        if ((await owners.limit(1).executeTakeFirst()) === undefined) throw none;
        return outcome;
      });
    } catch (error) {
      if (error === none) return null;
      throw error;
    }
  }

  /** The people of a workspace, before it is deleted. */
  async peopleOf(workspaceId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('members')
      .select('user_id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    return rows.map((row) => row.user_id);
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('members').where('workspace_id', '=', workspaceId).execute();
    await this.#db.deleteFrom('invitations').where('workspace_id', '=', workspaceId).execute();
  }

  /** Erases the account if no membership of it is left, with its sessions. Whether it did. */
  async eraseWithoutMembership(userId: string): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const left = await trx.selectFrom('members').select('id').where('user_id', '=', userId).executeTakeFirst();
      if (left !== undefined) return false;
      await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
      await trx.deleteFrom('users').where('id', '=', userId).execute();
      await trx
        .updateTable('audit_events')
        .set({ address: null })
        .where((where) => where.or([where('actor', '=', userId), where('target', '=', userId)]))
        .execute();
      return true;
    });
  }

  #members() {
    return this.#db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .selectAll('members')
      .select(['users.email', 'users.name', 'users.last_seen_at', 'users.verified_at']);
  }
}
