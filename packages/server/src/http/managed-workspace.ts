import { AppError } from '../lib/app-error.ts';
import type { EdgeCall } from '../ports/call.ts';

type Manager = Pick<EdgeCall, 'confinedTo'>;

/**
 * The workspace that a management call is about: the one that was named, or that which the caller is confined to. Undefined for
 * all of them. Throws `forbidden` for another one than the caller's.
 */
export function managedWorkspace(call: Manager, named: string | undefined): string | undefined {
  const { confinedTo } = call;
  if (confinedTo === null || named === confinedTo) return named;
  if (named === undefined) return confinedTo;
  throw new AppError('forbidden', `This call acts in ${confinedTo}; name the other one in x-parley-workspace`, {
    title: 'workspace_id is not valid',
    param: 'workspace_id',
  });
}

/** Throws `not_found`, as for a thing that is not there, when it is outside of what the caller manages. */
export function requireManaged(call: Manager, workspaceId: string | null, what: string): void {
  if (call.confinedTo === null || call.confinedTo === workspaceId) return;
  throw new AppError('not_found', `There is no ${what}`);
}
