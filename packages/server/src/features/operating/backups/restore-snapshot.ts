import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { lockDirectory } from '../../../db/directory-lock.ts';
import { unfinishedRestore } from '../../../db/open-database.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Archive, Entry } from './archive.ts';
import { openSnapshot, readSnapshot, summaryOf, type VerifiedSnapshot } from './verify-snapshot.ts';

const lockFiles = ['parley.lock', 'parley.pid'];
const plainName = /^(?:usage-journal|integrations)\/[\w.-]+$/;

/**
 * Puts everything of a snapshot into an empty data directory and an empty store. One that was broken off is begun anew; until it is done
 * no service starts on it.
 */
export async function restoreSnapshot(
  archive: Archive,
  { id, dataDir, blobs }: { id?: string | undefined; dataDir: string; blobs: BlobStore },
): Promise<VerifiedSnapshot> {
  const snapshot = await archive.snapshot(id);
  await requireEmpty(dataDir, blobs);
  // Before anything is written: the database opens, its secret fits, and all that it needs is there.
  const files = await openSnapshot(archive, snapshot);
  await readSnapshot(archive, snapshot, () => false);
  const lock = lockDirectory(dataDir);
  try {
    const mark = join(dataDir, unfinishedRestore);
    await (await open(mark, 'w', 0o600)).close();
    for (const entry of snapshot.entries) await restoreEntry(archive, entry, { dataDir, blobs });
    await rename(join(dataDir, 'parley.db.unfinished'), join(dataDir, 'parley.db'));
    await rm(mark);
    return { ...summaryOf(snapshot), files };
  } finally {
    lock.release();
  }
}

async function requireEmpty(dataDir: string, blobs: BlobStore): Promise<void> {
  const names: string[] = await readdir(dataDir).catch(() => []);
  if (names.includes(unfinishedRestore)) return;
  if (names.some((name) => !lockFiles.includes(name))) {
    throw new Error(`${dataDir} is not empty; name another directory with --data-dir or DATA_DIR`);
  }
  for await (const { key } of blobs.list()) {
    throw new Error(`the store of BLOB_URL is not empty (it has ${key}); name another bucket or prefix`);
  }
}

async function restoreEntry(
  archive: Archive,
  entry: Entry,
  { dataDir, blobs }: { dataDir: string; blobs: BlobStore },
): Promise<void> {
  const { name } = entry;
  if (name.startsWith('blobs/')) {
    await blobs.put(name.slice('blobs/'.length), Readable.from(archive.read(entry), { objectMode: false }));
    return;
  }
  const path = join(dataDir, placeOf(name));
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  await pipeline(archive.read(entry), createWriteStream(path, { mode: 0o600, flush: true }));
}

function placeOf(name: string): string {
  if (name === 'database') return 'parley.db.unfinished';
  if (name === 'secret' || plainName.test(name)) return name;
  throw new Error(`the backup has something of which nothing is known: ${name}`);
}
