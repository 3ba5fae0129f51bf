import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A part of the ledger's table on PostgreSQL. */
export interface LedgerPartition {
  name: string;
  /** The first moment in it; null for all before `to`. */
  from: number | null;
  /** The first moment after it. */
  to: number;
}

/** Migrations know no tables. */
type AnyDb = Parameters<Migration['up']>[0];

/** The month that is, and those made ahead. */
const monthsAhead = 3;
/** What is of no month that there is; empty unless a clock is years off. */
const others = 'usage_records_others';
/** Whoever waits longer for a lock of the whole table would let others wait behind. */
const lockTimeout = sql`set local lock_timeout = '2s'`;

export async function isLedgerPartitioned(db: AnyDb): Promise<boolean> {
  const { rows } = await sql<{ relkind: string }>`
    select relkind from pg_class where oid = to_regclass('usage_records')`.execute(db);
  return rows[0]?.relkind === 'p';
}

/** Oldest first, without the one for what is of no month. */
export async function ledgerPartitions(db: AnyDb): Promise<LedgerPartition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bounds
    from pg_inherits join pg_class as child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = to_regclass('usage_records')`.execute(db);
  const found = rows.flatMap(({ name, bounds }) => {
    const [, from, to] = /^FOR VALUES FROM \(([^)]*)\) TO \(([^)]*)\)$/.exec(bounds) ?? [];
    return from === undefined || to === undefined ? [] : [{ name, from: momentOf(from), to: momentOf(to) ?? Infinity }];
  });
  return found.sort((one, other) => one.to - other.to);
}

/** `'1793491200000'`, or MINVALUE. */
const momentOf = (bound: string): number | null => (/\d/.test(bound) ? Number(bound.replaceAll("'", '')) : null);

/**
 * Makes the table that is there the part of all that came before, and months besides. Nothing is copied; where the table has rows, a checked
 * constraint has to say that they are from before `boundaryOf(now)`, or PostgreSQL reads all of them meanwhile. To be called in a transaction.
 */
export async function partitionLedger(trx: AnyDb, now: number, boundary = monthOf(now, 0)): Promise<void> {
  await lockTimeout.execute(trx);
  await sql`lock table usage_records in access exclusive mode`.execute(trx);
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
    from pg_index where indrelid = to_regclass('usage_records') and not indisunique`.execute(trx);
  for (const { name } of indexes) {
    await sql`alter index ${sql.table(name)} rename to ${sql.ref(`${name}_before`)}`.execute(trx);
  }
  await sql`alter table usage_records rename to usage_records_before`.execute(trx);
  await sql`create table usage_records (like usage_records_before including defaults)
    partition by range (created_at)`.execute(trx);
  // The same texts as before, since the new table has the name of the old one; attaching finds their like on the old one.
  for (const { made } of indexes) await sql.raw(made).execute(trx);
  await sql`alter table usage_records attach partition usage_records_before
    for values from (minvalue) to (${sql.lit(boundary)})`.execute(trx);
  await sql`create table ${sql.table(others)} partition of usage_records default`.execute(trx);
  await makeIdsUnique(trx, others);
  for (const month of monthsFrom(now)) if (month.from >= boundary) await addMonth(trx, month);
}

/** Makes the months ahead that are missing. */
export async function addLedgerMonths(db: AnyDb, now: number): Promise<void> {
  const there = await ledgerPartitions(db);
  for (const month of monthsFrom(now)) {
    const overlaps = there.some(({ from, to }) => (from ?? -Infinity) < month.to && month.from < to);
    if (overlaps) continue;
    await db.transaction().execute(async (trx) => {
      await lockTimeout.execute(trx);
      await addMonth(trx, month);
    });
  }
}

/** Gives the room of a whole month back at once. */
export async function dropLedgerPartition(db: AnyDb, name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTimeout.execute(trx);
    await sql`drop table if exists ${sql.table(name)}`.execute(trx);
  });
}

/** The boundary that the table of before gets: no record that comes while it is checked is from after it. */
export const boundaryOf = (latest: number): number => monthOf(latest + 7 * 24 * 60 * 60_000, 1);

/** With what is of the month and came before it was there. */
async function addMonth(trx: AnyDb, { from, to }: { from: number; to: number }): Promise<void> {
  const name = `usage_records_${new Date(from).toISOString().slice(0, 7).replace('-', '_')}`;
  await sql`create table ${sql.table(name)} (like usage_records including defaults)`.execute(trx);
  await makeIdsUnique(trx, name);
  const range = sql`created_at >= ${sql.lit(from)} and created_at < ${sql.lit(to)}`;
  await sql`with moved as (delete from ${sql.table(others)} where ${range} returning *)
    insert into ${sql.table(name)} select * from moved`.execute(trx);
  await sql`alter table usage_records attach partition ${sql.table(name)}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(trx);
}

/** In each part: PostgreSQL has no such index over all of them without the column that parts them. */
const makeIdsUnique = (trx: AnyDb, name: string) =>
  sql`create unique index ${sql.ref(`${name}_id`)} on ${sql.table(name)} (id)`.execute(trx);

const monthsFrom = (now: number): { from: number; to: number }[] =>
  Array.from({ length: monthsAhead }, (_, ahead) => ({ from: monthOf(now, ahead), to: monthOf(now, ahead + 1) }));

function monthOf(now: number, ahead: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1);
}
