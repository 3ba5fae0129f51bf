import { errorCatalogue, type JsonObject } from '@parley/contract';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import { restoreError, storeError } from '../../../lib/stored-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Job, JobKind, JobQueue } from '../../../ports/job-queue.ts';
import type { Consumption, Meter, ToldProblem } from '../../../ports/meter.ts';
import type { Outbox } from '../webhooks/outbox.ts';
import { ProgressWriter } from './progress-writer.ts';
import type { RunRepository } from './run-repository.ts';
import type { RunName, RunStepRepository } from './run-step-repository.ts';
import { RunSteps } from './run-steps.ts';
import type { Run, RunEnding, RunKind, RunTypes } from './run-types.ts';
import type { RunPayload } from './run-webhooks.ts';

export interface RunRunnerParts<T extends RunTypes> {
  kind: RunKind<T>;
  repository: RunRepository<T>;
  steps: RunStepRepository;
  jobs: JobQueue;
  outbox: Pick<Outbox, 'add'>;
  clock: Clock;
  /** A meter whose record is stored once, however often a run is taken up. */
  openMeter(run: Run<T>, endpoint: string): Promise<Meter>;
}

/** Of the ledger: the answer to the call was given away by its caller. */
const cancelledStatus = errorCatalogue.research_cancelled.status;

/** Works off the runs of one kind from the job queue, and does what follows the end of each. */
export class RunRunner<T extends RunTypes> {
  readonly #parts: RunRunnerParts<T>;

  constructor(parts: RunRunnerParts<T>) {
    this.#parts = parts;
  }

  get jobKind(): JobKind<RunPayload> {
    const { job, concurrency, maxAttempts, backoffMs, deadlineMs } = this.#parts.kind;
    return {
      name: job,
      concurrency,
      maxAttempts,
      backoffMs,
      deadlineMs,
      run: (given) => this.#work(given),
      onFailed: async ({ id, payload: { workspaceId = '' } }, error) => {
        const run = await this.#parts.repository.find(workspaceId, id);
        if (run) await this.#end(run, 'failed', { error: this.#told(error) });
      },
    };
  }

  /** Charges a run that has ended, tidies up after it and tells of its end, unless that was done before. */
  async makeUp({ id, workspaceId }: RunName, open?: Meter): Promise<void> {
    const run = await this.#parts.repository.find(workspaceId, id);
    if (!run || run.finishedAt === null || run.settledAt !== null) return;
    await this.#charge(run, open);
    await this.#follow(run);
  }

