import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';

export type LedgerRecord = Selectable<Tables['usage_records']>;

/** In `installation`: how far records from before the export have been queued. */
const historyName = 'ledger-export-history';
/** In `installation`: which process exports, and until when. */
const leaseName = 'ledger-export-lease';
/** Until so long after the export was turned on, processes that knew nothing of it may write. */
const overlapMs = 60 * 60_000;
const doneMark = 'done';

interface History {
  at: number;
  id: string;
  until: number;
}

/** What is still to be exported. Records are queued in the transaction that stores them, so that none is missed, however late it comes. */
export class LedgerExportRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /** Oldest first; `record` is null for those that were deleted since. */
  async batch(limit: number): Promise<{ id: string; record: LedgerRecord | null }[]> {
    const rows = await this.#db
      .selectFrom((query) =>
        query.selectFrom('ledger_exports').selectAll().orderBy('created_at').orderBy('id').limit(limit).as('queued'),
      )
      .leftJoin('usage_records', (join) =>
        // Both: the time says in which month it lies.
        join.onRef('usage_records.id', '=', 'queued.id').onRef('usage_records.created_at', '=', 'queued.created_at'),
      )
      .select('queued.id as queued_id')
      .selectAll('usage_records')
      .execute();
    return rows.map(({ queued_id, ...record }) => ({
      id: queued_id,
      // The columns of a left join are all there, or none.
      record: record.id === null ? null : (record as LedgerRecord),
    }));
  }

  async done(ids: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('ledger_exports').where('id', 'in', ids).execute();
  }

  /** When the oldest record was made that waits; null when none does. */
  async oldestWaiting(): Promise<number | null> {
    const { oldest } = await this.#db
      .selectFrom('ledger_exports')
      .select((select) => select.fn.min('created_at').as('oldest'))
      .executeTakeFirstOrThrow();
    return oldest;
  }

  /** Until when everything is exported; what is younger must stay. Infinity when nothing waits. */
  async exportedUntil(): Promise<number> {
    const never = Number.POSITIVE_INFINITY;
    const history = await this.#history();
    const ofHistory = history === doneMark ? never : (history?.at ?? 0);
    return Math.min((await this.oldestWaiting()) ?? never, ofHistory);
  }

  /** Queues the next records from before the export was turned on. False when there are none left for now. */
  async queueHistory(limit: number, now: number): Promise<boolean> {
    const history = (await this.#history()) ?? { at: 0, id: '', until: now + overlapMs };
    if (history === doneMark) return false;
    const next = await this.#db
      .selectFrom('usage_records')
      .select(['id', 'created_at'])
      .where('created_at', '>=', history.at)
      .where('created_at', '<', history.until)
      .where((where) =>
        where.or([
          where('created_at', '>', history.at),
          where.and([where('created_at', '=', history.at), where('id', '>', history.id)]),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    const last = next.at(-1);
    const isOver = last === undefined && now >= history.until + overlapMs;
    const value = isOver ? doneMark : JSON.stringify(last ? { ...history, at: last.created_at, id: last.id } : history);
    await this.#db.transaction().execute(async (trx) => {
      if (next.length > 0) {
        await trx
          .insertInto('ledger_exports')
          .values(next)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      await trx
        .insertInto('installation')
        .values({ name: historyName, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    });
    return last !== undefined;
  }

  /** Whether this process exports until `until`: nobody else does, or it did before. */
  async claim(holder: string, { now, until }: { now: number; until: number }): Promise<boolean> {
    const timed = (time: number) => String(time).padStart(15, '0');
    const value = `${timed(until)} ${holder}`;
    const { numAffectedRows = 0n } = await sql`
      insert into installation (name, value) values (${leaseName}, ${value})
      on conflict (name) do update set value = excluded.value
      where installation.value < ${timed(now)} or installation.value like ${`% ${holder}`}`.execute(this.#db);
    return numAffectedRows > 0n;
  }

  /** The next process need not wait until the time is over. */
  async release(holder: string): Promise<void> {
    await this.#db
      .deleteFrom('installation')
      .where('name', '=', leaseName)
      .where('value', 'like', `% ${holder}`)
      .execute();
  }

  async #history(): Promise<History | typeof doneMark | null> {
    const row = await this.#db
      .selectFrom('installation')
      .select('value')
      .where('name', '=', historyName)
      .executeTakeFirst();
    if (row === undefined) return null;
    return row.value === doneMark ? doneMark : JSON.parse(row.value);
  }
}
