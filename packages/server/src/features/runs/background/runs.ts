import type { Db } from '../../../db/open-database.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Cursor } from '../../../lib/page.ts';
import { storeError } from '../../../lib/stored-error.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { LegalHolds } from '../../../ports/legal-holds.ts';
import type { Meter } from '../../../ports/meter.ts';
import type { Outbox } from '../webhooks/outbox.ts';
import { type RunChange, RunRepository } from './run-repository.ts';
import { RunRunner } from './run-runner.ts';
import { type RunName, RunStepRepository } from './run-step-repository.ts';
import type { Run, RunEnding, RunKind, RunTypes } from './run-types.ts';
import { RunWebhooks } from './run-webhooks.ts';

export interface RunsParts {
  db: Db;
  jobs: JobQueue;
  outbox: Pick<Outbox, 'add'>;
  clock: Clock;
  fetcher: Pick<GuardedFetcher, 'fetch' | 'check'>;
  /** Without it nothing is held. */
  holds?: LegalHolds;
  /** The installation's secrets, newest first. */
  secrets: readonly string[];
  /** A meter whose record is stored once, however often a run is taken up. */
  openMeter(run: Run, endpoint: string): Promise<Meter>;
}

/** What is stored of a run when it begins. */
type NewRun<T extends RunTypes> = Pick<Run<T>, 'id' | 'request' | 'progress'>;
type Caller = Pick<Call, 'workspaceId' | 'keyId' | 'keepsNothing' | 'userId'>;

const lookMs = 250;
const sweptAtOnce = 200;
/** A worker that was told of a cancellation charges the run long before. */
const settledWithinMs = 5 * 60_000;

/** The runs of one kind: started, looked up, watched, cancelled. The work itself is done by the job queue. */
export class Runs<T extends RunTypes> {
  readonly #parts: RunsParts;
  readonly #kind: RunKind<T>;
  readonly #repository: RunRepository<T>;
  readonly #runner: RunRunner<T>;
  readonly #webhooks: RunWebhooks<T>;

