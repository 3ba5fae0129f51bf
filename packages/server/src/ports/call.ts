import type { CallLabels, ConfirmChanges, PromptChoice, Role, Scope } from '@parley/contract';
import type { Meter } from './meter.ts';

/** Who is calling, and all that travels with one call from the edge to the last adapter. */
export interface Call {
  requestId: string;
  /** Operation id of the endpoint, or the kind of a job. */
  endpoint: string;
  workspaceId: string;
  keyId: string;
  /** The caller's own user whom the request names; null or absent for none. */
  userId?: string | null;
  scopes: readonly Scope[];
  /** Whose calls of features that change things wait for a confirmation. */
  confirmChanges: ConfirmChanges;
  /** The only models that the key may use; null for all. */
  models: readonly string[] | null;
  /** Most tokens of documents that the key lets a model be sent; null for no limit, absent for that of the installation. */
  groundingTokens?: number | null | undefined;
  /** How old a reply of a connected model may be that is given to the same prompt again, in milliseconds; null or absent: none is. */
  cacheMs?: number | null;
  /** What the key may see and do, in a text: where a reply may be that of a prompt which asks the same in other words, it is one under the same. */
  cacheAlike?: string | null;
  /** The kept prompt that the call begins with. */
  prompt?: PromptChoice;
  /** Nothing of what is said may be kept anywhere when the call has ended. Absent: it may. */
  keepsNothing?: boolean;
  /** Guards that the call names besides those that look at every call. */
  guards?: readonly string[];
  /** How the caller labels it; absent before that was read, and for work in the background. */
  labels?: CallLabels;
  /** Whether the key and its workspace may ask search engines and pages of the web. */
  mayAskWeb: boolean;
  /** Aborts when the caller left, the time is up or the service stops. */
  signal: AbortSignal;
  /** The caller's network address. */
  address: string;
  /** Origin under which the caller reached the service, for absolute addresses in answers. */
  origin: string;
  /** What this call uses and costs. */
  meter: Meter;
}

/** A call with what only the edge needs to know of who sends it. */
export interface EdgeCall extends Call {
  /** For the audit log: the person who is signed in, else the key. */
  actor: string;
  /** The person who is signed in, with the role in the workspace; null for keys. */
  person: { userId: string; sessionId: string; role: Role | null; instanceRole: Role | null } | null;
  /** The only workspace that a management call may touch; null for all of them. */
  confinedTo: string | null;
}
