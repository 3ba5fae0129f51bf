import { type RawBuilder, sql } from 'kysely';
import { dropLedgerPartition, ledgerPartitions } from '../../../db/ledger-partitions.ts';
import type { Db } from '../../../db/open-database.ts';

/** Drops the months of the ledger that are over at `before` and of which nothing has to stay: at once, where rows would be deleted for hours. */
export async function dropMonths(
  db: Db,
  { before, due }: { before: number; due: readonly RawBuilder<boolean>[] },
): Promise<void> {
  const held = await db.selectFrom('legal_holds').select('id').where('released_at', 'is', null).limit(1).execute();
  for (const { name, to } of await ledgerPartitions(db)) {
    if (to > before) return;
    // By one rule for all and without a hold all of it is due, and nobody has to look.
    const isDue = (due.length === 1 && held.length === 0) || !(await hasOthers(db, name, due));
    if (!isDue) continue;
    await dropLedgerPartition(db, name).catch((error: unknown) => {
      // Somebody reads the ledger just now; its rows can go as well, and the next sweep drops what is left.
      if (!isLockTimeout(error)) throw error;
    });
  }
}

async function hasOthers(db: Db, partition: string, due: readonly RawBuilder<boolean>[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(partition)} as usage_records where not (${sql.join(due, sql` or `)}) limit 1`.execute(db);
  return rows.length > 0;
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && Reflect.get(error, 'code') === '55P03';
