import { type Database, openDatabase } from '../../../db/open-database.ts';
import { requireSameSecret } from '../../../db/secret-guard.ts';
import { CheckRepository } from './check-repository.ts';

/** What was found to be there. */
export interface CheckedData {
  files: number;
  /** The first keys of blobs that the database names and the store has not. */
  missing: string[];
}

interface DataParts {
  secrets: readonly string[];
  hasBlob(key: string): boolean | Promise<boolean>;
}

const mostMissing = 20;

/** Throws a sentence when the database is damaged or sealed with another secret, and looks for the bytes of every file. */
export async function checkData(
  database: Pick<Database, 'db' | 'dialect'>,
  { secrets, hasBlob }: DataParts,
): Promise<CheckedData> {
  const repository = new CheckRepository({ database });
  await repository.requireWhole();
  const use = { store: 'the database', from: 'the one at hand', isShared: false, acceptsNew: false };
  await requireSameSecret(database.db, secrets, use);
  const found: CheckedData = { files: 0, missing: [] };
  for await (const key of repository.neededBlobs()) {
    found.files++;
    if (found.missing.length < mostMissing && !(await hasBlob(key))) found.missing.push(key);
  }
  return found;
}

/** The same for a copy of an SQLite database, which is brought up to date and opened as a start would. */
export async function checkCopy(dataDir: string, parts: DataParts): Promise<CheckedData> {
  const database = await openDatabase({ dataDir });
  try {
    return await checkData(database, parts);
  } finally {
    await database.close();
  }
}
