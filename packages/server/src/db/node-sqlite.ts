import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

const statementCacheSize = 500;
const busyTimeoutMs = 5000;
/** 64 MB: a thread writes the log back long before (`log-checkpointer.ts`), and no commit has to. */
const maxLogPages = 16_384;

/** `node:sqlite` in the form that Kysely's SQLite dialect drives, with prepared statements kept by their text. */
export function openNodeSqlite(path: string, image?: Uint8Array): SqliteDatabase & { checkpoint(): void } {
  const database = new DatabaseSync(path);
  if (image !== undefined) database.deserialize(image);
  // What is deleted is overwritten (secure_delete), and gone from the log when that is cut (`log-checkpointer.ts`).
  // WAL with NORMAL survives the death of the process at any moment; only a power cut can lose the last writes.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    PRAGMA busy_timeout = ${busyTimeoutMs};
    PRAGMA temp_store = MEMORY;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -8000;
    PRAGMA wal_autocheckpoint = ${maxLogPages};
  `);
  const statements = new LRUCache<string, SqliteStatement>({ max: statementCacheSize });
  return {
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = toSqliteStatement(database.prepare(sql));
      statements.set(sql, statement);
      return statement;
    },
    checkpoint() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

function toSqliteStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bindable(parameters)),
    run(parameters) {
      const { changes, lastInsertRowid } = statement.run(...bindable(parameters));
      return { changes, lastInsertRowid };
    },
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  };
}

/** SQLite knows no booleans and no `undefined`. */
function bindable(parameters: readonly unknown[]): (string | number | bigint | null | Uint8Array)[] {
  return parameters.map((value) => {
    if (value === undefined || value === null) return null;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`a ${typeof value} cannot be bound to SQL`);
  });
}
