import type { PgBoss } from 'pg-boss';
import type { JobFilter, JobRecord, JobRecords } from '../../ports/job-queue.ts';
import { failedQueue } from './boss-claims.ts';

/** A row of ours, with times in milliseconds. */
interface BossRow {
  boss_id: string;
  id: string;
  kind: string;
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  attempt: number;
  workspace_id: string | null;
  error: string | null;
  error_code: string | null;
  created_at: number;
  run_at: number;
  ended_at: number | null;
}

const states = {
  waiting: ['created', 'retry'],
  running: ['active'],
  failed: ['failed'],
  completed: ['completed'],
  cancelled: ['cancelled'],
} as const;
const names = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  failed: 'failed',
  completed: 'completed',
  cancelled: 'cancelled',
} as const;
const workspace = `coalesce(data #>> '{payload,workspace_id}', data #>> '{payload,workspaceId}')`;
const msOf = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
/** The copies of failed jobs that wait to be told of, and pg-boss's own, are not jobs of ours. */
const ours = `name <> '${failedQueue}' AND data ? 'kind'`;

/** Jobs in pg-boss's tables, to be looked at. */
export class BossList {
  readonly #boss: PgBoss;
  readonly #schema: string;
  readonly #maxAttempts: (kind: string) => number | undefined;

  constructor(parts: { boss: PgBoss; schema: string; maxAttempts: (kind: string) => number | undefined }) {
    this.#boss = parts.boss;
    this.#schema = parts.schema;
    this.#maxAttempts = parts.maxAttempts;
  }

  async list({ limit, after, ...filter }: Parameters<JobRecords['list']>[0]): Promise<JobRecord[]> {
    const rows = await this.#select(
      filter,
      `($4::float8 IS NULL OR (${msOf('created_on')}, id::text) < ($4::float8, $5::text))`,
      [after?.createdAt ?? null, after?.id ?? null, limit],
      'LIMIT $6',
    );
    return rows.map((row) => this.#toRecord(row));
  }

  async find(id: string): Promise<JobRecord | null> {
    const [row] = await this.#select({}, 'singleton_key = $4', [id], 'LIMIT 1');
    return row ? this.#toRecord(row) : null;
  }

  async counts(workspaceId: string | undefined): Promise<Record<'waiting' | 'running' | 'failed', number>> {
    const { rows } = await this.#boss.getDb().executeSql(
      `SELECT state::text, count(*)::int AS count FROM ${this.#schema}.job
       WHERE ${ours} AND ($1::text IS NULL OR ${workspace} = $1) GROUP BY state`,
      [workspaceId ?? null],
    );
    const count = (names: readonly string[]) =>
      rows.filter(({ state }) => names.includes(state)).reduce((sum, row) => sum + Number(row.count), 0);
    return { waiting: count(states.waiting), running: count(states.running), failed: count(states.failed) };
  }

  /** The one of this id that waits or runs. */
  async open(id: string): Promise<{ queue: string; bossId: string } | null> {
    const [row] = await this.#select({}, `singleton_key = $4 AND state <= 'active'`, [id], 'LIMIT 1');
    return row ? { queue: row.kind, bossId: row.boss_id } : null;
  }

  async hurry(id: string): Promise<boolean> {
    const { rows } = await this.#boss.getDb().executeSql(
      `UPDATE ${this.#schema}.job SET start_after = least(start_after, now())
       WHERE ${ours} AND singleton_key = $1 AND state < 'active' RETURNING id`,
      [id],
    );
    return rows.length > 0;
  }

  async #select(
    { state, kind, workspaceId }: JobFilter,
    condition: string,
    values: unknown[],
    limit: string,
  ): Promise<BossRow[]> {
    const { rows } = await this.#boss.getDb().executeSql(
      `SELECT id::text AS boss_id, data ->> 'id' AS id, name AS kind, state::text AS state, ${workspace} AS workspace_id,
         coalesce((data ->> 'failures')::int, 0) + (started_on IS NOT NULL AND state NOT IN ('created', 'retry'))::int AS attempt,
         output ->> 'message' AS error, output ->> 'code' AS error_code,
         ${msOf('created_on')} AS created_at, ${msOf('start_after')} AS run_at, ${msOf('completed_on')} AS ended_at
       FROM ${this.#schema}.job
       WHERE ${ours} AND ($1::text[] IS NULL OR state::text = ANY($1)) AND ($2::text IS NULL OR name = $2)
         AND ($3::text IS NULL OR ${workspace} = $3) AND ${condition}
       ORDER BY ${msOf('created_on')} DESC, id::text DESC ${limit}`,
      [state === undefined ? null : states[state], kind ?? null, workspaceId ?? null, ...values],
    );
    return rows;
  }

  #toRecord(row: BossRow): JobRecord {
    const isWaiting = row.state === 'created' || row.state === 'retry';
    return {
      id: row.id,
      kind: row.kind,
      state: names[row.state],
      attempt: row.attempt,
      max_attempts: this.#maxAttempts(row.kind) ?? row.attempt,
      workspace_id: row.workspace_id,
      error: row.error,
      error_code: row.error_code,
      created_at: new Date(row.created_at).toISOString(),
      runs_at: isWaiting ? new Date(row.run_at).toISOString() : null,
      ended_at: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
      retryable: isWaiting,
      cursor: { createdAt: row.created_at, id: row.boss_id },
    };
  }
}
