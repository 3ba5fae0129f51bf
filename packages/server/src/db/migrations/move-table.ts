import { type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Db = Parameters<Migration['up']>[0];

/**
 * Takes the rows of an old table into a new one and drops the old. Safe to run again: a process that was killed on SQLite, where
 * migrations are no transaction, begins anew.
 */
export async function moveTable(
  db: Db,
  move: { from: string; to: string; columns: readonly string[]; values: RawBuilder<unknown> },
): Promise<void> {
  if (!(await hasTable(db, move.from))) return;
  const columns = sql.join(move.columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(move.to)} (${columns})
    select ${move.values} from ${sql.table(move.from)} where true
    on conflict do nothing`.execute(db);
  await db.schema.dropTable(move.from).execute();
}

export async function hasTable(db: Db, table: string): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === table);
}

/** The columns of `runs` in the order in which migrations fill them. */
export const runColumns = [
  'id',
  'kind',
  'workspace_id',
  'key_id',
  'request',
  'status',
  'progress',
  'result',
  'error',
  'created_at',
  'started_at',
  'finished_at',
  'settled_at',
  'expires_at',
] as const;
