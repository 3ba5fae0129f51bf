import { isJsonObject } from '@parley/contract';
import { sql } from 'kysely';
import type { Database } from '../../../db/open-database.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';

interface OpenJob {
  id: string;
  kind: string;
  payload: string;
  run_at: number;
  deadline_at: number;
}

/** They hold until the first start, which says for each kind how it is worked off. */
const usual = { concurrency: 1, maxAttempts: 5, backoffMs: 1000 };
const leastMs = 60_000;

/** Puts the jobs that wait or run into another queue. One that is there already is not added again. Gives their number. */
export async function moveJobs(from: Pick<Database, 'db' | 'dialect'>, to: JobQueue): Promise<number> {
  const jobs = await openJobs(from);
  const unread = async () => {
    throw new Error('jobs are not worked off while they are moved');
  };
  for (const { id, kind: name, payload, run_at, deadline_at } of jobs) {
    const parsed: unknown = JSON.parse(payload);
    if (!isJsonObject(parsed)) throw new Error(`the job ${id} has a payload that cannot be read`);
    const now = Date.now();
    // Registered for each, since each has a deadline of its own.
    to.register({ ...usual, name, deadlineMs: Math.max(leastMs, deadline_at - now), run: unread, onFailed: unread });
    await to.enqueue(name, parsed, { id, delayMs: Math.max(0, run_at - now) });
  }
  return jobs.length;
}

async function openJobs({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<OpenJob[]> {
  if (dialect === 'sqlite') {
    return db
      .selectFrom('jobs')
      .select(['id', 'kind', 'payload', 'run_at', 'deadline_at'])
      .where('state', 'in', ['waiting', 'running', 'reporting'])
      .execute();
  }
  const { rows: found } = await sql<{
    there: string | null;
  }>`select to_regclass('parley_jobs.job')::text as there`.execute(db);
  if (!found[0]?.there) return [];
  const { rows } = await sql<OpenJob>`
    select data ->> 'id' as id, data ->> 'kind' as kind, (data -> 'payload')::text as payload,
      floor(extract(epoch from start_after) * 1000)::float8 as run_at, (data ->> 'deadlineAt')::float8 as deadline_at
    from parley_jobs.job where state < 'completed' and name <> 'failed' and data -> 'payload' is not null`.execute(db);
  return rows;
}
