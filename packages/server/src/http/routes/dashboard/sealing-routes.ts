import { sealingEndpoints as endpoints } from '@parley/contract';
import type { SealingService } from '../../../features/operating/sealing/sealing-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { noteInto } from '../../note-change.ts';
import { RawReply, type Route, route } from '../../route.ts';

export function sealingRoutes(parts: { sealing: SealingService; audit: Pick<AuditLog, 'record'> }): Route[] {
  const { sealing, audit } = parts;
  const note = noteInto(audit);
  return [
    route(endpoints.getSealing, () => sealing.report()),
    route(endpoints.turnOverKeys, async ({ call }) => {
      const report = await sealing.turnOver();
      await note(call, { action: 'sealing.turn_over', target: report.key_id ?? '', workspaceId: null });
      return new RawReply({ status: 202, body: report });
    }),
  ];
}
