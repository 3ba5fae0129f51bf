import { AppError } from '../../../../lib/app-error.ts';
import type { RunContext, RunKind } from '../../../runs/background/run-types.ts';
import type { BatchRun, BatchTypes } from './batch-types.ts';

const longestWindowMs = 168 * 60 * 60_000;
/** For the files of replies and errors. */
const longestWriteMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;

export interface BatchKindParts {
  /** Of its runs and its jobs. */
  name: 'batch' | 'message_batch';
  job: string;

  work(batch: BatchRun, context: RunContext<BatchTypes>): Promise<BatchTypes['result']>;
  keep(batch: BatchRun, signal: AbortSignal): Promise<void>;
  tidy(batch: BatchRun): Promise<void>;
  forget(batch: { id: string; workspaceId: string }): Promise<void>;
  told(batch: BatchRun): Promise<object>;
}

/** Batches as a kind of run. Their lines are charged one by one, the run itself is free. */
export function batchKind({ name, job, work, keep, tidy, forget, told }: BatchKindParts): RunKind<BatchTypes> {
  return {
    name,
    job,
    endpoint: null,
    // Most of them wait, for slots of lines or for vendors, which take up to a day.
    concurrency: 64,
    // What fails a batch as a whole is the database or the store: it goes on when they are back.
    maxAttempts: 1000,
    backoffMs: 2000,
    deadlineMs: longestWindowMs + 2 * dayMs,
    keptMs: 30 * dayMs,
    failure: { code: 'internal_error', message: 'The batch could not be finished. Its output file has what was done.' },
    missing: (id) => new AppError('batch_not_found', `There is no batch ${id.slice(0, 100)}`, { param: 'batch_id' }),
    work,
    keepResult: (run) => keep(run, AbortSignal.timeout(longestWriteMs)),
    tidy,
    forget,
    told,
  };
}
