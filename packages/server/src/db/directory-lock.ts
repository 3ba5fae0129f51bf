import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY: somebody else has it. */
const busy = 5;

export interface FileLock {
  release(): void;
}

/**
 * Claims a data directory for this process. Throws when another process holds it.
 */
export function lockDirectory(directory: string): FileLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const holderFile = join(directory, 'parley.pid');
  const lock = tryLock(join(directory, 'parley.lock'), (cause) => {
    throw new Error(
      `another Parley process${holder(holderFile)} uses the data directory ${directory}. ` +
        'Stop it, or give this one its own directory with DATA_DIR. ' +
        'To run several processes on the same data, set DATABASE_URL to a PostgreSQL database.',
      { cause },
    );
  });
  writeFileSync(holderFile, String(process.pid));
  return lock;
}

/**
 * Claims a file, which is made when it is not there. The claim is an operating-system lock (held through an SQLite
 * transaction), so it ends with the process however that dies. What is to be done when another holds it says `onHeld`.
 */
export function tryLock<Held>(file: string, onHeld: (cause: unknown) => Held): FileLock | Held {
  const lock = new DatabaseSync(file);
  try {
    // Nothing is ever written to it, so no file of SQLite's is needed beside it.
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    // Anything else, such as a disk that cannot be written, is nobody else's claim.
    if (cause instanceof Error && Reflect.get(cause, 'errcode') === busy) return onHeld(cause);
    throw cause;
  }
  return {
    release() {
      lock.exec('ROLLBACK');
      lock.close();
    },
  };
}

function holder(file: string): string {
  try {
    return ` (process ${readFileSync(file, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
