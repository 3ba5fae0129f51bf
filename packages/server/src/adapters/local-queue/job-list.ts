import { type Selectable, sql } from 'kysely';
import { olderThan } from '../../db/older-than.ts';
import type { Db } from '../../db/open-database.ts';
import type { JobState, JobsTables } from '../../db/tables/jobs-tables.ts';
import type { JobFilter, JobRecord, JobRecords } from '../../ports/job-queue.ts';

type JobRow = Selectable<JobsTables['jobs']>;

/** What a job's work tells of its workspace; jobs write it in either way. */
const workspace = sql<string | null>`coalesce(payload ->> '$.workspace_id', payload ->> '$.workspaceId')`;

/** The local queue's jobs, to be looked at. */
export class JobList {
  readonly #db: Db;
  readonly #maxAttempts: (kind: string) => number | undefined;

  constructor(parts: { db: Db; maxAttempts: (kind: string) => number | undefined }) {
    this.#db = parts.db;
    this.#maxAttempts = parts.maxAttempts;
  }

  async list({ limit, after, ...filter }: Parameters<JobRecords['list']>[0]): Promise<JobRecord[]> {
    let query = this.#filtered(filter);
    if (after) query = query.where(olderThan(after));
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => this.#toRecord(row));
  }

  async find(id: string): Promise<JobRecord | null> {
    const row = await this.#filtered({}).where('id', '=', id).executeTakeFirst();
    return row ? this.#toRecord(row) : null;
  }

  async counts(workspaceId: string | undefined): Promise<Record<'waiting' | 'running' | 'failed', number>> {
    const count = async (states: JobState[]) => {
      let query = this.#db
        .selectFrom('jobs')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('state', 'in', states);
      if (workspaceId !== undefined) query = query.where(workspace, '=', workspaceId);
      return Number((await query.executeTakeFirstOrThrow()).count);
    };
    return {
      waiting: await count(['waiting']),
      running: await count(['running']),
      failed: await count(['reporting', 'failed']),
    };
  }

  #filtered({ state, kind, workspaceId }: JobFilter) {
    let query = this.#db.selectFrom('jobs').selectAll().select(workspace.as('workspace_id'));
    if (state !== undefined) query = query.where('state', 'in', state === 'failed' ? ['reporting', 'failed'] : [state]);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (workspaceId !== undefined) query = query.where(workspace, '=', workspaceId);
    return query;
  }

  #toRecord(row: JobRow & { workspace_id: string | null }): JobRecord {
    const { message, code }: Record<string, unknown> = row.error === null ? {} : JSON.parse(row.error);
    const isWaiting = row.state === 'waiting';
    return {
      id: row.id,
      kind: row.kind,
      state: row.state === 'reporting' ? 'failed' : row.state,
      attempt: row.attempt,
      max_attempts: this.#maxAttempts(row.kind) ?? row.attempt,
      workspace_id: row.workspace_id,
      error: typeof message === 'string' ? message : null,
      error_code: typeof code === 'string' ? code : null,
      created_at: new Date(row.created_at).toISOString(),
      runs_at: isWaiting ? new Date(row.run_at).toISOString() : null,
      ended_at: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
      retryable: isWaiting,
      cursor: { createdAt: row.created_at, id: row.id },
    };
  }
}
