import type { UsageGroup } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../../../db/open-database.ts';
import { hasTag } from './stored-labels.ts';
import { summedFrom } from './usage-days.ts';

export interface UsageFilter {
  from?: number | undefined;
  to?: number | undefined;
  workspaceId?: string | undefined;
  tag?: string | undefined;
  userId?: string | undefined;
}

export interface UsageTotals {
  group: string | null;
  requests: number;
  input_tokens: number;
  cached_tokens: number;
  cache_write_tokens: number;
  output_tokens: number;
  /** Beyond nine million dollars they are more than a number tells apart. */
  cost_nanos: bigint;
  upstream_cost_nanos: bigint;
}

/** Amounts come in whole dollars and what is left: SQLite's driver refuses larger integers, PostgreSQL's rounds them. */
interface SummedRow extends Omit<UsageTotals, (typeof amounts)[number]> {
  cost_nanos_whole: number;
  cost_nanos_rest: number;
  upstream_cost_nanos_whole: number;
  upstream_cost_nanos_rest: number;
}

const dayMs = 24 * 60 * 60_000;
const groups = {
  key: 'key_id',
  model: 'model',
  endpoint: 'endpoint',
  workspace: 'workspace_id',
  user: 'user_id',
  tag: 'tags',
} as const;
const counts = ['input_tokens', 'cached_tokens', 'cache_write_tokens', 'output_tokens'] as const;
const amounts = ['cost_nanos', 'upstream_cost_nanos'] as const;
const figures = [...counts, ...amounts];
const nanosOfDollar = 1_000_000_000;

/** Answers what calls used, from the sums of days and, for what those do not hold, from the records. */
export class UsageSums {
  readonly #db: Db;
  readonly #dialect: Database['dialect'];

  constructor(parts: { db: Db; dialect: Database['dialect'] }) {
    this.#db = parts.db;
    this.#dialect = parts.dialect;
  }

  /** Whole days from the sums, as far as they reach, and what is before and after those from the records. */
  async sum(filter: UsageFilter, groupBy: UsageGroup): Promise<UsageTotals[]> {
    const summed = await summedFrom(this.#db);
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
    const first = Math.max(Math.ceil(from / dayMs) * dayMs, summed);
    const end = Math.floor(to / dayMs) * dayMs;
    if (first >= end) return this.#totals(this.#ofRecords(filter, groupBy));
    const parts = [this.#ofDays({ ...filter, from: first, to: end }, groupBy)];
    if (from < first) parts.push(this.#ofRecords({ ...filter, to: first }, groupBy));
    if (end < to) parts.push(this.#ofRecords({ ...filter, from: end }, groupBy));
    return this.#totals(sql.join(parts, sql` union all `));
  }

  #ofDays({ from, to, ...filter }: UsageFilter, groupBy: UsageGroup): RawBuilder<unknown> {
    const group = groupBy === 'day' ? this.#dayOf('day') : sql`nullif(${sql.ref(groups[groupBy])}, '')`;
    const sums = sql.join(figures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
    const range = [
      ...(Number.isFinite(from) ? [sql`day >= ${from}`] : []),
      ...(Number.isFinite(to) ? [sql`day < ${to}`] : []),
    ];
    const where = sql.join([...conditionsOf(filter, 'usage_days'), ...range, sql`true`], sql` and `);
    return sql`select ${group} as "group", sum(requests) as requests, ${sums} from usage_days where ${where} group by 1`;
  }

  #ofRecords({ from, to, ...filter }: UsageFilter, groupBy: UsageGroup): RawBuilder<unknown> {
    const group = groupBy === 'day' ? this.#dayOf('created_at') : sql.ref(groups[groupBy]);
    const sums = sql.join(figures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
    const range = [
      ...(from !== undefined && Number.isFinite(from) ? [sql`created_at >= ${from}`] : []),
      ...(to !== undefined && Number.isFinite(to) ? [sql`created_at < ${to}`] : []),
    ];
    const where = sql.join([...conditionsOf(filter, 'usage_records'), ...range, sql`true`], sql` and `);
    return sql`select ${group} as "group", count(*) as requests, ${sums} from usage_records where ${where} group by 1`;
  }

  async #totals(parts: RawBuilder<unknown>): Promise<UsageTotals[]> {
    const sums = sql.join([
      ...(['requests', ...counts] as const).map((name) => sql`${wholeSum(name)} as ${sql.ref(name)}`),
      ...amounts.flatMap((name) => [
        sql`${wholeSum(name)} / ${sql.lit(nanosOfDollar)} as ${sql.ref(`${name}_whole`)}`,
        sql`${wholeSum(name)} % ${sql.lit(nanosOfDollar)} as ${sql.ref(`${name}_rest`)}`,
      ]),
    ]);
    const { rows } = await sql<SummedRow>`
      select "group", ${sums} from (${parts}) as parts group by "group" order by "group" limit 10000`.execute(this.#db);
    return rows.map(toTotals);
  }

  #dayOf(column: 'day' | 'created_at'): RawBuilder<string> {
    return this.#dialect === 'sqlite'
      ? sql`strftime('%Y-%m-%d', ${sql.ref(column)} / 1000, 'unixepoch')`
      : sql`to_char(to_timestamp(${sql.ref(column)} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`;
  }
}

const wholeSum = (name: string): RawBuilder<number> => sql`cast(sum(${sql.ref(name)}) as bigint)`;

function toTotals({
  cost_nanos_whole,
  cost_nanos_rest,
  upstream_cost_nanos_whole,
  upstream_cost_nanos_rest,
  ...rest
}: SummedRow): UsageTotals {
  const nanos = (whole: number, left: number) => BigInt(whole) * BigInt(nanosOfDollar) + BigInt(left);
  return {
    ...rest,
    cost_nanos: nanos(cost_nanos_whole, cost_nanos_rest),
    upstream_cost_nanos: nanos(upstream_cost_nanos_whole, upstream_cost_nanos_rest),
  };
}

function conditionsOf(filter: UsageFilter, table: 'usage_records' | 'usage_days'): RawBuilder<unknown>[] {
  const { workspaceId, tag, userId } = filter;
  return [
    ...(workspaceId === undefined ? [] : [sql`workspace_id = ${workspaceId}`]),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(tag === undefined ? [] : [hasTag(tag, table)]),
  ];
}
