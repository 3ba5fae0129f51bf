import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@parley/contract';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/open-database.ts';
import type { JobState, JobsTables } from '../../db/tables/jobs-tables.ts';
import type { Claim, ClaimStore } from '../../jobs/work-loop.ts';
import { jobEndings, keptReason, restoreError, storeError } from '../../lib/stored-error.ts';

export interface JobClaim extends Claim {
  lease: string;
}

type JobRow = Selectable<JobsTables['jobs']>;

const leaseMs = 30_000;
const terminalStates: JobState[] = ['completed', 'failed', 'cancelled'];
/** What a job stood for goes with its end: the row stays for its id, its times, and the kind of its failure. */
const emptied = { payload: '{}', error: null };
const keepEndedMs = 7 * 24 * 60 * 60 * 1000;

/** The table of the local queue. Each move is one statement that names the lease, so a stale claim changes nothing. */
export class JobRepository implements ClaimStore<JobClaim> {
  readonly #db: Db;
  readonly #maxLosses: (kind: string) => number;

  constructor(options: { db: Db; maxLosses: (kind: string) => number }) {
    this.#db = options.db;
    this.#maxLosses = options.maxLosses;
  }

  async add(job: { id: string; kind: string; payload: JsonObject; runAt: number; deadlineAt: number }): Promise<void> {
    const row = {
      id: job.id,
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      state: 'waiting' as const,
      attempt: 0,
      losses: 0,
      run_at: job.runAt,
      lease: null,
      lease_until: null,
      deadline_at: job.deadlineAt,
      error: null,
      created_at: Date.now(),
      ended_at: null,
    };
    await this.#db
      .insertInto('jobs')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('jobs.state', 'in', terminalStates))
      .execute();
  }

  async claim(free: ReadonlyMap<string, number>): Promise<{ claims: JobClaim[]; nextAt: number | null }> {
    const now = Date.now();
    await this.#endOverdue(now);
    const claims: JobClaim[] = [];
    const kinds = await this.#dueKinds(
      [...free].filter(([, count]) => count > 0).map(([kind]) => kind),
      now,
    );
    for (const kind of kinds) {
      const count = free.get(kind) ?? 0;
      const due = this.#db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', kind)
        .where(isOpen)
        .where('run_at', '<=', now)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', now)]))
        .orderBy('run_at')
        .orderBy('created_at')
        .limit(count);
      const rows = await this.#db
        .updateTable('jobs')
        .set({
          state: sql<JobState>`case when state = 'waiting' then 'running' else state end`,
          attempt: sql<number>`case when state = 'waiting' then attempt + 1 else attempt end`,
          lease: randomUUID(),
          lease_until: now + leaseMs,
        })
        .where('id', 'in', due)
        .returningAll()
        .execute();
      for (const row of rows) claims.push(toClaim(row));
    }
    return { claims, nextAt: await this.#nextAt(free) };
  }

  /** One look instead of one write for each kind, most of which have nothing to do. */
  async #dueKinds(kinds: readonly string[], now: number): Promise<string[]> {
    if (kinds.length === 0) return [];
    const { rows } = await sql<{ kind: string }>`
      select kind from (${namedKinds(kinds)}) as named
      where exists (select 1 from jobs where jobs.kind = named.kind and ${isOpen} and run_at <= ${now})`.execute(
      this.#db,
    );
    return rows.map(({ kind }) => kind);
  }

  async complete(claim: JobClaim): Promise<void> {
    await this.#move(claim, 'running', { state: 'completed', ended_at: Date.now(), ...emptied });
  }

  async reschedule(claim: JobClaim, options: { delayMs: number; countsAsAttempt: boolean }): Promise<void> {
    await this.#move(claim, claim.isReport ? 'reporting' : 'running', {
      state: claim.isReport ? 'reporting' : 'waiting',
      run_at: Date.now() + options.delayMs,
      attempt: options.countsAsAttempt || claim.isReport ? claim.attempt : claim.attempt - 1,
    });
  }

  async fail(claim: JobClaim, error: unknown): Promise<void> {
    await this.#move(claim, 'running', {
      state: 'reporting',
      run_at: Date.now(),
      error: JSON.stringify(storeError(error)),
    });
  }

  async reported(claim: JobClaim): Promise<void> {
    await this.#move(claim, 'reporting', {
      state: 'failed',
      ended_at: Date.now(),
      ...emptied,
      error: JSON.stringify(keptReason(claim.error)),
    });
  }

  async renew(claims: readonly JobClaim[]): Promise<JobClaim[]> {
    const kept = await this.#db
      .updateTable('jobs')
      .set({ lease_until: Date.now() + leaseMs })
      .where(
        'id',
        'in',
        claims.map(({ id }) => id),
      )
      .where(
        'lease',
        'in',
        claims.map(({ lease }) => lease),
      )
      .where('state', 'in', ['running', 'reporting'])
      .returning(['id', 'lease'])
      .execute();
    return claims.filter((claim) => !kept.some(({ id, lease }) => id === claim.id && lease === claim.lease));
  }

  async cancel(id: string): Promise<boolean> {
    const cancelled = await this.#db
      .updateTable('jobs')
      .set({ state: 'cancelled', lease: null, lease_until: null, ended_at: Date.now(), ...emptied })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .returning('id')
      .execute();
    return cancelled.length > 0;
  }

  async hurry(id: string): Promise<boolean> {
    const hurried = await this.#db
      .updateTable('jobs')
      .set({ run_at: Date.now() })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning('id')
      .execute();
    return hurried.length > 0;
  }

  /** Failed, and yet to be told of. */
  async end(id: string, reason: Error): Promise<boolean> {
    const error = JSON.stringify(storeError(reason));
    const ended = await this.#db
      .updateTable('jobs')
      .set({ state: 'reporting', run_at: Date.now(), lease: null, lease_until: null, error })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .returning('id')
      .execute();
    return ended.length > 0;
  }

  /** Jobs that a dead process held; only right when no other process works on this table. */
  async takeBack(): Promise<void> {
    await this.#db.updateTable('jobs').set({ lease_until: 0 }).where('lease_until', 'is not', null).execute();
    await this.#db
      .deleteFrom('jobs')
      .where('state', 'in', terminalStates)
      .where('ended_at', '<', Date.now() - keepEndedMs)
      .execute();
  }

  async depth(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('jobs')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('state', 'in', ['waiting', 'running', 'reporting'])
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async check(): Promise<void> {
    await this.#db.selectFrom('jobs').select('id').limit(1).execute();
  }

  /** Leases that ran out go back to waiting without an attempt, or fail when they did so too often; so do jobs past their deadline. */
  async #endOverdue(now: number): Promise<void> {
    const expired = await this.#db
      .selectFrom('jobs')
      .select(['id', 'kind', 'losses', 'lease', 'deadline_at'])
      .where('state', '=', 'running')
      .where('lease_until', '<=', now)
      .execute();
    for (const job of expired) {
      const isOver = job.losses >= this.#maxLosses(job.kind) || job.deadline_at <= now;
      const error = { message: jobEndings.lost };
      await this.#db
        .updateTable('jobs')
        .set({
          state: isOver ? 'reporting' : 'waiting',
          run_at: now,
          lease: null,
          lease_until: null,
          losses: job.losses + 1,
          ...(!isOver && { attempt: sql<number>`attempt - 1` }),
          ...(isOver && { error: JSON.stringify(error) }),
        })
        .where('id', '=', job.id)
        .where('state', '=', 'running')
        .where('lease', '=', job.lease)
        .execute();
    }
    const late = { message: jobEndings.late };
    await this.#db
      .updateTable('jobs')
      .set({ state: 'reporting', run_at: now, error: JSON.stringify(late) })
      .where('state', '=', 'waiting')
      .where('deadline_at', '<=', now)
      .execute();
  }

  async #nextAt(free: ReadonlyMap<string, number>): Promise<number | null> {
    const open = [...free].filter(([, count]) => count > 0).map(([kind]) => kind);
    if (open.length === 0) return null;
    const { rows } = await sql<{ next: number | null }>`
      select min(first) as next from (
        select (
          select run_at from jobs where jobs.kind = named.kind and ${isOpen} and lease is null order by run_at limit 1
        ) as first from (${namedKinds(open)}) as named
      ) as firsts`.execute(this.#db);
    const next = rows[0]?.next ?? null;
    return next === null ? null : Number(next);
  }

  async #move(claim: JobClaim, from: JobState, to: Partial<JobRow>): Promise<void> {
    await this.#db
      .updateTable('jobs')
      .set({ ...to, lease: null, lease_until: null })
      .where('id', '=', claim.id)
      .where('lease', '=', claim.lease)
      .where('state', '=', from)
      .execute();
  }
}

/** Written out, so that it is seen to be the condition of the index `jobs_open`: nothing here goes through all that wait. */
const isOpen = sql<SqlBool>`state in ('waiting', 'reporting')`;

const namedKinds = (kinds: readonly string[]) =>
  sql.join(
    kinds.map((kind) => sql`select cast(${kind} as text) as kind`),
    sql` union all `,
  );

function toClaim(row: JobRow): JobClaim {
  const error = row.error === null ? null : JSON.parse(row.error);
  return {
    id: row.id,
    kind: row.kind,
    payload: JSON.parse(row.payload),
    attempt: row.attempt,
    deadlineAt: row.deadline_at,
    isReport: row.state === 'reporting',
    error: restoreError(isJsonObject(error) ? error : {}),
    lease: row.lease ?? '',
  };
}
