import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import S3rver from 's3rver';

/** The setting that a service runs in, and every place in it where a word of a caller could stand. */
export interface ErasureStore {
  env: Record<string, string>;
  /** `table.column`, key or path of whatever holds the word, in any case. */
  traces(word: string): Promise<string[]>;
  /** Paths of all blobs. */
  blobs(): string[];
  close(): Promise<void>;
}

/** SQLite and a directory; SQLite and S3; or, where the servers are there, PostgreSQL, Redis and S3. */
export const erasureSettings = ['files', 'S3', 'PostgreSQL, Redis and S3'] as const;
export type ErasureSetting = (typeof erasureSettings)[number];

const { TEST_DATABASE_URL, TEST_REDIS_URL, CI_REQUIRES_SERVERS } = process.env;
export const hasServers = TEST_DATABASE_URL !== undefined && TEST_REDIS_URL !== undefined;
if (!hasServers && CI_REQUIRES_SERVERS) throw new Error('TEST_DATABASE_URL and TEST_REDIS_URL are not set');

export async function openErasureStore(setting: ErasureSetting): Promise<ErasureStore> {
  const root = mkdtempSync(join(tmpdir(), 'parley-erasure-'));
  const dataDir = join(root, 'data');
  const bucket = setting === 'files' ? null : await openBucket(join(root, 'bucket'));
  const servers = setting === 'PostgreSQL, Redis and S3' ? await openServers() : null;
  const directory = bucket ? join(root, 'bucket') : join(dataDir, 'blobs');
  const blobs = () =>
    existsSync(directory)
      ? readdirSync(directory, { recursive: true })
          .map(String)
          .filter((path) => statSync(join(directory, path)).isFile())
      : [];
  return {
    env: { DATA_DIR: dataDir, ...bucket?.env, ...servers?.env },
    blobs,
    async traces(word) {
      const rows = servers ? await servers.values() : rowsOfFile(join(dataDir, 'parley.db'));
      const found = rows.filter(([, value]) => value.toLowerCase().includes(word)).map(([place]) => place);
      // The S3 server of the tests keeps what it was sent in files; those of the data directory are looked through as well.
      for (const path of filesIn(root)) {
        if (path.includes(word) || readFileSync(join(root, path)).includes(word)) found.push(path);
      }
      return [...new Set(found)].filter((place) => !place.startsWith(join('data', 'parley.db')));
    },
    async close() {
      await servers?.close();
      await bucket?.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(root, path)).isFile());
}

type Value = [place: string, value: string];

function rowsOfFile(path: string): Value[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const values = tables.flatMap(({ name }) =>
    database
      .prepare(`select * from "${name}"`)
      .all()
      .flatMap((row) => Object.entries(row).map(([column, value]): Value => [`${name}.${column}`, textOf(value)])),
  );
  database.close();
  return values;
}

async function openBucket(directory: string) {
  const server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'parley', configs: [] }] });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const BLOB_URL = `s3://parley/all?endpoint=${endpoint}&access_key_id=S3RVER&secret_access_key=S3RVER`;
  return { env: { BLOB_URL }, close: () => server.close() };
}

/** A database of its own on the PostgreSQL server, the job queue's schema included, and one of the Redis databases. */
async function openServers() {
  const { default: pg } = await import('pg');
  const { Redis } = await import('ioredis');
  const name = `erasure_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: TEST_DATABASE_URL });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(TEST_DATABASE_URL ?? '');
  url.pathname = `/${name}`;
  // Test files that run beside each other must not flush one another's keys.
  const REDIS_URL = `${TEST_REDIS_URL}/${8 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8)}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const redis = new Redis(REDIS_URL);
  await redis.flushdb();
  return {
    env: { DATABASE_URL: url.href, REDIS_URL, PARLEY_SECRET: 'a secret of the tests 0123456789' },
    async values(): Promise<Value[]> {
      const values: Value[] = [];
      const tables = await client.query<{ place: string }>(
        `select quote_ident(table_schema) || '.' || quote_ident(table_name) as place from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
      );
      for (const { place } of tables.rows) {
        const { rows } = await client.query<Record<string, unknown>>(`select * from ${place}`);
        const table = place.replace(/^public\./, '');
        for (const row of rows) {
          for (const [column, value] of Object.entries(row)) values.push([`${table}.${column}`, textOf(value)]);
        }
      }
      for (const key of await redis.keys('*')) {
        values.push([`redis ${key}`, `${key} ${(await redis.dumpBuffer(key))?.toString('latin1') ?? ''}`]);
      }
      return values;
    },
    async close() {
      await redis.flushdb();
      redis.disconnect();
      await client.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
