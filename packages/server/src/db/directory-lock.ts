import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Claims a data directory for this process. The claim is an operating-system lock (held through an SQLite transaction), so
 * it ends with the process however that dies. Throws when another process holds it.
 */
export function lockDirectory(directory: string): { release(): void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const holderFile = join(directory, 'parley.pid');
  const lock = new DatabaseSync(join(directory, 'parley.lock'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new Error(
      `another Parley process${holder(holderFile)} uses the data directory ${directory}. ` +
        'Stop it, or give this one its own directory with DATA_DIR. ' +
        'To run several processes on the same data, set DATABASE_URL to a PostgreSQL database.',
      { cause },
    );
  }
  writeFileSync(holderFile, String(process.pid));
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
