import type { JsonObject } from '@parley/contract';
import type { Meter } from '../../../ports/meter.ts';

/** What a call that stands in a file or a set was answered. */
export interface LineReply {
  status: number;
  body: object;
  errorCode: string | null;
  /** In how many milliseconds another attempt may help; null: in none. */
  retryAfterMs: number | null;
  /** The limit of the key was in the way, not a vendor: it is waited for as long as it takes. */
  isOwnLimit: boolean;
}

export interface LineCall {
  /** Its address, such as `/v1/answer`. */
  endpoint: string;
  body: JsonObject;
  requestId: string;
  workspaceId: string;
  keyId: string;
  origin: string;
  meter: Meter;
  signal: AbortSignal;
  /** Replies that were kept are not given again. */
  isFresh?: boolean;
}

/** Answers a call as its endpoint answers the same over HTTP. */
export interface LineCaller {
  /** Operation id of an endpoint, as the ledger has it. */
  endpointId(endpoint: string): string;
  /** What fails is a reply, too. */
  call(call: LineCall): Promise<LineReply>;
}