  /** Registers the kind with the job queue. */
  constructor(parts: RunsParts, kind: RunKind<T>) {
    const { db, jobs, outbox, clock, fetcher, secrets, openMeter } = parts;
    this.#parts = parts;
    this.#kind = kind;
    const repository = new RunRepository<T>({ db, kind: kind.name });
    this.#repository = repository;
    const steps = new RunStepRepository({ db });
    this.#runner = new RunRunner<T>({ kind, repository, steps, jobs, outbox, clock, openMeter });
    this.#webhooks = new RunWebhooks<T>({ repository, kind, fetcher, clock, secrets });
    jobs.register(this.#runner.jobKind);
    if (kind.told) jobs.register(this.#webhooks.kind);
  }

  /** Stores a run and puts it into the queue. What it uses is charged to it and no more to its call. */
  async start(run: NewRun<T> & { result?: T['result'] }, call: Caller & { meter?: Meter }): Promise<Run<T>> {
    const { id } = run;
    const { workspaceId } = call;
    const { labels } = call.meter ?? {};
    const request = labels ? { ...run.request, labels } : run.request;
    await this.#create({ ...run, request, status: 'queued', settledAt: null }, call);
    call.meter?.handOver();
    await this.#enqueue({ id, workspaceId });
    return this.get(workspaceId, id);
  }

  /** Stores a run whose caller waits for it and pays for it; with an ending, one that is over. */
  async put(run: NewRun<T> & { ending?: RunEnding; result?: T['result'] }, call: Caller): Promise<void> {
    const { ending = 'running', ...rest } = run;
    await this.#create({ ...rest, status: ending, settledAt: this.#parts.clock.now() }, call);
  }

  /** Ends a run whose caller waits for it. False when it had ended before. */
  end(run: RunName, to: RunEnding, change: Pick<RunChange<T>, 'result' | 'error'> = {}): Promise<boolean> {
    const finishedAt = this.#parts.clock.now();
    return this.#repository.move(run, to, { ...change, finishedAt, expiresAt: this.#expiry(finishedAt) });
  }

  find(workspaceId: string, id: string): Promise<Run<T> | null> {
    return this.#repository.find(workspaceId, id);
  }

  /** Throws what the kind throws when there is none of this id. */
  async get(workspaceId: string, id: string): Promise<Run<T>> {
    const run = await this.#repository.find(workspaceId, id);
    if (run) return run;
    throw this.#kind.missing(id);
  }

  /** Newest first. */
  list(workspaceId: string, query: { limit: number; after?: Cursor | undefined; since?: number }): Promise<Run<T>[]> {
    return this.#repository.list(workspaceId, query);
  }

  countOpen(workspaceId: string): Promise<number> {
    return this.#repository.countOpen(workspaceId);
  }

  /** Cancelling what has ended changes nothing. */
  async cancel(workspaceId: string, id: string): Promise<Run<T>> {
    const { jobs } = this.#parts;
    const run = await this.get(workspaceId, id);
    if (run.finishedAt !== null) return run;
    await this.#kind.keepResult?.(run);
    if (await this.end(run, 'cancelled')) {
      const isAtWork = (await jobs.find(id))?.state === 'running';
      await jobs.cancel(id);
      // Else its worker does so when it hears of it: it alone knows what was used until then.
      if (!isAtWork) await this.#runner.makeUp(run);
    }
    return this.get(workspaceId, id);
  }

  /** The run each time its progress changes, the last time when it has ended. A caller who leaves cancels it. */
  async *watch(id: string, { workspaceId, signal }: Pick<Call, 'workspaceId' | 'signal'>): AsyncGenerator<Run<T>> {
    let seen = '';
    try {
      for (;;) {
        const run = await this.get(workspaceId, id);
        const state = JSON.stringify([run.status, run.progress]);
        if (state !== seen) yield run;
        seen = state;
        if (run.finishedAt !== null) return;
        await this.#parts.clock.sleep(lookMs, signal);
      }
    } finally {
      if (signal.aborted) await this.cancel(workspaceId, id);
    }
  }

  /** Cancels it when it has not ended. Throws what the kind throws when there is none of this id, and `legal_hold` for one that is held. */
  async delete(workspaceId: string, id: string): Promise<void> {
    const run = await this.get(workspaceId, id);
    await this.#parts.holds?.refuse({ kind: 'run', workspaceId, id });
    await this.#remove(run);
  }

  /** Deletes what belongs to one of the workspace's own users. */
  async forgetUser(user: { workspaceId: string; userId: string }): Promise<void> {
    for (;;) {
      const found = await this.#repository.listOfUser(user, sweptAtOnce);
      for (const { workspaceId, id } of found) {
        const run = await this.find(workspaceId, id);
        if (run) await this.#remove(run);
      }
      if (found.length < sweptAtOnce) return;
    }
  }

  /** On behalf of the service itself. False where there is none of this kind. */
  async remove({ workspaceId, id }: RunName): Promise<boolean> {
    const run = await this.find(workspaceId, id);
    if (!run) return false;
    await this.#remove(run);
    return true;
  }

  async #remove(run: Run<T>): Promise<void> {
    if (run.finishedAt === null) await this.#parts.jobs.cancel(run.id);
    await this.#kind.forget?.(run);
    await this.#repository.delete(run);
  }

  /** Throws `url_not_allowed` for an address of a webhook that may not be called. */
  checkWebhook(url: string | null): void {
    this.#webhooks.check(url);
  }

  /** What the starter of a run is told besides, to check the signature of its webhook with. */
  secretFor({ request, workspaceId }: Run<T>): { webhook_secret?: string } {
    if ((request.webhookUrl ?? null) === null) return {};
    return { webhook_secret: this.#webhooks.secretOf(workspaceId) };
  }

  /** Puts every open run into the queue, where those that are in it already stay as they are; ends what nobody works on. */
  async recover(): Promise<void> {
    for (const run of await this.#repository.listOpen()) await this.#enqueue(run);
    await this.#endLost();
  }

  /** Ends what nobody works on any more, charges what a killed process left behind, and deletes what is over. */
  async sweep(): Promise<void> {
    const { clock } = this.#parts;
    await this.#endLost();
    const unsettled = await this.#repository.listUnsettled(clock.now() - settledWithinMs, sweptAtOnce);
    for (const run of unsettled) await this.#runner.makeUp(run);
    for (;;) {
      const expired = await this.#repository.listExpired(clock.now(), sweptAtOnce);
      for (const run of expired) {
        await this.#kind.forget?.(run);
        await this.#repository.delete(run);
      }
      if (expired.length < sweptAtOnce) return;
    }
  }

  /** A caller's request must have ended long ago, so its process was killed. */
  async #endLost(): Promise<void> {
    const { awaited } = this.#kind;
    if (!awaited) return;
    const lost = await this.#repository.listAwaited(this.#parts.clock.now() - awaited.longestMs);
    for (const run of lost) await this.end(run, 'failed', { error: storeError(awaited.lost) });
  }

  async #create(
    run: NewRun<T> & { result?: T['result']; status: Run['status']; settledAt: number | null },
    { workspaceId, keyId, keepsNothing, userId = null }: Caller,
  ): Promise<void> {
    if (keepsNothing) {
      throw new AppError(
        'invalid_request',
        'This work is kept while it goes on and to be read afterwards, and this call or its key says that nothing is (store: false)',
        { title: 'store is not valid', param: 'store' },
      );
    }
    const now = this.#parts.clock.now();
    const isOver = run.status !== 'queued' && run.status !== 'running';
    await this.#repository.create({
      ...run,
      workspaceId,
      keyId,
      userId,
      result: run.result ?? null,
      createdAt: now,
      startedAt: run.status === 'queued' ? null : now,
      finishedAt: isOver ? now : null,
      expiresAt: isOver ? this.#expiry(now) : null,
    });
  }

  async #enqueue({ id, workspaceId }: RunName): Promise<void> {
    await this.#parts.jobs.enqueue(this.#kind.job, { workspaceId, runId: id }, { id });
  }

  #expiry(finishedAt: number): number | null {
    return this.#kind.keptMs === null ? null : finishedAt + this.#kind.keptMs;
  }
}
