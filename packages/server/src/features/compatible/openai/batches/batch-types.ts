import type { BatchRequest, JsonObject } from '@parley/contract';
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
    /** Lines that were never called: their batch was cancelled, or its time was over. Absent in older ones. */
    uncalled?: number;
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

export const noCounts: BatchCounts = { total: 0, completed: 0, failed: 0 };
export const nothingUsed: BatchUsed = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: 0 };

/** Of a line and its call: the same whenever the batch is taken up again, so that its record counts once. */
export const lineIdOf = (batchId: string, line: number): string =>
  `batch_req_${batchId.slice(batchId.indexOf('_') + 1)}_${line}`;
