import {
  type CreateKeyRequest,
  type CreateWorkspaceRequest,
  adminEndpoints as endpoints,
  isAtLeast,
  type Key,
  type UpdateKeyRequest,
} from '@parley/contract';
import type { UsageService } from '../../../features/money/billing/usage-service.ts';
import type { ErasureService } from '../../../features/operating/erasure/erasure-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import type { KeyOwner, KeyService } from '../../../features/people/keys/key-service.ts';
import { refuseStronger } from '../../../features/people/keys/refuse-stronger.ts';
import type { WorkspaceService } from '../../../features/people/workspaces/workspace-service.ts';
import { AppError } from '../../../lib/app-error.ts';
import { toPage } from '../../../lib/page.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { managedWorkspace, requireManaged } from '../../managed-workspace.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface AdminParts {
  workspaces: WorkspaceService;
  keys: KeyService;
  usage: UsageService;
  audit: AuditLog;
  erasures: Pick<ErasureService, 'eraseWorkspace'>;
}

export function adminRoutes({ workspaces, keys, usage, audit, erasures }: AdminParts): Route[] {
  const note = noteInto(audit);
  const ownerOf = async ({ kind, workspace_id: id }: CreateKeyRequest): Promise<KeyOwner> => {
    if (kind === 'admin') return { kind };
    const workspace = await (id === undefined ? workspaces.first() : workspaces.get(id));
    return { kind: 'key', workspaceId: workspace.id };
  };
  const keyOf = async (id: string, call: EdgeCall, changes?: UpdateKeyRequest): Promise<void> => {
    const key = await keys.get(id);
    requireManaged(call, key.workspace_id, `key ${id}`);
    if (key.kind === 'admin') requireOwner(call);
    await requireWeaker(call, key, changes);
  };
  /** Members make and change keys of their own, none stronger than they are themselves. */
  const requireWeaker = async (call: EdgeCall, key: Key | null, settings?: UpdateKeyRequest): Promise<void> => {
    if (!isMember(call)) return;
    if (key !== null && key.created_by !== call.actor) {
      throw new AppError('forbidden', `The key ${key.id} was made by somebody else; ask an admin of the workspace`);
    }
    if (settings === undefined) return;
    refuseStronger(await keys.wouldBe(settings, key?.id ?? null), await keys.ofDashboard(call.confinedTo ?? ''));
  };
  return [
    route(endpoints.createWorkspace, async ({ body, call }) => {
      const workspace = await workspaces.create(body);
      await note(call, {
        action: 'workspace.create',
        target: workspace.id,
        workspaceId: workspace.id,
        details: { name: workspace.name },
      });
      return workspace;
    }),
    route(endpoints.listWorkspaces, async ({ query, call }) => {
      const own = call.confinedTo === null ? null : await workspaces.get(call.confinedTo);
      return own === null
        ? workspaces.list(query)
        : toPage(
            [own],
            1,
            (one) => one,
            () => '',
          );
    }),
    route(endpoints.getWorkspace, ({ params, call }) => {
      requireManaged(call, params.id, `workspace ${params.id}`);
      return workspaces.get(params.id);
    }),
    route(endpoints.updateWorkspace, async ({ params, body, call }) => {
      requireManaged(call, params.id, `workspace ${params.id}`);
      if (call.confinedTo !== null) refuseOperatorsFields(body);
      const workspace = await workspaces.update(params.id, body);
      await note(call, {
        action: 'workspace.update',
        target: params.id,
        workspaceId: params.id,
        details: { fields: Object.keys(body) },
      });
      return workspace;
    }),
    route(endpoints.deleteWorkspace, async ({ params, call }) => {
      await workspaces.get(params.id);
      const { id: erasureId } = await erasures.eraseWorkspace(params.id, call, async () => {
        await keys.forgetWorkspace(params.id, () => workspaces.delete(params.id));
        await audit.forgetWorkspace(params.id);
      });
      const details = { erasure_id: erasureId };
      await note(call, { action: 'workspace.delete', target: params.id, workspaceId: params.id, details });
      return { id: params.id, deleted: true, erasure_id: erasureId };
    }),
    route(endpoints.createKey, async ({ body, call }) => {
      if (body.kind === 'admin') requireOwner(call);
      await requireWeaker(call, null, body);
      const within = managedWorkspace(call, body.workspace_id);
      const wanted = { ...body, ...(within !== undefined && { workspace_id: within }) };
      const key = await keys.create(wanted, await ownerOf(wanted), {
        id: call.actor,
        sharesBudgetOf: isMember(call) ? call.keyId : null,
      });
      await note(call, {
        action: 'key.create',
        target: key.id,
        workspaceId: key.workspace_id,
        details: { kind: key.kind, name: key.name, scopes: key.scopes },
      });
      return key;
    }),
    route(endpoints.listKeys, ({ query, call }) => keys.list(within(call, query))),
    route(endpoints.getKey, async ({ params, call }) => {
      const key = await keys.get(params.id);
      requireManaged(call, key.workspace_id, `key ${params.id}`);
      return key;
    }),
    route(endpoints.updateKey, async ({ params, body, call }) => {
      await keyOf(params.id, call, body);
      const key = await keys.update(params.id, body);
      await note(call, {
        action: 'key.update',
        target: key.id,
        workspaceId: key.workspace_id,
        details: { fields: Object.keys(body) },
      });
      return key;
    }),
    route(endpoints.revokeKey, async ({ params, call }) => {
      await keyOf(params.id, call);
      const key = await keys.revoke(params.id);
      await note(call, { action: 'key.revoke', target: key.id, workspaceId: key.workspace_id });
      return key;
    }),
    route(endpoints.rollKey, async ({ params, body, call }) => {
      await keyOf(params.id, call, {});
      const key = await keys.roll(params.id, body.overlap_seconds, call.actor);
      await note(call, {
        action: 'key.roll',
        target: params.id,
        workspaceId: key.workspace_id,
        details: { successor: key.id },
      });
      return key;
    }),
    route(endpoints.getUsage, ({ query, call }) => usage.sums(within(call, query))),
    route(endpoints.listUsageRecords, ({ query, call }) => usage.records(within(call, query))),
    route(endpoints.listAuditEvents, ({ query, call }) => audit.list(within(call, query))),
  ];
}

/** Whether somebody calls who manages nothing in the workspace. */
const isMember = ({ confinedTo, person }: EdgeCall): boolean =>
  confinedTo !== null && !isAtLeast(person?.role ?? null, 'admin');

/** An admin key does what owners do: whoever has one, makes or takes one, is an owner or an admin key. */
function requireOwner({ person }: EdgeCall): void {
  if (person === null || person.instanceRole === 'owner') return;
  throw new AppError('forbidden', 'Only owners of the whole installation make, change and revoke admin keys', {
    title: 'kind is not valid',
  });
}

/** A list, or a sum, of what the caller may see. */
function within<Query extends { workspace_id?: string }>(call: EdgeCall, query: Query): Query {
  const workspaceId = managedWorkspace(call, query.workspace_id);
  return workspaceId === undefined ? query : { ...query, workspace_id: workspaceId };
}

/** What a workspace may cost, and how long traces of what was done in it stay, is decided by who runs the installation. */
function refuseOperatorsFields(changes: Partial<CreateWorkspaceRequest>): void {
  for (const field of ['budget_usd', 'limits', 'retention'] as const) {
    if (changes[field] === undefined) continue;
    throw new AppError('forbidden', `${field} is set by owners and admins of the whole installation`, {
      title: `${field} is not valid`,
    });
  }
}
