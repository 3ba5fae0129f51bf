import { CompiledQuery, type Insertable, sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import { beganAt, type UsageRow } from './usage-row.ts';

type DayRow = Insertable<Tables['usage_days']>;

const dayMs = 24 * 60 * 60_000;
/** In `installation`: from which moment on records are in the sums. No row: all are. */
const fromName = 'usage-days-from';
const dimensions = ['workspace_id', 'key_id', 'endpoint', 'model', 'user_id', 'tags'] as const;
const figures = [
  ...(['requests', 'errors', 'unpriced', 'input_tokens', 'cached_tokens', 'cache_write_tokens'] as const),
  ...(['output_tokens', 'cost_nanos', 'upstream_cost_nanos', 'saved_nanos'] as const),
];
const keys = ['day', 'began_day', ...dimensions] as const;
const columns = [...keys, ...figures];
const adding =
  `on conflict (${keys.join()}) do update set ` +
  figures.map((name) => `${name} = usage_days.${name} + excluded.${name}`).join();
const upsert = {
  sqlite:
    `insert into usage_days (${columns.join()}) select ${columns.map((name) => `value->>'${name}'`).join()} ` +
    `from json_each(?) where true ${adding}`,
  postgres:
    `insert into usage_days (${columns.join()}) select ${columns.join()} ` +
    `from json_populate_recordset(null::usage_days, $1::json) ${adding}`,
};
/** How many records one step takes in that were there before the sums were: on SQLite a few milliseconds of the event loop. */
const stepRecords = { sqlite: 1_000, postgres: 50_000 };
/** Calls that end late, and clocks of processes that differ. */
const graceMs = 60 * 60_000;

/**
 * Sums of the ledger by the day and by all that its figures are asked for by, written in the transaction of the records themselves: they are
 * the same to the nano-dollar whether the records are still there or not.
 */
export class UsageDays {
  readonly #db: Db;
  readonly #dialect: Database['dialect'];
  /** The latest that is known; it only goes back, and to null when all records are summed. Undefined: nobody has looked. */
  #from: number | null | undefined;

  constructor(parts: { db: Db; dialect: Database['dialect'] }) {
    this.#db = parts.db;
    this.#dialect = parts.dialect;
  }

  /** Adds records that were just stored, in their transaction. */
  async add(trx: Transaction<Tables>, rows: readonly UsageRow[]): Promise<void> {
    this.#from ??= this.#from === null ? null : await fromOf(trx);
    let from = this.#from;
    if (from !== null && rows.some((row) => row.created_at < Number(from))) {
      // Until this transaction has ended no step sums what was there before: it would count these, or not, by chance.
      from = await this.#held(trx, 'for share');
      this.#from = from;
    }
    const days = daysOf(from === null ? rows : rows.filter((row) => row.created_at >= Number(from)));
    if (days.length > 0) {
      await trx.executeQuery(CompiledQuery.raw(upsert[this.#dialect], [JSON.stringify(days)]));
    }
  }

  /**
   * Sums what was there before the sums were, newest first, until all is or `isOver` says so: each step by itself, so that the next process goes on
   * where one was killed. True when nothing is left.
   */
  async catchUp({ now, isOver }: { now: number; isOver: () => boolean }): Promise<boolean> {
    const first = await fromOf(this.#db);
    if (first === null) return true;
    // Processes of the version before may be at work until then.
    if (now < first + graceMs) return false;
    for (;;) {
      if (await this.#step()) return true;
      if (isOver()) return false;
      await new Promise(setImmediate);
    }
  }

  /** Takes an end user out of the sums; the figures stay. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const rows = await trx
        .deleteFrom('usage_days')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .returningAll()
        .execute();
      const nameless = merged(rows.map((row) => ({ ...row, user_id: '', tags: '' })));
      if (nameless.length === 0) return;
      await trx.executeQuery(CompiledQuery.raw(upsert[this.#dialect], [JSON.stringify(nameless)]));
    });
  }

  /** True when there is nothing left. */
  #step(): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const from = await this.#held(trx, 'for update');
      if (from === null) return true;
      const oldest = await trx
        .selectFrom('usage_records')
        .select('created_at')
        .where('created_at', '<', from)
        .orderBy('created_at', 'desc')
        .offset(stepRecords[this.#dialect] - 1)
        .limit(1)
        .executeTakeFirst();
      const begin = oldest?.created_at ?? null;
      await summing(begin, from).execute(trx);
      if (begin === null) await trx.deleteFrom('installation').where('name', '=', fromName).execute();
      else {
        await trx
          .updateTable('installation')
          .set({ value: String(begin) })
          .where('name', '=', fromName)
          .execute();
      }
      return begin === null;
    });
  }

  async #held(trx: Transaction<Tables>, lock: 'for share' | 'for update'): Promise<number | null> {
    if (this.#dialect === 'sqlite') return fromOf(trx);
    const { rows } = await sql<{ value: string }>`
      select value from installation where name = ${fromName} ${sql.raw(lock)}`.execute(trx);
    return rows[0] === undefined ? null : Number(rows[0].value);
  }
}

/** From which day on the sums hold every record; minus infinity for all days. */
export async function summedFrom(db: Db): Promise<number> {
  const from = await fromOf(db);
  return from === null ? Number.NEGATIVE_INFINITY : Math.ceil(from / dayMs) * dayMs;
}

async function fromOf(db: Db): Promise<number | null> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', fromName).executeTakeFirst();
  return row === undefined ? null : Number(row.value);
}

/** Sums the records of a time in the database itself, as `daysOf` does those that are given. */
function summing(begin: number | null, end: number) {
  const day = sql.lit(dayMs);
  const dims = sql.join(dimensions.map((name) => sql`coalesce(${sql.ref(name)}, '')`));
  return sql`insert into usage_days (${sql.join(columns.map((name) => sql.ref(name)))})
    select created_at - created_at % ${day} as day_of,
      (created_at - duration_ms) - (created_at - duration_ms) % ${day} as began_day_of,
      ${dims}, count(*), sum(case when status >= 400 then 1 else 0 end), sum(is_unpriced), sum(input_tokens),
      sum(cached_tokens), sum(cache_write_tokens), sum(output_tokens), sum(cost_nanos), sum(upstream_cost_nanos),
      sum(saved_nanos)
    from usage_records
    where created_at < ${end} and ${begin === null ? sql`true` : sql`created_at >= ${begin}`}
    group by day_of, began_day_of, ${dims}
    ${sql.raw(adding)}`;
}

/** Sorted, so that two processes that write at once take the rows' locks in one order. */
function daysOf(rows: readonly UsageRow[]): DayRow[] {
  return merged(rows.map(toDay)).sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}

function merged(rows: readonly DayRow[]): DayRow[] {
  const sums = new Map<string, DayRow>();
  for (const row of rows) {
    const id = idOf(row);
    const sum = sums.get(id);
    if (sum === undefined) sums.set(id, row);
    else for (const name of figures) sum[name] += row[name];
  }
  return [...sums.values()];
}

const idOf = (row: DayRow): string => JSON.stringify(keys.map((name) => row[name]));

const beginOfDay = (at: number): number => at - (at % dayMs);

function toDay(row: UsageRow): DayRow {
  return {
    day: beginOfDay(row.created_at),
    began_day: beginOfDay(beganAt(row)),
    workspace_id: row.workspace_id,
    key_id: row.key_id,
    endpoint: row.endpoint,
    model: row.model ?? '',
    user_id: row.user_id ?? '',
    tags: row.tags ?? '',
    requests: 1,
    errors: row.status >= 400 ? 1 : 0,
    unpriced: row.is_unpriced ?? 0,
    input_tokens: row.input_tokens,
    cached_tokens: row.cached_tokens,
    cache_write_tokens: row.cache_write_tokens ?? 0,
    output_tokens: row.output_tokens,
    cost_nanos: row.cost_nanos,
    upstream_cost_nanos: row.upstream_cost_nanos,
    saved_nanos: row.saved_nanos ?? 0,
  };
}
