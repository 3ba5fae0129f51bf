import type { AuditEntry, AuditLog } from '../features/people/audit/audit-log.ts';
import type { EdgeCall } from '../ports/call.ts';

type Change = Pick<AuditEntry, 'workspaceId' | 'action' | 'target' | 'details'>;

/** Writes into the audit log what a caller changed, under the caller's name and address. */
export const noteInto =
  (audit: Pick<AuditLog, 'record'>) =>
  (call: EdgeCall, change: Change): Promise<void> =>
    audit.record({ actor: call.actor, address: call.address, ...change });
