import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@parley/contract';
import type { Db } from '../../db/open-database.ts';
import { WorkLoop } from '../../jobs/work-loop.ts';
import type { JobKind, JobQueue } from '../../ports/job-queue.ts';
import { type JobClaim, JobRepository } from './job-repository.ts';

const defaultGraceMs = 10_000;
/** New work wakes the loop and due times are known, so this only catches leases that ran out. */
const pollMs = 10_000;
const renewMs = 5000;

/** Jobs in a table, worked off in this process: the default, for one process on one database. */
export class LocalJobQueue implements JobQueue {
  readonly #kinds = new Map<string, JobKind>();
  readonly #jobs: JobRepository;
  readonly #loop: WorkLoop<JobClaim>;

  constructor(options: { db: Db }) {
    this.#jobs = new JobRepository({ db: options.db, maxAttempts: (kind) => this.#kind(kind).maxAttempts });
    this.#loop = new WorkLoop(this.#jobs, this.#kinds, { pollMs, renewMs });
  }

  register<Payload extends JsonObject>(kind: JobKind<Payload>): void {
    this.#kinds.set(kind.name, kind);
  }

  async enqueue(kind: string, payload: JsonObject, options: { id?: string; delayMs?: number } = {}): Promise<string> {
    const { deadlineMs } = this.#kind(kind);
    const id = options.id ?? randomUUID();
    const now = Date.now();
    await this.#jobs.add({ id, kind, payload, runAt: now + (options.delayMs ?? 0), deadlineAt: now + deadlineMs });
    this.#loop.wake();
    return id;
  }

  async cancel(id: string): Promise<boolean> {
    const isCancelled = await this.#jobs.cancel(id);
    if (isCancelled) this.#loop.abortCancelled(id);
    return isCancelled;
  }

  async start(): Promise<void> {
    await this.#jobs.takeBack();
    this.#loop.start();
  }

  depth(): Promise<number> {
    return this.#jobs.depth();
  }

  check(): Promise<void> {
    return this.#jobs.check();
  }

  close(graceMs = defaultGraceMs): Promise<void> {
    return this.#loop.close(graceMs);
  }

  /** Lets go of everything without a word, as a killed process does. For tests. */
  abandon(): void {
    this.#loop.abandon();
  }

  #kind(name: string): JobKind {
    const kind = this.#kinds.get(name);
    if (!kind) throw new Error(`no job kind ${name} is registered`);
    return kind;
  }
}
