import type { CallSource } from '@parley/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';

import { hasTag } from '../billing/stored-labels.ts';
import type { HourRow } from './usage-totals.ts';

type KeySource = Selectable<Tables['api_keys']>['source'];
type RecordRow = Selectable<Tables['usage_records']>;

/** Which calls are wanted. */
export interface CallFilter {
  workspaceId?: string | undefined;
  keyId?: string | undefined;
  model?: string | undefined;
  endpoint?: string | undefined;
  source?: CallSource | undefined;
}

/** Of single calls: the sums of hours know nothing of these. */
export interface SingleFilter extends CallFilter {
  tag?: string | undefined;
  userId?: string | undefined;
  slowerThanMs?: number | undefined;
  statuses?: { from: number; to: number } | undefined;
}

/** Bounds in milliseconds; `to` is exclusive. */
export interface TimeRange {
  from: number;
  to: number;
}

export interface CallListFilter extends SingleFilter {
  from?: number | undefined;
  to?: number | undefined;
  engine?: string | undefined;
  requestId?: string | undefined;
  after?: Cursor | undefined;
  limit: number;
}

const rolledName = 'usage-rolled-until';
const hourColumns = [
  'hour',
  'workspace_id',
  'key_id',
  'endpoint',
  'model',
  'requests',
  'errors',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'unpriced',
  'latencies',
] as const;
const hourAmounts = ['cost_nanos', 'upstream_cost_nanos', 'saved_nanos'] as const;

