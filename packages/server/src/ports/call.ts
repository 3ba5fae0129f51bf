import type { ConfirmChanges, Scope } from '@parley/contract';
import type { Meter } from './meter.ts';

/** Who is calling, and all that travels with one call from the edge to the last adapter. */
export interface Call {
  requestId: string;
  /** Operation id of the endpoint, or the kind of a job. */
  endpoint: string;
  workspaceId: string;
  keyId: string;
  scopes: readonly Scope[];
  /** Whose calls of features that change things wait for a confirmation. */
  confirmChanges: ConfirmChanges;
  /** Aborts when the caller left, the time is up or the service stops. */
  signal: AbortSignal;
  /** The caller's network address. */
  address: string;
  /** Origin under which the caller reached the service, for absolute addresses in answers. */
  origin: string;
  /** What this call uses and costs. */
  meter: Meter;
}
