import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** All in one go: SQLite begins again whenever somebody writes between two steps. */
const allPages = 2 ** 31 - 1;
const keptCopies = 3;

/** Copies the database of a data directory to be gone back to after an upgrade; the last three stay. Throws a sentence. */
export async function copyBeforeUpgrade(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'before-upgrade');
  const path = join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`);
  const unfinished = `${path}.unfinished`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) if (name.endsWith('.unfinished')) rmSync(join(folder, name));
    await copySqlite(join(dataDir, 'parley.db'), unfinished);
    renameSync(unfinished, path);
    const copies = readdirSync(folder).filter((name) => name.endsWith('.db'));
    for (const name of copies.sort().slice(0, -keptCopies)) rmSync(join(folder, name));
    return path;
  } catch (error) {
    if (existsSync(unfinished)) rmSync(unfinished);
    throw new Error(
      `The database could not be copied to ${folder} before the upgrade (${error instanceof Error ? error.message : error}), so ` +
        'its tables were left as they are. Make room there, or start the version of before.',
      { cause: error },
    );
  }
}

/** Copies a database, as it is at one moment, while others read and write it. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to, { rate: allPages });
  } finally {
    source.close();
  }
}
