import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@parley/contract';
import type { PgBoss } from 'pg-boss';
import { throwUnreachable } from '../../db/unreachable-database.ts';
import { usualLosses, WorkLoop } from '../../jobs/work-loop.ts';
import type { JobKind, JobQueue, JobRecords } from '../../ports/job-queue.ts';
import { type BossClaim, BossClaims, type BossData, failedQueue } from './boss-claims.ts';
import { BossList } from './boss-list.ts';

export interface PgBossOptions {
  /** PostgreSQL address. */
  url: string;
  /** Schema of pg-boss's tables. Default `parley_jobs`. */
  schema?: string;
  /** A job whose process has not been heard of for so long is taken over. At least 10. Default 20. */
  leaseSeconds?: number;
  /** How often leases and deadlines are looked at. Default 10. */
  superviseSeconds?: number;
}

const defaultGraceMs = 10_000;
const pollMs = 1000;
const renewMs = 3000;
const connections = 3;
const connectTimeoutMs = 8_000;
const answerTimeoutMs = 15_000;
const keepEndedSeconds = 7 * 24 * 60 * 60;
const longestWaitSeconds = 30 * 24 * 60 * 60;
const longestRunSeconds = 24 * 60 * 60 - 1;

interface Started {
  boss: PgBoss;
  claims: BossClaims;
  list: BossList;
  loop: WorkLoop<BossClaim>;
}

/** Jobs in PostgreSQL through pg-boss: any number of processes enqueue and work. */
export class PgBossJobQueue implements JobQueue {
  readonly #options: Required<PgBossOptions>;
  readonly #kinds = new Map<string, JobKind>();
  readonly #queues = new Map<string, Promise<void>>();
  #started: Promise<Started> | null = null;

  constructor(options: PgBossOptions) {
    this.#options = { schema: 'parley_jobs', leaseSeconds: 20, superviseSeconds: 10, ...options };
  }

  register<Payload extends JsonObject>(kind: JobKind<Payload>): void {
    this.#kinds.set(kind.name, kind);
  }

  async enqueue(kind: string, payload: JsonObject, options: { id?: string; delayMs?: number } = {}): Promise<string> {
    const known = this.#kinds.get(kind);
    if (!known) throw new Error(`no job kind ${kind} is registered`);
    const id = options.id ?? randomUUID();
    await this.#enqueue(known, { id, payload, delayMs: options.delayMs ?? 0 }).catch(throwUnreachable);
    return id;
  }

