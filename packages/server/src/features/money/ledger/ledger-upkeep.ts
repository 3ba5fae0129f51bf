import { sql } from 'kysely';
import { addLedgerMonths, boundaryOf, isLedgerPartitioned, partitionLedger } from '../../../db/ledger-partitions.ts';
import type { Database, Db } from '../../../db/open-database.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { UsageDays } from '../billing/usage-days.ts';

export interface LedgerUpkeepParts {
  database: Pick<Database, 'dialect' | 'patiently'>;
  days: Pick<UsageDays, 'catchUp'>;
  clock: Clock;
}

/** Any number; the same in every version. */
const upkeepLock = 7_275_391_841;
/** How long one round sums what was there before the sums; the next one goes on. */
const longestMs = 10 * 60_000;
/** The name of the constraint by which PostgreSQL knows that the table of before is no part of a month that comes. */
const constraint = 'usage_records_before_boundary';

/**
 * Keeps the ledger in order beside the calls, step by step, each of which another process may go on from: sums what was there before the sums were,
 * and on PostgreSQL makes the table that was there the first of its parts and the months ahead.
 */
export class LedgerUpkeep {
  readonly #parts: LedgerUpkeepParts;

  constructor(parts: LedgerUpkeepParts) {
    this.#parts = parts;
  }

  /** True when every record is in the sums, so that records may go. */
  async run(): Promise<boolean> {
    const { database, days, clock } = this.#parts;
    const end = Date.now() + longestMs;
    const isSummed = await days.catchUp({ now: clock.now(), isOver: () => Date.now() > end });
    // Before that a process of an older version may write, which knows no parts.
    if (isSummed && database.dialect === 'postgres') await database.patiently((db) => this.#alone(db));
    return isSummed;
  }

  /** By one process at a time; the others have nothing to wait for. */
  #alone(pool: Db): Promise<void> {
    return pool.connection().execute(async (db) => {
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${upkeepLock}) as mine`.execute(db);
      if (!rows[0]?.mine) return;
      try {
        const now = this.#parts.clock.now();
        if (!(await isLedgerPartitioned(db))) await partitionWithoutWaiting(db, now);
        await addLedgerMonths(db, now);
      } finally {
        await sql`select pg_advisory_unlock(${upkeepLock})`.execute(db);
      }
    });
  }
}

/** Reads the table once while calls go on, so that nothing is left to be read once it is locked. */
async function partitionWithoutWaiting(db: Db, now: number): Promise<void> {
  const { rows } = await sql<{ latest: number | null }>`select max(created_at) as latest from usage_records`.execute(
    db,
  );
  const boundary = boundaryOf(Math.max(now, rows[0]?.latest ?? 0));
  const dropped = sql`alter table usage_records drop constraint if exists ${sql.ref(constraint)}`;
  const inShort = (statements: readonly ReturnType<typeof sql>[]) =>
    db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      for (const statement of statements) await statement.execute(trx);
    });
  await inShort([
    dropped,
    sql`alter table usage_records add constraint ${sql.ref(constraint)} check (created_at < ${sql.lit(boundary)}) not valid`,
  ]);
  try {
    await sql`alter table usage_records validate constraint ${sql.ref(constraint)}`.execute(db);
    await db.transaction().execute((trx) => partitionLedger(trx, now, boundary));
  } catch (error) {
    // Left there it would refuse the records of the month after.
    await inShort([dropped]);
    throw error;
  }
}
