import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { temporaryFolder } from '../../../lib/temporary.ts';
import type { Archive, Entry, Snapshot } from './archive.ts';
import { checkCopy } from './check-data.ts';

export interface VerifiedSnapshot {
  snapshot: string;
  /** Of the service that made it. */
  version: string;
  files: number;
  blobs: number;
  sizeBytes: number;
}

/** Opens the database of a snapshot as a start would, and reads everything. Throws a sentence about the first thing that is missing or damaged. */
export async function verifySnapshot(archive: Archive, id: string | undefined): Promise<VerifiedSnapshot> {
  const snapshot = await archive.snapshot(id);
  const files = await openSnapshot(archive, snapshot);
  await readSnapshot(archive, snapshot);
  return { ...summaryOf(snapshot), files };
}

/** Reads what `isRead` names; of the rest it only looks whether it is there. */
export async function readSnapshot(
  archive: Archive,
  { entries }: Snapshot,
  isRead: (name: string) => boolean = () => true,
): Promise<void> {
  for (const entry of entries) {
    if (!archive.has(entry)) throw new Error(`a piece of ${entry.name} is missing in the backup, or not whole`);
    if (isRead(entry.name)) for await (const _ of archive.read(entry));
  }
}

/** Puts the database into a temporary folder and checks it there. Gives the number of files that it knows. */
export async function openSnapshot(archive: Archive, snapshot: Snapshot): Promise<number> {
  const folder = temporaryFolder('verify');
  try {
    const secrets = await text(archive.read(entryOf(snapshot, 'secret')));
    await pipeline(archive.read(entryOf(snapshot, 'database')), createWriteStream(join(folder, 'parley.db')));
    const names = new Set(snapshot.entries.map(({ name }) => name));
    const hasBlob = (key: string) => names.has(`blobs/${key}`);
    const found = await checkCopy(folder, { secrets: secrets.trim().split('\n'), hasBlob });
    const [missing] = found.missing;
    if (missing !== undefined) throw new Error(`the backup has a file in its database but not its bytes: ${missing}`);
    return found.files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Everything but the count of files. */
export const summaryOf = ({ id, version, entries }: Snapshot): Omit<VerifiedSnapshot, 'files'> => ({
  snapshot: id,
  version,
  blobs: entries.filter(({ name }) => name.startsWith('blobs/')).length,
  sizeBytes: entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
});

function entryOf({ id, entries }: Snapshot, name: string): Entry {
  const entry = entries.find((one) => one.name === name);
  if (!entry) throw new Error(`the snapshot ${id} has no ${name}`);
  return entry;
}