/** Reads of the ledger for people, in steps small enough that nothing else waits. */
export class ReportRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /** Newest first, with the names of their keys. */
  listCalls(
    filter: CallListFilter,
  ): Promise<(RecordRow & { key_name: string | null; key_source: KeySource | null })[]> {
    let query = this.#db
      .selectFrom('usage_records')
      .leftJoin('api_keys', 'api_keys.id', 'usage_records.key_id')
      .selectAll('usage_records')
      .select(['api_keys.name as key_name', 'api_keys.source as key_source']);
    const { workspaceId, keyId, model, endpoint, source, engine, requestId, slowerThanMs, statuses } = filter;
    if (workspaceId !== undefined) query = query.where('usage_records.workspace_id', '=', workspaceId);
    if (keyId !== undefined) query = query.where('usage_records.key_id', '=', keyId);
    if (model !== undefined) query = query.where('usage_records.model', '=', model);
    if (endpoint !== undefined) query = query.where('usage_records.endpoint', '=', endpoint);
    if (engine !== undefined) query = query.where('usage_records.engine', '=', engine);
    if (source !== undefined) query = query.where(cameFrom(source, 'usage_records.'));
    if (filter.tag !== undefined) query = query.where(hasTag(filter.tag));
    if (filter.userId !== undefined) query = query.where('usage_records.user_id', '=', filter.userId);
    if (requestId !== undefined) query = query.where('usage_records.request_id', '=', requestId);
    if (slowerThanMs !== undefined) query = query.where('usage_records.duration_ms', '>', slowerThanMs);
    if (filter.from !== undefined) query = query.where('usage_records.created_at', '>=', filter.from);
    if (filter.to !== undefined) query = query.where('usage_records.created_at', '<', filter.to);
    if (statuses) {
      query = query.where('usage_records.status', '>=', statuses.from).where('usage_records.status', '<', statuses.to);
    }
    if (filter.after) query = query.where(olderThan(filter.after, 'usage_records'));
    return query
      .orderBy('usage_records.created_at', 'desc')
      .orderBy('usage_records.id', 'desc')
      .limit(filter.limit)
      .execute();
  }

  /** Records of a time, oldest first, after the last one of the step before. */
  records(range: TimeRange, filter: SingleFilter, after: Cursor | null, limit: number): Promise<RecordRow[]> {
    let query = this.#db
      .selectFrom('usage_records')
      .selectAll()
      .where('created_at', '>=', after?.createdAt ?? range.from)
      .where('created_at', '<', range.to);
    if (after) {
      query = query.where((where) =>
        where.or([
          where('created_at', '>', after.createdAt),
          where.and([where('created_at', '=', after.createdAt), where('id', '>', after.id)]),
        ]),
      );
    }
    if (filter.workspaceId !== undefined) query = query.where('workspace_id', '=', filter.workspaceId);
    if (filter.keyId !== undefined) query = query.where('key_id', '=', filter.keyId);
    if (filter.model !== undefined) query = query.where('model', '=', filter.model);
    if (filter.endpoint !== undefined) query = query.where('endpoint', '=', filter.endpoint);
    if (filter.source !== undefined) query = query.where(cameFrom(filter.source));
    if (filter.tag !== undefined) query = query.where(hasTag(filter.tag));
    if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
    if (filter.slowerThanMs !== undefined) query = query.where('duration_ms', '>', filter.slowerThanMs);
    if (filter.statuses) {
      query = query.where('status', '>=', filter.statuses.from).where('status', '<', filter.statuses.to);
    }
    return query.orderBy('created_at').orderBy('id').limit(limit).execute();
  }

  /** Sums of hours, oldest first, after the last one of the step before. */
  hours(range: TimeRange, filter: CallFilter, after: HourRow | null, limit: number): Promise<HourRow[]> {
    let query = this.#db
      .selectFrom('usage_hours')
      .select(hourColumns)
      .select(hourAmounts.map((name) => sql<string>`cast(${sql.ref(name)} as text)`.as(name)))
      .where('hour', '>=', after?.hour ?? range.from)
      .where('hour', '<', range.to);
    if (after) {
      const { hour, workspace_id, key_id, endpoint, model } = after;
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('hour', 'workspace_id', 'key_id', 'endpoint', 'model'),
          '>',
          tuple(hour, workspace_id, key_id, endpoint, model),
        ),
      );
    }
    if (filter.workspaceId !== undefined) query = query.where('workspace_id', '=', filter.workspaceId);
    if (filter.keyId !== undefined) query = query.where('key_id', '=', filter.keyId);
    if (filter.model !== undefined) query = query.where('model', '=', filter.model);
    if (filter.endpoint !== undefined) query = query.where('endpoint', '=', filter.endpoint);
    if (filter.source !== undefined) query = query.where(cameFrom(filter.source));
    for (const column of ['hour', 'workspace_id', 'key_id', 'endpoint', 'model'] as const)
      query = query.orderBy(column);
    return query.limit(limit).execute();
  }

  /** Until when hours are summed; null before the first. */
  async rolledUntil(): Promise<number | null> {
    const row = await this.#db
      .selectFrom('installation')
      .select('value')
      .where('name', '=', rolledName)
      .executeTakeFirst();
    return row ? Number(row.value) : null;
  }

  /** The time of the first record at or after a moment. */
  async firstAt(from: number): Promise<number | null> {
    const row = await this.#db
      .selectFrom('usage_records')
      .select('created_at')
      .where('created_at', '>=', from)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst();
    return row?.created_at ?? null;
  }

  async lastAt(filter: CallFilter): Promise<number | null> {
    const [row] = await this.listCalls({ ...filter, limit: 1 });
    return row?.created_at ?? null;
  }

  /** In place of what was there for the hour. */
  async storeHour(hour: number, rows: Insertable<Tables['usage_hours']>[], rolledUntil: number): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await trx.deleteFrom('usage_hours').where('hour', '=', hour).execute();
      for (let start = 0; start < rows.length; start += 500) {
        await trx
          .insertInto('usage_hours')
          .values(rows.slice(start, start + 500))
          .execute();
      }
    });
    await this.setRolledUntil(rolledUntil);
  }

  async setRolledUntil(time: number): Promise<void> {
    const value = String(time);
    await this.#db
      .insertInto('installation')
      .values({ name: rolledName, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }

  async names(table: 'api_keys' | 'workspaces', ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('usage_hours').where('workspace_id', '=', workspaceId).execute();
  }
}

/** What people do in the dashboard is metered under the key that each workspace has for it, whatever became of other keys. */
const cameFrom = (source: CallSource, table: 'usage_records.' | '' = '') => {
  const endpoint = sql.ref(`${table}endpoint`);
  if (source === 'evaluation') return sql<boolean>`${endpoint} = 'evaluation'`;
  const keys = sql`(select id from api_keys where source = 'dashboard')`;
  const isIn = source === 'dashboard' ? sql`in` : sql`not in`;
  return sql<boolean>`${sql.ref(`${table}key_id`)} ${isIn} ${keys} and ${endpoint} <> 'evaluation'`;
};
