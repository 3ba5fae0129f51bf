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

/** Deletes all rows but those of the record of migrations, in any order: asked once, for each question to it takes as long as a deletion. */
async function empty({ db }: Database): Promise<void> {
  await sql`
    do $$
    declare name text;
    begin
      -- References are not looked at.
      perform set_config('session_replication_role', 'replica', true);
      for name in
        select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' and pg_relation_size(oid) > 0
      loop
        execute format('delete from %I', name);
      end loop;
    end $$`.execute(db);
}
