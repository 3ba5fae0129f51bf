import type { Config } from '../config.ts';
import { lockDirectory } from '../db/directory-lock.ts';
import { openDatabase } from '../db/open-database.ts';

/** Brings the tables up to date as a start would, and nothing else: before new processes start side by side. Gives which database it was. */
export async function bringUpToDate({ server: { databaseUrl, dataDir } }: Config): Promise<string> {
  // Tables are not changed under a process that runs on them.
  const lock = databaseUrl === undefined ? lockDirectory(dataDir) : null;
  try {
    const database = await openDatabase({ url: databaseUrl, dataDir });
    await database.close();
    return databaseUrl === undefined ? `SQLite in ${dataDir}` : `PostgreSQL at ${new URL(databaseUrl).host}`;
  } finally {
    lock?.release();
  }
}
