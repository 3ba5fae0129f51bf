import type { CallLabels, JsonObject } from '@parley/contract';
import type { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { Consumption } from '../../../ports/meter.ts';
import type { RunName } from './run-step-repository.ts';
import type { RunSteps } from './run-steps.ts';

export const runStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];
export type RunEnding = Exclude<RunStatus, 'queued' | 'running'>;

/** The legal moves; anything else is refused by the repository. */
export const runMoves: Record<RunStatus, readonly RunStatus[]> = {
  queued: ['running', 'failed', 'cancelled'],
  // A run that is taken up again after a crash goes on.
  running: ['running', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** What every request holds besides what its kind needs. */
export interface RunRequest {
  /** Of the HTTP request, for the ledger. */
  requestId: string;
  /** Base of the addresses that are shown. */
  origin?: string;
  /** Whom to tell of the end; null for nobody. */
  webhookUrl?: string | null;
  /** How its call was labelled: it is recorded, and budgets count it, under the same. */
  labels?: CallLabels;
}

/** What is stored of the runs of one kind, all of it as JSON. */
export interface RunTypes {
  request: RunRequest;
  progress: unknown;
  result: unknown;
}

export interface Run<T extends RunTypes = RunTypes> {
  id: string;
  workspaceId: string;
  keyId: string;
  request: T['request'];
  status: RunStatus;
  progress: T['progress'];
  result: T['result'] | null;
  error: JsonObject | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  settledAt: number | null;
}

/** All that one kind of run adds to what all of them have in common. */
export interface RunKind<T extends RunTypes> {
  /** Of its runs; the events of its webhooks begin with it. */
  name: string;
  /** Of its jobs. */
  job: string;
  /** Operation id of the call that starts a run, as the ledger has it; null for what nobody pays for. */
  endpoint: string | null;
  /** Runs at once in this process. */
  concurrency: number;
  /** Killed processes count as attempts too; they must not end a run that gets on. */
  maxAttempts: number;
  backoffMs: number;
  deadlineMs: number;
  /** How long a run is kept after its end; null for ever. */
  keptMs: number | null;
  /** Progress is stored no more often than this. Default: every half second. */
  progressMs?: number;
  /** Does the work; safe to run again from the start. What it returns is stored as the result. */
  work(run: Run<T>, context: RunContext<T>): Promise<T['result'] | null>;
  /**
   * Which failures of the work another attempt may mend, and after how many of them the run fails. Default: the job queue judges by the
   * code of the error and by `maxAttempts`, and the job fails with the run.
   */
  retry?: { isLater(error: unknown): boolean; mostFailures: number };
  /** `message` and `code` of a failure whose own words are not for the caller. */
  failure: JsonObject;
  /** There is no run of this id. */
  missing(id: string): AppError;
  /** For runs whose callers wait: the longest they can take, and what is told of those whose process was killed. */
  awaited?: { longestMs: number; lost: AppError };
  /** What a webhook tells of a run that has ended. */
  told?(run: Run<T>): Promise<object> | object;
  /** Keeps what there is as the result, before the end can be seen; safe to run again. */
  keepResult?(run: Run<T>): Promise<void>;
  /** What a run used, where its steps do not tell. */
  used?(run: Run<T>): Promise<Consumption[]>;
  /** Removes what only the work needed, when the run has ended and is charged; safe to run again. */
  tidy?(run: Run<T>): Promise<void>;
  /** Removes all that is kept beside the row. */
  forget?(run: RunName): Promise<void>;
}

export interface RunContext<T extends RunTypes> {
  /** The run as a caller, with the signal that ends the work. Scopes were checked when it was asked for. */
  call: Call;
  steps: RunSteps;
  /** Notes how far it is. */
  tell(progress: T['progress']): Promise<void>;
}
