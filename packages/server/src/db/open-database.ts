import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, type Logger, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { version } from '../lib/version.ts';
import { withinLimit } from '../lib/within-limit.ts';
import { copyBeforeUpgrade } from './copy-sqlite.ts';
import { LogCheckpointer } from './log-checkpointer.ts';
import { migrations } from './migrations/index.ts';
import { openNodeSqlite } from './node-sqlite.ts';
import { translatingPool } from './postgres-pool.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export interface Database {
  db: Db;
  dialect: 'sqlite' | 'postgres';
  /** Resolves when a query can be answered. */
  check(): Promise<void>;
  /** Runs what several processes must not do at the same moment; on SQLite a directory has one process. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs statements that may take longer than the time limits of calls, such as the check of a large table. */
  patiently<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Told of queries that take longer than so many milliseconds. */
interface SlowQueries {
  fromMs: number;
  onSlow(query: { sql: string; durationMs: number }): void;
}

interface OpenOptions {
  url?: string | undefined;
  dataDir: string;
  slow?: SlowQueries | undefined;
  /** Told where the database of before lies when a start brings an older SQLite file up to date. */
  onCopy?: ((path: string) => void) | undefined;
  /** What a database in memory begins as, in place of an empty one. */
  image?: Uint8Array | undefined;
  /** Tables stay as they are; those of another version are refused. */
  isLeftAsItIs?: boolean;
}

/** Lies in a data directory while a backup is written into it. */
export const unfinishedRestore = 'restore-unfinished';

const longestSql = 1000;
const postgresInt8 = 20;
const poolSize = 10;
const startMs = 8000;
const connectTimeoutMs = 5000;
/** The server ends a statement after this time; an answer that does not come at all is given up a little later. */
const statementTimeoutMs = 30_000;
const answerTimeoutMs = 35_000;
const idleInTransactionMs = 60_000;

/**
 * Opens PostgreSQL when a `url` is given, else the SQLite file in `dataDir`, and brings its tables up to date.
 * `:memory:` as `dataDir` gives a database that is gone when it is closed.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url, slow, isLeftAsItIs = false } = options;
  if (url && !isLeftAsItIs) await migratePostgres(url);
  const database = url ? await openPostgres(url, { isLimited: true, slow }) : openSqlite(options);
  if (url && !isLeftAsItIs) return database;
  try {
    await (isLeftAsItIs ? requireUpToDate(database) : migrateSqlite(database, options));
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** After a copy of the file as it was: nobody who upgrades has to have thought of one. */
async function migrateSqlite(database: Database, { dataDir, onCopy }: OpenOptions): Promise<void> {
  if (dataDir === ':memory:') return migrate(database);
  let copy: string | null = null;
  const beforeChange = async () => {
    copy = await copyBeforeUpgrade(dataDir);
    onCopy?.(copy);
  };
  await migrate(database, beforeChange).catch((error: unknown) => {
    if (copy === null) throw error;
    throw new Error(
      `The database could not be brought up to date (${error instanceof Error ? error.message : error}). As it was before it lies at ${copy}.`,
      { cause: error },
    );
  });
}

/** Without time limits: a migration of a large table may take its time. */
function migratePostgres(url: string): Promise<void> {
  return patiently(url, async (database) => {
    await withinLimit(database.check(), startMs).catch((error: unknown) => {
      throw new Error(
        `PostgreSQL at ${new URL(url).host} cannot be reached (${reasonOf(error)}). Start it, correct DATABASE_URL, or leave DATABASE_URL out to keep data in DATA_DIR.`,
      );
    });
    await migrate(database);
  });
}

/** Of a refused connection to a name with several addresses only the code says something. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

function openSqlite({ dataDir, slow, image }: OpenOptions): Database {
  const inMemory = dataDir === ':memory:';
  if (!inMemory) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (existsSync(join(dataDir, unfinishedRestore))) {
    throw new Error(`A restore into ${dataDir} was broken off. Run it again; it begins anew.`);
  }
  const path = inMemory ? ':memory:' : join(dataDir, 'parley.db');
  const sqlite = openFile(path, image);
  const checkpointer = inMemory ? null : new LogCheckpointer({ path });
  checkpointer?.start();
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }), ...logOf(slow) });
  return {
    db,
    dialect: 'sqlite',
    alone: (work) => work(),
    patiently: (work) => work(db),
    check: () => check(db),
    async close() {
      await checkpointer?.close();
      if (!inMemory) sqlite.checkpoint();
      await db.destroy();
    },
  };
}

/** SQLITE_CORRUPT, SQLITE_NOTADB, and a path at which there is no file. */
const damaged = new Set<unknown>([11, 26, 14]);

