import type { JobInfo, JsonObject } from '@parley/contract';
import type { Cursor } from '../lib/page.ts';

/**
 * Work that outlives a request. Delivery is at least once, so handlers are idempotent; every job ends in exactly one
 * terminal state: `completed`, `failed` (attempts or deadline used up) or `cancelled`.
 */
export interface JobQueue extends JobRecords {
  /** Declares how jobs of a kind are worked off. Called once per kind, before `start`. */
  register<Payload extends JsonObject>(kind: JobKind<Payload>): void;
  /**
   * Stores a job of a registered kind; when this resolves the job will be worked on, whatever happens to this process.
   * With an `id` that is already waiting or running, nothing is added; the id of an ended job may be used again.
   * Returns the id.
   */
  enqueue(kind: string, payload: JsonObject, options?: { id?: string; delayMs?: number }): Promise<string>;
  /** Asks a waiting or running job to stop: its signal aborts, it is not retried. False when it had already ended. */
  cancel(id: string): Promise<boolean>;
  /**
   * Begins working. Jobs of a process that was killed are taken up again: at once by the next process on the same
   * SQLite directory, when their lease runs out (half a minute) with PostgreSQL.
   */
  start(): Promise<void>;
  /** Waiting plus running jobs. */
  depth(): Promise<number>;
  check(): Promise<void>;
  /** Stops taking jobs, gives running ones `graceMs` to end, aborts and hands back the rest without counting the attempt. */
  close(graceMs?: number): Promise<void>;
}

/** What the jobs are, for those who look after the service. */
export interface JobRecords {
  /** Newest first, those that ended within seven days as well. */
  list(filter: JobFilter & { limit: number; after?: Cursor | undefined }): Promise<JobRecord[]>;
  /** The newest of this id. */
  find(id: string): Promise<JobRecord | null>;
  counts(workspaceId: string | undefined): Promise<Record<'waiting' | 'running' | 'failed', number>>;
  /** The kinds that are registered. */
  kinds(): string[];
  /** Lets a waiting job run at once. False when it does not wait. */
  hurry(id: string): Promise<boolean>;
  /** Ends a waiting or running job as failed, without another attempt; `onFailed` gets the reason. False when it had ended. */
  end(id: string, reason: Error): Promise<boolean>;
}

export interface JobFilter {
  state?: JobInfo['state'] | undefined;
  kind?: string | undefined;
  /** Jobs that have ended tell of no workspace. */
  workspaceId?: string | undefined;
}

/** A job as it is stored. */
export interface JobRecord extends Omit<JobInfo, 'subject_id' | 'subject_name'> {
  cursor: Cursor;
}

export interface JobKind<Payload extends JsonObject = JsonObject> {
  /** Letters, digits and dashes, such as `process-file`. */
  name: string;
  /** Jobs of this kind at once in this process. */
  concurrency: number;
  /** Attempts before the job fails for good. */
  maxAttempts: number;
  /**
   * How often the process that works on it may end: a kill is no attempt of the job's, but what ends its process every time must
   * not do so for ever. Default: 20.
   */
  maxLosses?: number;
  /** Wait before attempt n+1: `backoffMs * 2^(n-1)`. */
  backoffMs: number;
  /** From enqueueing to the end, retries included. */
  deadlineMs: number;
  /**
   * Does the work; must be safe to run again from the start. What it throws is tried again, except an `AppError` whose
   * code says that a retry cannot help: that fails the job at once.
   */
  run(job: Job<Payload>): Promise<void>;
  /**
   * Called when the job failed for good, so that what it stood for can be marked as failed; called again only if it threw
   * or the process died in it. Not called for cancelled jobs.
   */
  onFailed(job: { id: string; payload: Payload }, error: unknown): Promise<void>;
}

export interface Job<Payload extends JsonObject = JsonObject> {
  id: string;
  payload: Payload;
  /** 1 for the first try, and again after the process was killed in it. */
  attempt: number;
  /** Aborts on cancellation, at the deadline, on shutdown, and when another process has taken the job over. */
  signal: AbortSignal;
}
