import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import { openNodeSqlite } from './node-sqlite.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export interface Database {
  db: Db;
  dialect: 'sqlite' | 'postgres';
  /** Resolves when a query can be answered. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const postgresInt8 = 20;
const poolSize = 10;
const connectTimeoutMs = 10_000;

/**
 * Opens PostgreSQL when a `url` is given, else the SQLite file in `dataDir`, and brings its tables up to date.
 * `:memory:` as `dataDir` gives a database that is gone when it is closed.
 */
export async function openDatabase(options: { url?: string | undefined; dataDir: string }): Promise<Database> {
  const database = options.url ? await openPostgres(options.url) : openSqlite(options.dataDir);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

function openSqlite(dataDir: string): Database {
  const inMemory = dataDir === ':memory:';
  if (!inMemory) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const sqlite = openNodeSqlite(inMemory ? ':memory:' : join(dataDir, 'parley.db'));
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  return {
    db,
    dialect: 'sqlite',
    check: () => check(db),
    async close() {
      if (!inMemory) sqlite.checkpoint();
      await db.destroy();
    },
  };
}

async function openPostgres(url: string): Promise<Database> {
  // Loaded here so that a service on SQLite never pays for it.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    types: {
      getTypeParser: (type, format) =>
        // Sums and times fit a double exactly up to 2^53; `pg` would hand them out as text.
        type === postgresInt8 ? Number : pg.types.getTypeParser(type, format),
    },
  });
  // A connection that the server closes while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, dialect: 'postgres', check: () => check(db), close: () => db.destroy() };
}

async function check(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

async function migrate({ db, dialect }: Database): Promise<void> {
  const migrator = new Migrator({
    db,
    // Without it the migrator takes the tables of another schema of the same database for its own.
    ...(dialect === 'postgres' && { migrationTableSchema: await currentSchema(db) }),
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function currentSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