  async #enqueue(
    { name: kind, deadlineMs }: JobKind,
    { id, payload, delayMs }: { id: string; payload: JsonObject; delayMs: number },
  ): Promise<void> {
    const { boss, loop } = await this.#open();
    await this.#queueOf(boss, kind);
    const data: BossData = { id, kind, payload, deadlineAt: Date.now() + deadlineMs };
    // The queue is `exclusive`: a second job with the key of one that waits or runs is not added.
    await boss.send(kind, data, {
      singletonKey: id,
      ...(delayMs > 0 && { startAfter: new Date(Date.now() + delayMs).toISOString() }),
    });
    loop.wake();
  }

  async cancel(id: string): Promise<boolean> {
    return this.#cancel(id).catch(throwUnreachable);
  }

  async #cancel(id: string): Promise<boolean> {
    const { boss, claims, loop } = await this.#open();
    for (const kind of this.#kinds.keys()) {
      await this.#queueOf(boss, kind);
      const jobs = await boss.findJobs(kind, { key: id });
      const open = jobs.filter(({ state }) => state === 'created' || state === 'retry' || state === 'active');
      if (open.length === 0) continue;
      await boss.cancel(
        kind,
        open.map((job) => job.id),
      );
      const after = await boss.findJobs(kind, { key: id });
      if (!after.some((job) => job.state === 'cancelled' && open.some((one) => one.id === job.id))) continue;
      loop.abortCancelled(id);
      await claims.empty(open.map((job) => job.id));
      return true;
    }
    return false;
  }

  async end(id: string, reason: Error): Promise<boolean> {
    const { claims, list, loop } = await this.#open().catch(throwUnreachable);
    const open = await list.open(id).catch(throwUnreachable);
    const hasEnded = open !== null && (await claims.end(open, reason).catch(throwUnreachable));
    if (hasEnded) {
      loop.abortCancelled(id);
      loop.wake();
    }
    return hasEnded;
  }

  async hurry(id: string): Promise<boolean> {
    const { list, loop } = await this.#open().catch(throwUnreachable);
    const isWaiting = await list.hurry(id).catch(throwUnreachable);
    if (isWaiting) loop.wake();
    return isWaiting;
  }

  async list(filter: Parameters<JobRecords['list']>[0]): ReturnType<JobRecords['list']> {
    const { list } = await this.#open().catch(throwUnreachable);
    return list.list(filter).catch(throwUnreachable);
  }

  async find(id: string): ReturnType<JobRecords['find']> {
    const { list } = await this.#open().catch(throwUnreachable);
    return list.find(id).catch(throwUnreachable);
  }

  async counts(workspaceId: string | undefined): ReturnType<JobRecords['counts']> {
    const { list } = await this.#open().catch(throwUnreachable);
    return list.counts(workspaceId).catch(throwUnreachable);
  }

  kinds(): string[] {
    return [...this.#kinds.keys()].sort();
  }

  async start(): Promise<void> {
    const { boss, loop } = await this.#open();
    await Promise.all([...this.#kinds.keys()].map((kind) => this.#queueOf(boss, kind)));
    loop.start();
  }

  async depth(): Promise<number> {
    const { boss } = await this.#open();
    const { rows } = await boss
      .getDb()
      .executeSql(`SELECT count(*)::int AS count FROM ${this.#options.schema}.job WHERE state <= 'active'`);
    return Number(rows[0]?.count ?? 0);
  }

  async check(): Promise<void> {
    const { boss } = await this.#open();
    await boss.getDb().executeSql('SELECT 1');
  }

  async close(graceMs = defaultGraceMs): Promise<void> {
    const started = await this.#started;
    if (!started) return;
    await started.loop.close(graceMs);
    await started.boss.stop({ graceful: false, close: true });
  }

  /** Lets go of everything without a word, as a killed process does. For tests. */
  async abandon(): Promise<void> {
    const started = await this.#started;
    started?.loop.abandon();
    await started?.boss.stop({ graceful: false, close: true });
  }

  #open(): Promise<Started> {
    this.#started ??= this.#connect().catch((error: unknown) => {
      this.#started = null;
      throw error;
    });
    return this.#started;
  }

  async #connect(): Promise<Started> {
    const { url, schema, superviseSeconds } = this.#options;
    const library = await import('pg-boss');
    const boss = new library.PgBoss({
      connectionString: withTimeLimit(url),
      connectionTimeoutMillis: connectTimeoutMs,
      schema,
      max: connections,
      schedule: false,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
    });
    // Lost connections come back by themselves; without a listener they would end the process.
    boss.on('error', () => {});
    await boss.start();
    await boss.createQueue(failedQueue, { ...this.#lease(), retryLimit: 1000, retryDelay: 5 });
    const claims = new BossClaims({ boss, schema });
    await claims.empty(null);
    const list = new BossList({ boss, schema, maxAttempts: (kind) => this.#kinds.get(kind)?.maxAttempts });
    return { boss, claims, list, loop: new WorkLoop(claims, this.#kinds, { pollMs, renewMs }) };
  }

  /** Makes the queue of a kind, or brings its settings up to date, once. */
  #queueOf(boss: PgBoss, name: string): Promise<void> {
    const kind = this.#kinds.get(name);
    if (!kind) return Promise.reject(new Error(`no job kind ${name} is registered`));
    const settings = {
      ...this.#lease(),
      // pg-boss counts every time that a job is taken; which of them were attempts is counted in `BossData`.
      retryLimit: kind.maxAttempts - 1 + (kind.maxLosses ?? usualLosses),
      retryDelay: Math.ceil(kind.backoffMs / 1000),
    };
    const known = this.#queues.get(name);
    if (known) return known;
    const made = (async () => {
      await boss.createQueue(name, { ...settings, policy: 'exclusive', deadLetter: failedQueue });
      await boss.updateQueue(name, settings);
    })().catch((error: unknown) => {
      // A server that is away for a moment must not spoil the queue for good.
      this.#queues.delete(name);
      throw error;
    });
    this.#queues.set(name, made);
    return made;
  }

  #lease() {
    return {
      heartbeatSeconds: this.#options.leaseSeconds,
      expireInSeconds: longestRunSeconds,
      retentionSeconds: longestWaitSeconds,
      deleteAfterSeconds: keepEndedSeconds,
    };
  }
}

/** `pg` takes the limit on the time of an answer from the address, where pg-boss has no setting for it. */
function withTimeLimit(address: string): string {
  const url = new URL(address);
  url.searchParams.set('query_timeout', String(answerTimeoutMs));
  return url.href;
}
