import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@parley/contract';
import type { Db } from '../../db/open-database.ts';
import { usualLosses, WorkLoop } from '../../jobs/work-loop.ts';
import type { JobKind, JobQueue, JobRecords } from '../../ports/job-queue.ts';
import { JobList } from './job-list.ts';
import { type JobClaim, JobRepository } from './job-repository.ts';

const defaultGraceMs = 10_000;
/** New work wakes the loop and due times are known, so this only catches leases that ran out. */
const pollMs = 10_000;
const renewMs = 5000;

/** Jobs in a table, worked off in this process: the default, for one process on one database. */
export class LocalJobQueue implements JobQueue {
  readonly #kinds = new Map<string, JobKind>();
  readonly #jobs: JobRepository;
  readonly #list: JobList;
  readonly #loop: WorkLoop<JobClaim>;

  constructor(options: { db: Db }) {
    this.#jobs = new JobRepository({ db: options.db, maxLosses: (kind) => this.#kind(kind).maxLosses ?? usualLosses });
    this.#list = new JobList({ db: options.db, maxAttempts: (kind) => this.#kinds.get(kind)?.maxAttempts });
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

  async end(id: string, reason: Error): Promise<boolean> {
    const hasEnded = await this.#jobs.end(id, reason);
    if (hasEnded) {
      this.#loop.abortCancelled(id);
      this.#loop.wake();
    }
    return hasEnded;
  }

  async hurry(id: string): Promise<boolean> {
    const isWaiting = await this.#jobs.hurry(id);
    if (isWaiting) this.#loop.wake();
    return isWaiting;
  }

  list(filter: Parameters<JobRecords['list']>[0]): ReturnType<JobRecords['list']> {
    return this.#list.list(filter);
  }

  find(id: string): ReturnType<JobRecords['find']> {
    return this.#list.find(id);
  }

  counts(workspaceId: string | undefined): ReturnType<JobRecords['counts']> {
    return this.#list.counts(workspaceId);
  }

  kinds(): string[] {
    return [...this.#kinds.keys()].sort();
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