function openFile(path: string, image: Uint8Array | undefined): ReturnType<typeof openNodeSqlite> {
  try {
    return openNodeSqlite(path, image);
  } catch (error) {
    if (!(error instanceof Error) || !damaged.has(Reflect.get(error, 'errcode'))) throw error;
    throw new Error(
      `${path} is damaged or no database (${error.message}). Put a copy in its place, or move it away to begin anew.`,
      { cause: error },
    );
  }
}

async function openPostgres(
  url: string,
  { isLimited, slow }: { isLimited: boolean; slow?: SlowQueries | undefined },
): Promise<Database> {
  // Loaded here so that a service on SQLite never pays for it.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(isLimited && {
      statement_timeout: statementTimeoutMs,
      query_timeout: answerTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
    types: {
      getTypeParser: (type, format) =>
        // Sums and times fit a double exactly up to 2^53; `pg` would hand them out as text.
        type === postgresInt8 ? Number : pg.types.getTypeParser(type, format),
    },
  });
  // A connection that the server closes while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that is in use and has no query running; its next query says so.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: translatingPool(pool) }), ...logOf(slow) });
  return {
    db,
    dialect: 'postgres',
    alone: (work) => alone(db, work),
    patiently: (work) => patiently(url, (database) => work(database.db)),
    check: () => check(db),
    close: () => db.destroy(),
  };
}

/** Over connections of its own, which have no time limits and are gone afterwards. */
async function patiently<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openPostgres(url, { isLimited: false });
  try {
    return await work(database);
  } finally {
    await withinLimit(database.close(), connectTimeoutMs).catch(() => {});
  }
}

/** Any number; the same in every version. */
const startLock = 7_275_391_840;

/** A lock of the session: it goes with the connection, however this process ends. */
async function alone<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${startLock})`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${startLock})`.execute(connection);
    }
  });
}

/** Values stay out: they are what callers sent. */
function logOf(slow: SlowQueries | undefined): { log?: Logger } {
  if (slow === undefined || slow.fromMs === 0) return {};
  const { fromMs, onSlow } = slow;
  return {
    log({ query, queryDurationMillis: durationMs }) {
      if (durationMs >= fromMs) onSlow({ sql: query.sql.slice(0, longestSql), durationMs: Math.round(durationMs) });
    },
  };
}

async function check(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Brings the tables up to date. Throws a sentence, and changes nothing, where a newer version has been at them, or where
 * `beforeChange` throws, which is called when there are tables to change.
 */
export async function migrate(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  beforeChange?: () => Promise<void>,
): Promise<void> {
  // Without it the migrator takes the tables of another schema of the same database for its own.
  const schema = dialect === 'postgres' ? await currentSchema(db) : null;
  const done = await migrationsDone(db, schema);
  await refuseNewer(db, done);
  // The migrator would look at every table before it found the same.
  if (Object.keys(migrations).every((name) => done.includes(name))) return;
  if (done.length > 0) await beforeChange?.();
  const migrator = new Migrator({
    db,
    ...(schema !== null && { migrationTableSchema: schema }),
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  if (results?.length) await noteVersion(db);
}

/** Who brought the tables up to date last, for those who come with an older version. */
const migratedBy = 'migrated_by';

async function noteVersion(db: Db): Promise<void> {
  await db
    .insertInto('installation')
    .values({ name: migratedBy, value: version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: version }))
    .execute();
}

/** Empty for a new database. */
async function migrationsDone(db: Db, schema: string | null): Promise<string[]> {
  const { rows: found } = await (schema === null
    ? sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
    : sql`select 1 from information_schema.tables where table_schema = ${schema} and table_name = 'kysely_migration'`
  ).execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function requireUpToDate({ db, dialect }: Database): Promise<void> {
  const done = await migrationsDone(db, dialect === 'postgres' ? await currentSchema(db) : null);
  await refuseNewer(db, done);
  const isOlder = Object.keys(migrations).some((name) => !done.includes(name));
  if (isOlder) throw new Error(`The database is empty or of an older version than this, ${version}.`);
}

/** What an older version wrote into newer tables could be wrong for good. */
async function refuseNewer(db: Db, done: readonly string[]): Promise<void> {
  const unknown = done.filter((name) => !(name in migrations));
  if (unknown.length === 0) return;
  const by = await db.selectFrom('installation').select('value').where('name', '=', migratedBy).executeTakeFirst();
  const needed = by === undefined || by.value === version ? 'a newer version' : `version ${by.value} or a newer one`;
  throw new Error(
    `The database was brought up to date by a newer version of the service (${unknown.join(', ')}); this is ${version}. ` +
      `Start ${needed} on it, or this one on a copy of the data from before that upgrade.`,
  );
}

async function currentSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