  async #work({ id, payload: { workspaceId = '' }, attempt, signal }: Job<RunPayload>): Promise<void> {
    const { kind, repository, steps: stored, clock } = this.#parts;
    const found = await repository.find(workspaceId, id);
    if (!found) return;
    const startedAt = found.startedAt ?? clock.now();
    // Ended before this process was told so.
    if (!(await repository.move(found, 'running', { startedAt }))) return this.makeUp(found);
    const run: Run<T> = { ...found, status: 'running', startedAt };
    const meter = await this.#openMeter(run);
    const steps = await RunSteps.open({ repository: stored, run, clock, trace: meter.trace });
    const used: Consumption[] = [];
    const { progressMs: everyMs } = kind;
    const progress = new ProgressWriter<T['progress']>({
      clock,
      everyMs,
      write: (one) => repository.setProgress(run, one),
    });
    try {
      const call = callOf(run, { endpoint: kind.endpoint ?? kind.job, meter: collecting(meter, used), signal });
      const tell = (one: T['progress']) => progress.tell(one);
      const result = await kind.work(run, { call, steps, tell }).finally(async () => {
        await progress.flush();
        // Stored before the end: whoever takes the run up after a kill charges it too.
        await steps.addLoss(...used);
      });
      await this.#end(run, 'completed', { result }, meter);
    } catch (error) {
      if (signal.aborted) {
        // When it was cancelled, its worker alone knows what was used until now.
        await this.makeUp(run, meter);
        throw error;
      }
      const { retry } = kind;
      if (!retry || (retry.isLater(error) && (await steps.addFailure(attempt)) < retry.mostFailures)) throw error;
      await this.#end(run, 'failed', { error: this.#told(error) }, meter);
    } finally {
      // A run that goes on later holds again what it needs then.
      meter.handOver();
      await meter.settle({ status: 200, isStreamed: false });
      if (!(await repository.find(workspaceId, id))) await kind.forget?.(run);
    }
  }

  /** Charged before it can be seen, so that whoever sees the end sees what it cost. */
  async #end(
    run: Run<T>,
    to: RunEnding,
    change: { result?: T['result'] | null; error?: JsonObject },
    open?: Meter,
  ): Promise<void> {
    const { kind, repository, clock } = this.#parts;
    const finishedAt = clock.now();
    await kind.keepResult?.(run);
    // Somebody else may have ended it meanwhile; then what follows is made up for as that end asks.
    const now = await repository.find(run.workspaceId, run.id);
    if (now?.finishedAt === null) {
      const ended: Run<T> = { ...run, ...change, status: to, finishedAt };
      await this.#charge(ended, open);
      const expiresAt = kind.keptMs === null ? null : finishedAt + kind.keptMs;
      if (await repository.move(run, to, { ...change, finishedAt, expiresAt })) return this.#follow(ended);
    }
    await this.makeUp(run, open);
  }

  async #charge(run: Run<T>, open?: Meter): Promise<void> {
    const { kind, steps, clock } = this.#parts;
    const meter = open ?? (await this.#openMeter(run));
    const used = kind.used
      ? await kind.used(run)
      : (await RunSteps.open({ repository: steps, run, clock })).consumption;
    for (const one of used) meter.add(one);
    await meter.settle({ status: statusOf(run), isStreamed: false, errorCode: codeOf(run), problem: problemOf(run) });
  }

  async #follow(run: Run<T>): Promise<void> {
    const { kind, repository, jobs, outbox, clock } = this.#parts;
    const { id, workspaceId } = run;
    await kind.tidy?.(run);
    if (isEnding(run.status)) {
      const data = { run: { id, kind: kind.name, status: run.status, error: run.error } };
      await outbox.add({ id: `run-${id}`, workspaceId, event: `run.${run.status}`, data });
    }
    if (kind.told && (run.request.webhookUrl ?? null) !== null) {
      const payload: RunPayload = { workspaceId, runId: id };
      await jobs.enqueue(`${kind.name}-webhook`, payload, { id: `${id}-webhook` });
    }
    await repository.setSettled(run, clock.now());
  }

  async #openMeter(run: Run<T>): Promise<Meter> {
    const { kind, openMeter } = this.#parts;
    return kind.endpoint === null ? unmetered : openMeter(run, kind.endpoint);
  }

  #told(error: unknown): JsonObject {
    return isAppError(error) ? storeError(error) : this.#parts.kind.failure;
  }
}

const isEnding = (status: Run['status']): status is RunEnding =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

function statusOf({ status, error }: Run): number {
  if (status === 'cancelled') return cancelledStatus;
  if (status !== 'failed') return 200;
  const failure = error && restoreError(error);
  return failure instanceof AppError ? failure.status : 500;
}

function problemOf({ status, error }: Run): ToldProblem | undefined {
  if (status !== 'failed' || typeof error?.message !== 'string') return undefined;
  return { message: error.message };
}

function codeOf({ status, error }: Run): string | null {
  if (status !== 'failed') return null;
  const failure = error && restoreError(error);
  return failure instanceof AppError ? failure.code : 'internal_error';
}

function callOf(
  { workspaceId, keyId, request }: Run,
  { endpoint, meter, signal }: Pick<Call, 'endpoint' | 'meter' | 'signal'>,
): Call {
  const { requestId, origin = '' } = request;
  // What it may ask, of which models and whether the web, was looked at when it was accepted.
  const none = { scopes: [], confirmChanges: 'always', models: null, mayAskWeb: true, address: '' } as const;
  return { requestId, endpoint, workspaceId, keyId, ...none, origin, meter, signal };
}

/** Holds with the run's meter, and notes what was used instead of charging it: the end charges all attempts at once. */
function collecting(meter: Meter, used: Consumption[]): Meter {
  return {
    trace: meter.trace,
    reserve: (estimate) => meter.reserve(estimate),
    add: (one) => void used.push(one),
    handOver: () => {},
    settle: async () => {},
  };
}

/** Of work that is free. */
const unmetered: Meter = {
  trace: { engine: null, attempts: 0, firstTokenMs: null, attempt: () => {}, asks: () => {}, answeredBy: () => {} },
  reserve: async () => {},
  add: () => {},
  handOver: () => {},
  settle: async () => {},
};
