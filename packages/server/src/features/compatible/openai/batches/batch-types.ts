import type { BatchEndpoint, BatchRequest, JsonObject } from '@parley/contract';
import type { Meter } from '../../../../ports/meter.ts';
import type { Run, RunTypes } from '../../../runs/background/run-types.ts';

export interface BatchFault {
  code: string;
  message: string;
  param: string | null;
  /** Of the input file, from 1 on; null for a fault of the file itself. */
  line: number | null;
}

export interface BatchCounts {
  total: number;
  completed: number;
  failed: number;
}

export interface BatchUsed {
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  costUsd: number;
}

/** What is stored of a batch. Times in milliseconds. */
export interface BatchTypes extends RunTypes {
  request: {
    body: BatchRequest;
    requestId: string;
    origin: string;
    webhookUrl: string | null;
    expiresAt: number;
    /** Of the files to come, so that a batch which is taken up again writes the same. */
    outputFileId: string;
    errorFileId: string;
  };
  progress: {
    phase: 'validating' | 'in_progress' | 'finalizing';
    counts: BatchCounts;
    used: BatchUsed;
    inProgressAt: number | null;
    finalizingAt: number | null;
  };
  result: {
    ending: 'completed' | 'expired' | 'cancelled' | 'failed';
    faults: BatchFault[];
    counts: BatchCounts;
    used: BatchUsed;
    inProgressAt: number | null;
    finalizingAt: number | null;
    /** When it was cancelled; null when it was not. */
    cancellingAt: number | null;
  };
}

export type BatchRun = Run<BatchTypes>;

/** One call of a batch. */
export interface BatchLine {
  /** Of the input file, from 1 on. */
  line: number;
  customId: string;
  body: JsonObject;
}

/** What a line was answered. */
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
  endpoint: BatchEndpoint;
  body: JsonObject;
  requestId: string;
  workspaceId: string;
  keyId: string;
  origin: string;
  meter: Meter;
  signal: AbortSignal;
}

/** Answers a line as the endpoint answers the same call over HTTP. */
export interface LineCaller {
  /** Operation id of an endpoint, as the ledger has it. */
  endpointId(endpoint: BatchEndpoint): string;
  /** What fails is a reply, too. */
  call(call: LineCall): Promise<LineReply>;
}

export const noCounts: BatchCounts = { total: 0, completed: 0, failed: 0 };
export const nothingUsed: BatchUsed = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: 0 };

/** Of a line and its call: the same whenever the batch is taken up again, so that its record counts once. */
export const lineIdOf = (batchId: string, line: number): string =>
  `batch_req_${batchId.slice('batch_'.length)}_${line}`;
