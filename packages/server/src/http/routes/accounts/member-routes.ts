import { memberEndpoints as endpoints, type Role } from '@parley/contract';
import type { InvitationService } from '../../../features/people/accounts/invitation-service.ts';
import type { EndedWithRole, MemberService } from '../../../features/people/accounts/member-service.ts';
import type { PasswordLinks } from '../../../features/people/accounts/password-links.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { managedWorkspace, requireManaged } from '../../managed-workspace.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface MemberRouteParts {
  members: MemberService;
  invitations: InvitationService;
  passwordLinks: PasswordLinks;
  audit: Pick<AuditLog, 'record'>;
}

export function memberRoutes({ members, invitations, passwordLinks, audit }: MemberRouteParts): Route[] {
  const note = noteInto(audit);
  const placeOf = (call: EdgeCall, given: string | null | undefined) =>
    managedWorkspace(call, given ?? undefined) ?? null;
  return [
    route(endpoints.listMembers, ({ query, call }) => {
      const { workspace_id: named, ...rest } = query;
      return members.list({ ...rest, workspaceId: managedWorkspace(call, named) });
    }),
    route(endpoints.addMember, async ({ body, call }) => {
      requireOwner(call, body.role);
      const workspaceId = placeOf(call, body.workspace_id);
      const by = { userId: call.person?.userId ?? null, keyId: call.keyId, origin: call.origin };
      const { link: _, ...offer } = await invitations.create({ email: body.email, role: body.role, workspaceId }, by);
      await note(call, { action: 'member.offer', target: offer.id, workspaceId, details: { role: offer.role } });
      return offer;
    }),
    route(endpoints.updateMember, async ({ params, body, call }) => {
      const known = await members.find(params.id);
      requireManaged(call, known.workspace_id, `member ${params.id}`);
      requireOwner(call, body.role, known.role);
      const member = await members.change(known, body.role);
      const details = { role: body.role, before: known.role, ...endedDetails(member.ended) };
      await note(call, { action: 'member.update', target: member.user.id, workspaceId: member.workspace_id, details });
      return member;
    }),
    route(endpoints.removeMember, async ({ params, call }) => {
      const known = await members.find(params.id);
      requireManaged(call, known.workspace_id, `member ${params.id}`);
      requireOwner(call, known.role);
      const { isErased, ended } = await members.remove(known);
      await note(call, {
        action: 'member.remove',
        target: known.user_id,
        workspaceId: known.workspace_id,
        details: { account_erased: isErased, ...endedDetails(ended) },
      });
      return { id: params.id, deleted: true as const, ended };
    }),
    route(endpoints.createPasswordLink, async ({ params, body, call }) => {
      const known = await members.find(params.id);
      requireManaged(call, known.workspace_id, `member ${params.id}`);
      const { confinedTo, person, origin } = call;
      const role = (confinedTo === null ? person?.instanceRole : person?.role) ?? null;
      const dropsSecondFactor = body.drop_second_factor === true;
      const link = await passwordLinks.create(known.user_id, { confinedTo, role, origin }, dropsSecondFactor);
      const details = { drops_second_factor: dropsSecondFactor };
      await note(call, { action: 'password.link', target: known.user_id, workspaceId: known.workspace_id, details });
      return link;
    }),
    route(endpoints.listInvitations, ({ query, call }) => {
      const { workspace_id: named, ...rest } = query;
      return invitations.list({ ...rest, workspaceId: managedWorkspace(call, named) });
    }),
    route(endpoints.createInvitation, async ({ body, call }) => {
      requireOwner(call, body.role);
      const workspaceId = placeOf(call, body.workspace_id);
      const by = { userId: call.person?.userId ?? null, keyId: call.keyId, origin: call.origin };
      const invitation = await invitations.create({ email: body.email, role: body.role, workspaceId }, by);
      await note(call, {
        action: 'invitation.create',
        target: invitation.id,
        workspaceId,
        details: { role: invitation.role },
      });
      return invitation;
    }),
    route(endpoints.deleteInvitation, async ({ params, call }) => {
      const known = await invitations.find(params.id);
      requireManaged(call, known.workspace_id, `open invitation ${params.id}`);
      requireOwner(call, known.role);
      await invitations.delete(params.id);
      await note(call, { action: 'invitation.delete', target: params.id, workspaceId: known.workspace_id });
      return { id: params.id, deleted: true as const };
    }),
  ];
}

const endedDetails = ({ keys, invitations }: EndedWithRole) => ({ keys_ended: keys, invitations_ended: invitations });

/** Only owners, and the admin key, give and take the role of an owner. */
function requireOwner({ person, confinedTo }: EdgeCall, ...touched: Role[]): void {
  if (person === null || !touched.includes('owner')) return;
  const own = confinedTo === null ? person.instanceRole : person.role;
  if (own === 'owner') return;
  throw new AppError('forbidden', 'Only owners give and take the role of an owner; ask one of them', {
    title: 'role is not valid',
  });
}
