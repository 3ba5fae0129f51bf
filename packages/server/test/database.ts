import { randomBytes } from 'node:crypto';
import { describe } from 'vitest';
import { type Database, openDatabase } from '../src/db/open-database.ts';

const testDatabaseUrl = process.env.TEST_DATABASE_URL;

/**
 * Runs the same tests on SQLite and, where `TEST_DATABASE_URL` names a PostgreSQL server, in a fresh database there.
 * `CI_REQUIRES_POSTGRES` turns a missing server into a failure.
 */
export function onBothDatabases(name: string, tests: (open: () => Promise<Database>) => void): void {
  describe(`${name} on SQLite`, () => tests(() => openDatabase({ dataDir: ':memory:' })));
  if (!testDatabaseUrl && process.env.CI_REQUIRES_POSTGRES) throw new Error('TEST_DATABASE_URL is not set');
  if (!testDatabaseUrl) console.info(`${name} on PostgreSQL: skipped, TEST_DATABASE_URL is not set`);
  describe.skipIf(!testDatabaseUrl)(`${name} on PostgreSQL`, () => tests(() => openPostgresDatabase()));
}

/**
 * A PostgreSQL database of its own, dropped on close. A schema of its own would not do: migrations look at the tables of all
 * schemas, and those of another test may be gone the next moment.
 */
export async function openPostgresDatabase(): Promise<Database> {
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
    async close() {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
