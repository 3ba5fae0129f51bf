import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/db/open-database.ts';

export interface BorrowedPostgres {
  /** For whoever opens it by address, after `open` has emptied it. */
  url: string;
  /** Its tables, empty. What was opened before is closed: there is one database only. */
  open(): Promise<Database>;
  giveBack(): Promise<void>;
}

/** The PostgreSQL that comes with npm, for one test file at a time (`lend-postgres.ts`). Takes seconds for the first of a run. */
export async function borrowPostgres(): Promise<BorrowedPostgres> {
  const socket = connect(inject('postgresLender'), '127.0.0.1');
  const [address] = await once(socket, 'data');
  const url = String(address).trim();
  let current: Database | null = null;
  const close = async () => {
    const closing = current;
    current = null;
    await closing?.close();
  };
  return {
    url,
    async open() {
      await close();
      const database = await openDatabase({ url, dataDir: ':memory:' });
      await empty(database);
      current = database;
      return { ...database, close };
    },
    async giveBack() {
      await close();
      socket.destroy();
    },
  };
}

/** Deletes the rows of all tables but the record of migrations, in any order. */
async function empty({ db }: Database): Promise<void> {
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(db);
  await db.transaction().execute(async (tx) => {
    // References are not looked at.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const { tablename } of rows) await sql`delete from ${sql.table(tablename)}`.execute(tx);
  });
}
