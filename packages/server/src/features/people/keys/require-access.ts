import { type Endpoint, isAtLeast } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Principal } from './key-record.ts';
import { requireEndpoint, requireNoFiles } from './key-restrictions.ts';

type Guarded = Pick<Endpoint, 'auth' | 'method' | 'path' | 'workspaceRole'>;

/** Throws `forbidden` when the key, or who is signed in, may not do this. */
export function requireAccess(principal: Principal, endpoint: Guarded): void {
  const { auth } = endpoint;
  requireEndpoint(principal.restrictions, endpoint);
  requireNoFiles(principal.restrictions, endpoint);
  if (auth === 'session') {
    if (principal.person) return;
    throw new AppError('forbidden', 'This call is for people who are signed in to the dashboard; a key has no session');
  }
  if (principal.person?.lacksSecondFactor === true) {
    throw new AppError(
      'forbidden',
      'Set one up in your account (POST /v1/account/second-factor); until then nothing else is open',
      {
        title: 'A second factor is required',
      },
    );
  }
  if (auth === 'admin') {
    requireManager(principal, endpoint);
    return;
  }
  if (principal.kind === 'admin') {
    throw new AppError('forbidden', 'The admin key manages keys and workspaces; use a workspace key for this call');
  }
  if (principal.person) requireUser(principal, endpoint);
  if (auth !== 'key' && auth !== 'none' && !principal.scopes.includes(auth)) {
    throw new AppError('forbidden', `This key has no access to ${auth}; it needs the scope "${auth}"`);
  }
}

/**
 * The only workspace that a management call of this principal may touch; null for all of them. Whoever is refused by
 * `requireAccess` does not come here.
 */
export function confinementOf({ person, workspaceId }: Principal): string | null {
  return person === undefined || isAtLeast(person.instanceRole, 'admin') ? null : (workspaceId ?? '');
}

function requireManager({ kind, person }: Principal, { workspaceRole }: Guarded): void {
  if (kind === 'admin' || (person && isAtLeast(person.instanceRole, 'admin'))) return;
  if (!person) throw new AppError('forbidden', 'This call needs the admin key');
  if (workspaceRole === undefined) {
    throw new AppError('forbidden', 'This call is for owners and admins of the whole installation; ask one of them');
  }
  if (isAtLeast(person.role, workspaceRole)) return;
  const has = person.role === null ? 'you have no role in a workspace' : `your role is ${person.role}`;
  throw new AppError('forbidden', `This call needs the role ${workspaceRole} in the workspace, and ${has}`);
}

/** What members do counts under the dashboard's key, which can be turned off; viewers change nothing and cost nothing. */
function requireUser(principal: Principal, { method }: Guarded): void {
  const { person, isActive, revokedAt, workspaceId } = principal;
  if (workspaceId === null) {
    throw new AppError('forbidden', 'You have no workspace to do this in; ask for an invitation to one');
  }
  if (!isActive || revokedAt !== null) {
    throw new AppError('forbidden', 'The key "Dashboard" of this workspace is turned off; an admin can turn it on');
  }
  if (isAtLeast(person?.role ?? null, 'member') || method === 'GET') return;
  throw new AppError(
    'forbidden',
    'Your role in this workspace is viewer, which reads; this call needs the role member',
  );
}
