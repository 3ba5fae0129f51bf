import { accountEndpoints as endpoints } from '@parley/contract';
import type { InvitationService } from '../../../features/people/accounts/invitation-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

/** Roles that were given to an address, which the person takes or leaves. */
export function offerRoutes(parts: { invitations: InvitationService; audit: Pick<AuditLog, 'record'> }): Route[] {
  const { invitations } = parts;
  const note = noteInto(parts.audit);
  return [
    route(endpoints.listOffers, async ({ call }) => ({ data: await invitations.offersOf(call.person?.userId ?? '') })),
    route(endpoints.acceptOffer, async ({ params, call }) => {
      const { role, workspace_id: workspaceId } = await invitations.acceptOffer(call.person?.userId ?? '', params.id);
      await note(call, { action: 'offer.accept', target: params.id, workspaceId, details: { role } });
      return { id: params.id, role, workspace_id: workspaceId };
    }),
    route(endpoints.declineOffer, async ({ params, call }) => {
      const { role, workspace_id: workspaceId } = await invitations.declineOffer(call.person?.userId ?? '', params.id);
      await note(call, { action: 'offer.decline', target: params.id, workspaceId, details: { role } });
      return { id: params.id, deleted: true as const };
    }),
  ];
}
