import { isAtLeast, type Role, strongestRole } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables.ts';

/** What ended with a role. */
export interface Ended {
  /** Of the keys, by which other processes forget them. */
  keyHashes: string[];
  invitations: number;
}

/**
 * Revokes the keys and deletes the invitations of somebody that the roles which are left could not make any more, those included that
 * were made with an admin key of theirs. In the transaction that took the role.
 */
export async function endWhatWasMade(trx: Kysely<Tables>, userId: string, now: number): Promise<Ended> {
  const roles = await rolesOf(trx, userId);
  const made = await keysOf(trx, userId);
  const ended = made.filter((key) => key.revoked_at === null && !couldMakeKey(roles, key));
  const endedIds = ended.map(({ id }) => id);
  if (endedIds.length > 0) {
    const revoked = { is_active: 0, revoked_at: now };
    await trx.updateTable('api_keys').set(revoked).where('id', 'in', endedIds).execute();
  }
  const keyIds = made.map(({ id }) => id);
  const invitations = await trx
    .selectFrom('invitations')
    .select(['id', 'workspace_id', 'role', 'invited_by'])
    .where((where) =>
      where.or([where('invited_by', '=', userId), ...(keyIds.length > 0 ? [where('invited_with', 'in', keyIds)] : [])]),
    )
    .execute();
  const takenBack = invitations.filter((invitation) => !couldInvite(roles, invitation)).map(({ id }) => id);
  if (takenBack.length > 0) await trx.deleteFrom('invitations').where('id', 'in', takenBack).execute();
  return { keyHashes: ended.map(({ hash }) => hash), invitations: takenBack.length };
}

interface Roles {
  instance: Role | null;
  /** With what the role in the whole installation gives there. */
  in(workspaceId: string): Role | null;
}

async function rolesOf(trx: Kysely<Tables>, userId: string): Promise<Roles> {
  const rows = await trx.selectFrom('members').select(['workspace_id', 'role']).where('user_id', '=', userId).execute();
  const roleAt = (place: string | null) => rows.find(({ workspace_id: id }) => id === place)?.role ?? null;
  const instance = roleAt(null);
  return { instance, in: (workspaceId) => strongestRole(roleAt(workspaceId), instance) };
}

type MadeKey = Awaited<ReturnType<typeof keysMadeBy>>[number];

const keysMadeBy = (trx: Kysely<Tables>, makers: readonly string[]) =>
  trx
    .selectFrom('api_keys')
    .select(['id', 'hash', 'kind', 'workspace_id', 'shares_budget_of', 'revoked_at'])
    .where('created_by', 'in', makers)
    .execute();

/** Also those that an admin key made, however far down. */
async function keysOf(trx: Kysely<Tables>, userId: string): Promise<MadeKey[]> {
  const all: MadeKey[] = [];
  for (let makers = [userId]; makers.length > 0; ) {
    const made = await keysMadeBy(trx, makers);
    all.push(...made);
    makers = made.filter(({ kind }) => kind === 'admin').map(({ id }) => id);
  }
  return all;
}

/** Owners make admin keys; members make keys that share their budget, and only admins others. */
function couldMakeKey(roles: Roles, { kind, workspace_id: place, shares_budget_of: shared }: MadeKey): boolean {
  if (kind === 'admin') return roles.instance === 'owner';
  return place !== null && isAtLeast(roles.in(place), shared === null ? 'admin' : 'member');
}

function couldInvite(
  roles: Roles,
  invitation: { workspace_id: string | null; role: Role; invited_by: string | null },
): boolean {
  // With an admin key, which only an owner makes.
  if (invitation.invited_by === null) return roles.instance === 'owner';
  const own = invitation.workspace_id === null ? roles.instance : roles.in(invitation.workspace_id);
  return isAtLeast(own, invitation.role === 'owner' ? 'owner' : 'admin');
}
