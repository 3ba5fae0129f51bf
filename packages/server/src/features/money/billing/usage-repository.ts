import type { UsageGroup } from '@parley/contract';
import { CompiledQuery, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import { periodsOf } from './budget-periods.ts';
import { hasTag } from './stored-labels.ts';
import { UsageDays } from './usage-days.ts';
import { beganAt, type UsageRow, usageColumns } from './usage-row.ts';
import { type UsageFilter, UsageSums, type UsageTotals } from './usage-sums.ts';

/** Where a budget keeps what was spent: its owner, and a period such as `2026-11`. */
export interface SpendPlace {
  ownerId: string;
  period: string;
}

const columns = usageColumns;
const postgresInsert =
  `insert into usage_records (${columns.join()}) select ${columns.join()} ` +
  'from json_populate_recordset(null::usage_records, $1::json) on conflict do nothing returning id';
const postgresKnown = 'select id from usage_records where id = any($1)';
/** Ids that are made for one call; those of runs come again, when a process was killed between. */
const isOfOneCall = /^use_[0-9A-Za-z]{24}$/;
const sqliteKnown = 'select id from usage_records where id in (select value from json_each(?))';
/** Records of one statement; more make it slower. Two texts only, so that each is prepared once. */
const sqliteStep = 8;
const sqliteRow = `(${columns.map(() => '?').join()})`;
const sqliteInsertOne = `insert into usage_records (${columns.join()}) values ${sqliteRow}`;
const sqliteInsertMany = `insert into usage_records (${columns.join()}) values ${Array(sqliteStep).fill(sqliteRow).join()}`;

export class UsageRepository {
  readonly #db: Db;
  readonly #dialect: 'sqlite' | 'postgres';
  /** The sums that stay when records are dropped. */
  readonly days: UsageDays;
  readonly #sums: UsageSums;
  readonly #isExported: boolean;

  constructor(parts: { db: Db; dialect: 'sqlite' | 'postgres'; isExported?: boolean }) {
    this.#db = parts.db;
    this.#dialect = parts.dialect;
    this.days = new UsageDays(parts);
    this.#sums = new UsageSums(parts);
    this.#isExported = parts.isExported ?? false;
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
    return this.#db.transaction().execute(async (trx) => {
      const stored = await insert(trx);
      if (stored.length === 0) return;
      await this.days.add(trx, stored);
      if (this.#isExported) await this.#queueExport(trx, stored);
      await this.#addToSums(trx, stored);
    });
  }

  async #queueExport(trx: Transaction<Tables>, rows: readonly UsageRow[]): Promise<void> {
    const entries = JSON.stringify(rows.map(({ id, created_at }) => ({ id, created_at })));
    await trx.executeQuery(CompiledQuery.raw(queueExport[this.#dialect], [entries]));
  }

  /** Sorted, so that two processes that write at once take the rows' locks in one order. */
  async #addToSums(trx: Transaction<Tables>, rows: readonly UsageRow[]): Promise<void> {
    const sums = sumsOf(rows).sort((a, b) => `${a.owner_id} ${a.period}`.localeCompare(`${b.owner_id} ${b.period}`));
    if (sums.length === 0) return;
    const text = upsertSums[this.#dialect] + addOnConflict;
    await trx.executeQuery(CompiledQuery.raw(text, [JSON.stringify(sums)]));
  }

  /** What each owner spent in its period, in billionths of a US dollar. */
  async spent(places: readonly SpendPlace[]): Promise<bigint[]> {
    if (places.length === 0) return [];
    const rows = await this.#db
      .selectFrom('spend')
      .select(['owner_id', 'period', sql<string>`cast(cost_nanos as text)`.as('nanos')])
      .where((where) => where.or(places.map(({ ownerId, period }) => where.and({ owner_id: ownerId, period }))))
      .execute();
    const sums = new Map(rows.map((row) => [`${row.owner_id} ${row.period}`, BigInt(row.nanos)]));
    return places.map(({ ownerId, period }) => sums.get(`${ownerId} ${period}`) ?? 0n);
  }

  /** What calls used, by day, key, model and so on; the same whether their records are still there or not. */
  sum(filter: UsageFilter, groupBy: UsageGroup): Promise<UsageTotals[]> {
    return this.#sums.sum(filter, groupBy);
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
    await this.#db.transaction().execute(async (trx) => {
      if (this.#isExported) await this.#exportAgain(trx, { workspaceId, userId });
      await trx
        .updateTable('usage_records')
        .set({ user_id: null, tags: null, metadata: null, explanation: null })
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .execute();
    });
    await this.days.forgetUser({ workspaceId, userId });
  }

  /** Exports the records of an end user again, who is to be taken out of them: those there take the place of the ones with the user. */
  async #exportAgain(trx: Transaction<Tables>, { workspaceId, userId }: { workspaceId: string; userId: string }) {
    await trx
      .insertInto('ledger_exports')
      .columns(['id', 'created_at'])
      .expression(
        trx
          .selectFrom('usage_records')
          .select(['id', 'created_at'])
          .where('workspace_id', '=', workspaceId)
          .where('user_id', '=', userId),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  #filtered<Out>(
    query: SelectQueryBuilder<Tables, 'usage_records', Out>,
    { from, to, workspaceId, tag, userId }: UsageFilter,
  ) {
    let filtered = query;
    if (tag !== undefined) filtered = filtered.where(hasTag(tag, 'usage_records'));
    if (userId !== undefined) filtered = filtered.where('user_id', '=', userId);
    if (workspaceId !== undefined) filtered = filtered.where('workspace_id', '=', workspaceId);
    if (from !== undefined) filtered = filtered.where('created_at', '>=', from);
    if (to !== undefined) filtered = filtered.where('created_at', '<', to);
    return filtered;
  }
}

/** Each returns the records that were not there yet. */
async function insertPostgres(trx: Transaction<Tables>, given: readonly UsageRow[]): Promise<readonly UsageRow[]> {
  const rows = await withoutKnown(trx, given);
  if (rows.length === 0) return [];
  const result = await trx.executeQuery<{ id: string }>(CompiledQuery.raw(postgresInsert, [JSON.stringify(rows)]));
  if (result.rows.length === rows.length) return rows;
  return firstOfEach(rows, new Set(result.rows.map((row) => row.id)));
}

/** An id is unique within its month; what can come again in another one is looked for in all. */
async function withoutKnown(trx: Transaction<Tables>, rows: readonly UsageRow[]): Promise<readonly UsageRow[]> {
  const ids = rows.flatMap(({ id }) => (isOfOneCall.test(id) ? [] : [id]));
  if (ids.length === 0) return rows;
  const found = await trx.executeQuery<{ id: string }>(CompiledQuery.raw(postgresKnown, [ids]));
  const known = new Set(found.rows.map(({ id }) => id));
  return known.size === 0 ? rows : rows.filter(({ id }) => !known.has(id));
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

/** Amounts as text, which JSON leaves as they are. */
function sumsOf(rows: readonly UsageRow[]): { owner_id: string; period: string; cost_nanos: string }[] {
  const sums = new Map<string, { owner_id: string; period: string; nanos: bigint }>();
  const add = (owner_id: string, period: string, nanos: number) => {
    const id = `${owner_id} ${period}`;
    const sum = sums.get(id);
    if (sum) sum.nanos += BigInt(nanos);
    else sums.set(id, { owner_id, period, nanos: BigInt(nanos) });
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
  return [...sums.values()].map(({ nanos, ...place }) => ({ ...place, cost_nanos: String(nanos) }));
}

const queueExport = {
  sqlite:
    "insert into ledger_exports (id, created_at) select value->>'id', value->>'created_at' from json_each(?) where true on conflict do nothing",
  postgres:
    'insert into ledger_exports select id, created_at from json_populate_recordset(null::ledger_exports, $1::json) on conflict do nothing',
};
const upsertSums = {
  sqlite:
    "insert into spend (owner_id, period, cost_nanos) select value->>'owner_id', value->>'period', cast(value->>'cost_nanos' as integer) from json_each(?) where true",
  postgres:
    'insert into spend (owner_id, period, cost_nanos) select owner_id, period, cost_nanos from json_populate_recordset(null::spend, $1::json)',
};
const addOnConflict =
  ' on conflict (owner_id, period) do update set cost_nanos = spend.cost_nanos + excluded.cost_nanos';
