import type { UsageGroup } from '@parley/contract';
import { CompiledQuery, type Insertable, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import { periodsOf } from './budget-periods.ts';
import { hasTag } from './stored-labels.ts';
import { beganAt, type UsageRow, usageColumns } from './usage-row.ts';

export interface UsageFilter {
  from?: number | undefined;
  to?: number | undefined;
  workspaceId?: string | undefined;
  tag?: string | undefined;
  userId?: string | undefined;
}

/** Where a budget keeps what was spent: its owner, and a period such as `2026-11`. */
export interface SpendPlace {
  ownerId: string;
  period: string;
}

export interface UsageTotals {
  group: string | null;
  requests: number;
  input_tokens: number;
  cached_tokens: number;
  cache_write_tokens: number;
  output_tokens: number;
  cost_nanos: number;
  upstream_cost_nanos: number;
}

const columns = usageColumns;
const postgresInsert =
  `insert into usage_records (${columns.join()}) select ${columns.join()} ` +
  'from json_populate_recordset(null::usage_records, $1::json) on conflict (id) do nothing returning id';
const sqliteKnown = 'select id from usage_records where id in (select value from json_each(?))';
/** Records of one statement; more make it slower. Two texts only, so that each is prepared once. */
const sqliteStep = 8;
const sqliteRow = `(${columns.map(() => '?').join()})`;
const sqliteInsertOne = `insert into usage_records (${columns.join()}) values ${sqliteRow}`;
const sqliteInsertMany = `insert into usage_records (${columns.join()}) values ${Array(sqliteStep).fill(sqliteRow).join()}`;

export class UsageRepository {
  readonly #db: Db;
  readonly #dialect: 'sqlite' | 'postgres';

  constructor(parts: { db: Db; dialect: 'sqlite' | 'postgres' }) {
    this.#db = parts.db;
    this.#dialect = parts.dialect;
  }

  /**
   * Stores records and adds them to the running sums, in one transaction. Those that are there already change nothing, so
   * that records which come back after a crash count once.
   */
  async insert(rows: readonly UsageRow[]): Promise<void> {
    if (rows.length === 0) return;
    if (this.#dialect === 'postgres') {
      await this.#store((trx) => insertPostgres(trx, rows));
      return;
    }
    try {
      await this.#store((trx) => insertSqlite(trx, rows));
    } catch {
      // Only what a dead process left behind can be there already, so it is looked for only when SQLite refuses.
      await this.#store((trx) => insertMissing(trx, rows));
    }
  }

  #store(insert: (trx: Transaction<Tables>) => Promise<readonly UsageRow[]>): Promise<void> {
    return this.#db.transaction().execute(async (trx) => this.#addToSums(trx, await insert(trx)));
  }

  /** Sorted, so that two processes that write at once take the rows' locks in one order. */
  async #addToSums(trx: Transaction<Tables>, rows: readonly UsageRow[]): Promise<void> {
    const sums = sumsOf(rows).sort((a, b) => `${a.owner_id} ${a.period}`.localeCompare(`${b.owner_id} ${b.period}`));
    if (sums.length === 0) return;
    const text = upsertSums[this.#dialect] + addOnConflict;
    await trx.executeQuery(CompiledQuery.raw(text, [JSON.stringify(sums)]));
  }

  /** What each owner spent in its period, in billionths of a US dollar. */
  async spent(places: readonly SpendPlace[]): Promise<number[]> {
    if (places.length === 0) return [];
    const rows = await this.#db
      .selectFrom('spend')
      .selectAll()
      .where((where) => where.or(places.map(({ ownerId, period }) => where.and({ owner_id: ownerId, period }))))
      .execute();
    const sums = new Map(rows.map((row) => [`${row.owner_id} ${row.period}`, row.cost_nanos]));
    return places.map(({ ownerId, period }) => sums.get(`${ownerId} ${period}`) ?? 0);
  }

  async sum(filter: UsageFilter, groupBy: UsageGroup): Promise<UsageTotals[]> {
    const day =
      this.#dialect === 'sqlite'
        ? sql<string>`strftime('%Y-%m-%d', created_at / 1000, 'unixepoch')`
        : sql<string>`to_char(to_timestamp(created_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`;
    const groups = {
      key: 'key_id',
      model: 'model',
      endpoint: 'endpoint',
      workspace: 'workspace_id',
      user: 'user_id',
      tag: 'tags',
    } as const;
    const group = groupBy === 'day' ? day : sql.ref<string | null>(groups[groupBy]);
    const query = this.#filtered(this.#db.selectFrom('usage_records'), filter);
    return query
      .select([
        group.as('group'),
        sql<number>`cast(count(*) as bigint)`.as('requests'),
        sql<number>`cast(sum(input_tokens) as bigint)`.as('input_tokens'),
        sql<number>`cast(sum(cached_tokens) as bigint)`.as('cached_tokens'),
        sql<number>`cast(sum(cache_write_tokens) as bigint)`.as('cache_write_tokens'),
        sql<number>`cast(sum(output_tokens) as bigint)`.as('output_tokens'),
        sql<number>`cast(sum(cost_nanos) as bigint)`.as('cost_nanos'),
        sql<number>`cast(sum(upstream_cost_nanos) as bigint)`.as('upstream_cost_nanos'),
      ])
      .groupBy(group)
      .orderBy(group)
      .limit(10_000)
      .execute();
  }

  /** Newest first. */
  async list(
    filter: UsageFilter & {
      requestId?: string | undefined;
      keyId?: string | undefined;
      after?: { createdAt: number; id: string } | undefined;
      limit: number;
    },
  ) {
    const { after, requestId, keyId } = filter;
    let query = this.#filtered(this.#db.selectFrom('usage_records'), filter).selectAll();
    if (requestId !== undefined) query = query.where('request_id', '=', requestId);
    if (keyId !== undefined) query = query.where('key_id', '=', keyId);
    if (after) {
      query = query.where(olderThan(after));
    }
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute();
  }

  /** Takes an end user out of the records of what was done for them. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<void> {
    await this.#db
      .updateTable('usage_records')
      .set({ user_id: null, tags: null, metadata: null, explanation: null })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
  }

  #filtered<Out>(
    query: SelectQueryBuilder<Tables, 'usage_records', Out>,
    { from, to, workspaceId, tag, userId }: UsageFilter,
  ) {
    let filtered = query;
    if (tag !== undefined) filtered = filtered.where(hasTag(tag));
    if (userId !== undefined) filtered = filtered.where('user_id', '=', userId);
    if (workspaceId !== undefined) filtered = filtered.where('workspace_id', '=', workspaceId);
    if (from !== undefined) filtered = filtered.where('created_at', '>=', from);
    if (to !== undefined) filtered = filtered.where('created_at', '<', to);
    return filtered;
  }
}

/** Each returns the records that were not there yet. */
async function insertPostgres(trx: Transaction<Tables>, rows: readonly UsageRow[]): Promise<readonly UsageRow[]> {
  const result = await trx.executeQuery<{ id: string }>(CompiledQuery.raw(postgresInsert, [JSON.stringify(rows)]));
  if (result.rows.length === rows.length) return rows;
  return firstOfEach(rows, new Set(result.rows.map((row) => row.id)));
}

async function insertMissing(trx: Transaction<Tables>, given: readonly UsageRow[]): Promise<readonly UsageRow[]> {
  const ids = given.map((row) => row.id);
  const known = await trx.executeQuery<{ id: string }>(CompiledQuery.raw(sqliteKnown, [JSON.stringify(ids)]));
  const missing = new Set(ids);
  for (const { id } of known.rows) missing.delete(id);
  return insertSqlite(trx, firstOfEach(given, missing));
}

/** SQLite refuses all of them when one is there already. */
async function insertSqlite(trx: Transaction<Tables>, rows: readonly UsageRow[]): Promise<readonly UsageRow[]> {
  const steps = Math.floor(rows.length / sqliteStep);
  for (let step = 0; step < steps; step++) {
    await insertStep(trx, rows.slice(step * sqliteStep, (step + 1) * sqliteStep), sqliteInsertMany);
  }
  for (const row of rows.slice(steps * sqliteStep)) await insertStep(trx, [row], sqliteInsertOne);
  return rows;
}

async function insertStep(trx: Transaction<Tables>, rows: readonly UsageRow[], text: string): Promise<void> {
  const values: unknown[] = [];
  for (const row of rows) for (const name of usageColumns) values.push(row[name]);
  await trx.executeQuery(CompiledQuery.raw(text, values));
}

function firstOfEach(rows: readonly UsageRow[], ids: Set<string>): UsageRow[] {
  return rows.filter((row) => ids.delete(row.id));
}

function sumsOf(rows: readonly UsageRow[]): Insertable<Tables['spend']>[] {
  const sums = new Map<string, Insertable<Tables['spend']>>();
  const add = (owner_id: string, period: string, cost_nanos: number) => {
    const id = `${owner_id} ${period}`;
    const sum = sums.get(id);
    if (sum) sum.cost_nanos += cost_nanos;
    else sums.set(id, { owner_id, period, cost_nanos });
  };
  for (const row of rows) {
    if (row.cost_nanos === 0) continue;
    const { day, month, total } = periodsOf(beganAt(row));
    for (const owner of row.shares_with === undefined ? [row.key_id] : [row.key_id, row.shares_with]) {
      for (const period of [day, month, total]) add(owner, period, row.cost_nanos);
    }
    add(row.workspace_id, month, row.cost_nanos);
    for (const [owner, period, nanos] of row.counts ?? []) add(owner, period, nanos);
  }
  return [...sums.values()];
}

const upsertSums = {
  sqlite:
    "insert into spend (owner_id, period, cost_nanos) select value->>'owner_id', value->>'period', value->>'cost_nanos' from json_each(?) where true",
  postgres:
    'insert into spend (owner_id, period, cost_nanos) select owner_id, period, cost_nanos from json_populate_recordset(null::spend, $1::json)',
};
const addOnConflict =
  ' on conflict (owner_id, period) do update set cost_nanos = spend.cost_nanos + excluded.cost_nanos';
