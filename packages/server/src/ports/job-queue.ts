import type { JsonObject } from '@parley/contract';

/**
 * Work that outlives a request. Delivery is at least once, so handlers are idempotent; every job ends in exactly one
 * terminal state: `completed`, `failed` (attempts or deadline used up) or `cancelled`.
 */
export interface JobQueue {
  /** Declares how jobs of a kind are worked off. Called once per kind, before `start`. */
  register<Payload extends JsonObject>(kind: JobKind<Payload>): void;
  /** Stores a job. With an `id` that is already waiting or running, nothing is added. Returns the id. */
  enqueue(kind: string, payload: JsonObject, options?: { id?: string; delayMs?: number }): Promise<string>;
  /** Asks a waiting or running job to stop: its signal aborts, it is not retried. False when it had already ended. */
  cancel(id: string): Promise<boolean>;
  /** Begins working. Jobs of a process that was killed are taken up again when their lease runs out. */
  start(): Promise<void>;
  /** Waiting plus running jobs. */
  depth(): Promise<number>;
  check(): Promise<void>;
  /** Stops taking jobs, gives running ones `graceMs` to end, hands back the rest. */
  close(graceMs?: number): Promise<void>;
}

export interface JobKind<Payload extends JsonObject = JsonObject> {
  name: string;
  /** Jobs of this kind at once in this process. */
  concurrency: number;
  /** Attempts before the job fails for good. */
  maxAttempts: number;
  /** Wait before attempt n+1: `backoffMs * 2^(n-1)`. */
  backoffMs: number;
  /** From enqueueing to the end, retries included. */
  deadlineMs: number;
  run(job: Job<Payload>): Promise<void>;
  /** Called once when the job failed for good, so that what it stood for can be marked as failed. */
  onFailed(job: { id: string; payload: Payload }, error: unknown): Promise<void>;
}

export interface Job<Payload extends JsonObject = JsonObject> {
  id: string;
  payload: Payload;
  /** 1 for the first try. */
  attempt: number;
  /** Aborts on cancellation, at the deadline and on shutdown. */
  signal: AbortSignal;
}
