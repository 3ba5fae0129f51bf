import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../db/open-database.ts';
import { requireSameSecret } from '../../../db/secret-guard.ts';
import { isUnfinished, markFinished, markUnfinished } from '../../../db/unfinished-move.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import { type BlobSums, moveBlobs } from './move-blobs.ts';
import { moveJobs } from './move-jobs.ts';
import { TableMover, type TableSum } from './move-tables.ts';

export interface MoveParts {
  /** Where the journal of calls lies, and the notes of what was moved. */
  dataDir: string;
  secrets: readonly string[];
  /** Null: the database stays where it is. */
  databases: { from: Database; to: Database; jobs: JobQueue } | null;
  /** Null: files stay where they are. */
  blobs: { from: BlobStore; to: BlobStore } | null;
  /** Nothing writes to the source any more: this is the last pass, after which a service starts on the target. */
  isFinal: boolean;
}

export interface MoveReport {
  isFinal: boolean;
  blobs: BlobSums | null;
  /** Rows that were written or deleted in this pass. */
  changedRows: number;
  /** Of the last pass: what is the same on both sides. */
  tables: TableSum[];
  jobs: number;
}

/** Copies a database and a store of blobs to others, again and again if need be: a pass copies what has changed since the one before. */
export async function move(parts: MoveParts): Promise<MoveReport> {
  const { databases, blobs, dataDir, isFinal } = parts;
  if (databases) await requireOwn(databases.to);
  if (isFinal) await requireEmptyJournal(dataDir);
  const stateFile = join(dataDir, 'move-state.jsonl');
  const report: MoveReport = { isFinal, blobs: null, changedRows: 0, tables: [], jobs: 0 };
  // Blobs lie in a store before their rows are in the database.
  if (blobs) report.blobs = await moveBlobs(blobs.from, blobs.to, stateFile);
  if (!databases) return report;
  const { from, to, jobs } = databases;
  await requireSameSecret(from.db, parts.secrets, {
    store: 'the database',
    from: 'the one at hand',
    isShared: false,
    acceptsNew: false,
  });
  const tables = new TableMover({ from, to });
  report.changedRows = await tables.copy();
  if (!isFinal) return report;
  report.tables = await tables.compare();
  report.jobs = await moveJobs(from, jobs);
  await markFinished(to.db);
  await rm(stateFile, { force: true });
  return report;
}

/** The target is empty, or one that was begun before. */
async function requireOwn({ db }: Database): Promise<void> {
  if (await isUnfinished(db)) return;
  const rows = [
    await db.selectFrom('workspaces').select('id').limit(1).execute(),
    await db.selectFrom('users').select('id').limit(1).execute(),
  ];
  if (rows.flat().length > 0) throw new Error('the database to move to is not empty; a service has used it');
  await markUnfinished(db);
}

/** What lies there is not in the database yet. */
async function requireEmptyJournal(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'usage-journal');
  const names: string[] = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.jsonl'))) {
    const { size } = await stat(join(folder, name));
    if (size === 0) continue;
    throw new Error(
      `${join(folder, name)} holds records of calls that the database has not taken in: start the service once more, and stop it`,
    );
  }
}
