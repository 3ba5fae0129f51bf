import { setImmediate } from 'node:timers/promises';
import { type QueryResult, type RawBuilder, sql } from 'kysely';
import type { DataKeys } from '../lib/data-keys.ts';
import type { Db } from './open-database.ts';
import { sealedColumns } from './sealed-columns.ts';

const batch = 20;

type Row = Record<string, string | null>;

/** How many rows there are with texts that are sealed. */
export async function countSealedRows(db: Db): Promise<number> {
  let count = 0;
  for (const table of Object.keys(sealedColumns)) {
    const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    count += Number(rows[0]?.count ?? 0);
  }
  return count;
}

/**
 * Seals every text anew that the newest key has not sealed; `db` does not seal itself. Yields how many rows were looked at, and how many
 * of them were sealed. A row that changes meanwhile is sealed by whoever changes it.
 */
export async function* resealRows(db: Db, keys: DataKeys): AsyncGenerator<{ looked: number; sealed: number }> {
  for (const [table, { key, sealed }] of Object.entries(sealedColumns)) {
    let after: string[] = [];
    for (;;) {
      const names = sql.join([...key, ...sealed].map((name) => sql.ref(name)));
      const order = sql.join(key.map((name) => sql.ref(name)));
      const from: RawBuilder<unknown> = after.length === 0 ? sql`` : sql`where (${order}) > (${sql.join(after)})`;
      const { rows }: QueryResult<Row> = await sql<Row>`
        select ${names} from ${sql.table(table)} ${from} order by ${order} limit ${batch}`.execute(db);
      const last = rows.at(-1);
      if (!last) break;
      let count = 0;
      for (const row of rows) {
        if (await resealRow(db, keys, { table, key, sealed, row })) count++;
        // SQLite answers within the same turn of the event loop.
        await setImmediate();
      }
      yield { looked: rows.length, sealed: count };
      after = key.map((name) => textIn(last, name));
    }
  }
}

async function resealRow(
  db: Db,
  keys: DataKeys,
  { table, key, sealed, row: given }: { table: string; key: readonly string[]; sealed: readonly string[]; row: Row },
): Promise<boolean> {
  const due = sealed.filter((name) => given[name] !== null && !given[name]?.startsWith(keys.currentMark));
  if (due.length === 0) return false;
  for (const name of due) {
    const stored = textIn(given, name);
    const value = keys.sealText(await keys.openText(stored));
    const place = sql.join(
      [...key, name].map((column) => sql`${sql.ref(column)} = ${textIn(given, column)}`),
      sql` and `,
    );
    await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value} where ${place}`.execute(db);
  }
  return true;
}

const textIn = (given: Row, name: string): string => given[name] ?? '';
