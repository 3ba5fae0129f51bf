import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Database, openDatabase } from '../src/db/open-database.ts';
import { type BorrowedPostgres, borrowPostgres } from './borrow-postgres.ts';
import { openInMemory, putMigratedFile } from './migrated-file.ts';

const testDatabaseUrl = process.env.TEST_DATABASE_URL;

/** Whether tests on PostgreSQL have a server; the one that npm brings is slow with much data. */
export const hasPostgresServer = testDatabaseUrl !== undefined;

/**
 * Runs the same tests on SQLite and on PostgreSQL: in a fresh database of the server that `TEST_DATABASE_URL` names, else in the one
 * that npm brings. `CI_REQUIRES_POSTGRES` turns a missing server into a failure.
 */
export function onBothDatabases(name: string, tests: (open: () => Promise<Database>) => void): void {
  describe(`${name} on SQLite`, () => tests(openInMemory));
  describe(`${name} on PostgreSQL`, () => onPostgres(tests));
}

/** The tests on PostgreSQL alone; to be called within a `describe`. */
export function onPostgres(tests: (open: () => Promise<Database>) => void): void {
  if (testDatabaseUrl) {
    tests(openPostgresDatabase);
    return;
  }
  if (process.env.CI_REQUIRES_POSTGRES) throw new Error('TEST_DATABASE_URL is not set');
  let borrowed: BorrowedPostgres;
  beforeAll(async () => {
    borrowed = await borrowPostgres();
  }, 180_000);
  afterAll(() => borrowed.giveBack());
  tests(() => borrowed.open());
}

export interface ServiceDatabase {
  /** What makes a service use it. */
  env: Record<string, string>;
  /** What a query finds in it, beside the service. */
  rows(query: string): Promise<Record<string, string | number | null>[]>;
  close(): Promise<void>;
}

/** An empty database for a whole service. `dataDir` is where the service keeps the rest, and SQLite. */
export async function openForService(kind: 'SQLite' | 'PostgreSQL', dataDir: string): Promise<ServiceDatabase> {
  const env = { DATA_DIR: dataDir };
  const rowsOf = (database: Database) => async (query: string) =>
    (await sql.raw<Record<string, string | number | null>>(query).execute(database.db)).rows;
  if (kind === 'SQLite') {
    await putMigratedFile(dataDir);
    const database = await openDatabase({ dataDir });
    return { env, rows: rowsOf(database), close: () => database.close() };
  }
  const secret = { PARLEY_SECRET: 'a secret of the tests 0123456789' };
  if (testDatabaseUrl) {
    const { url, ...database } = await openPostgresDatabase();
    return { env: { ...env, ...secret, DATABASE_URL: url }, rows: rowsOf(database), close: () => database.close() };
  }
  const borrowed = await borrowPostgres();
  const database = await borrowed.open();
  return {
    env: { ...env, ...secret, DATABASE_URL: borrowed.url },
    rows: rowsOf(database),
    close: () => borrowed.giveBack(),
  };
}

/**
 * A PostgreSQL database of its own, dropped on close. A schema of its own would not do: migrations look at the tables of all
 * schemas, and those of another test may be gone the next moment.
 */
export async function openPostgresDatabase(): Promise<Database & { url: string }> {
  if (!testDatabaseUrl) throw new Error('TEST_DATABASE_URL is not set');
  const { default: pg } = await import('pg');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: testDatabaseUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href, dataDir: ':memory:' });
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
