import type { JsonObject } from '@parley/contract';

/** On whose behalf something is done. */
export interface IntegrationCaller {
  workspaceId: string;
  /** Key id, for the audit log. */
  actor: string;
  address: string | null;
  signal: AbortSignal;
}

/** Where every use of stored credentials is written down. Entries hold no secret. */
export interface AuditSink {
  record(event: {
    workspaceId: string | null;
    actor: string;
    action: string;
    target: string;
    address: string | null;
    details: JsonObject;
  }): Promise<void> | void;
}
