import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { BlobStore, ListedBlob } from '../../../ports/blob-store.ts';

export interface BlobSums {
  blobs: number;
  sizeBytes: number;
  /** In this pass. */
  copied: number;
  deleted: number;
}

/** A blob that was copied, and read back. */
interface Copied {
  key: string;
  version: string | undefined;
  sizeBytes: number;
  sha256: string;
}

/**
 * Makes one store of blobs the same as another. Each blob is read back and its checksum compared; `stateFile` notes which were, so that a
 * later pass copies only what is new or was replaced.
 */
export async function moveBlobs(from: BlobStore, to: BlobStore, stateFile: string): Promise<BlobSums> {
  const done = await readState(stateFile);
  const there = new Map<string, number>();
  for await (const { key, sizeBytes } of to.list()) there.set(key, sizeBytes);
  const sums: BlobSums = { blobs: 0, sizeBytes: 0, copied: 0, deleted: 0 };
  const kept = new Set<string>();
  for await (const blob of from.list()) {
    const known = done.get(blob.key);
    const isSame = known !== undefined && known.version !== undefined && known.version === blob.version;
    const isThere = there.get(blob.key) === blob.sizeBytes;
    const copied = isSame && isThere ? known : await copyBlob(from, to, blob);
    // Deleted meanwhile.
    if (copied === null) continue;
    if (copied !== known) {
      await appendFile(stateFile, `${JSON.stringify(copied)}\n`, { mode: 0o600 });
      sums.copied++;
    }
    kept.add(blob.key);
    sums.blobs++;
    sums.sizeBytes += copied.sizeBytes;
  }
  for (const key of there.keys()) {
    if (kept.has(key)) continue;
    await to.delete(key);
    sums.deleted++;
  }
  return sums;
}

/** Null when it is gone. */
async function copyBlob(from: BlobStore, to: BlobStore, { key, version }: ListedBlob): Promise<Copied | null> {
  const found = await from.get(key);
  if (!found) return null;
  const hash = createHash('sha256');
  const { sizeBytes } = await to.put(key, Readable.from(hashed(found.body, hash), { objectMode: false }));
  const sha256 = hash.digest('hex');
  const written = await to.get(key);
  const again = createHash('sha256');
  if (written) for await (const _ of hashed(written.body, again));
  if (again.digest('hex') !== sha256) throw new Error(`${key} came out of the new store otherwise than it went in`);
  return { key, version, sizeBytes, sha256 };
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    hash.update(bytes);
    yield bytes;
  }
}

async function readState(file: string): Promise<Map<string, Copied>> {
  const lines = existsSync(file) ? (await readFile(file, 'utf8')).split('\n') : [];
  return new Map(
    lines.flatMap((line) => {
      try {
        const copied: Copied = JSON.parse(line);
        return [[copied.key, copied] as const];
      } catch {
        // The last one, cut off by a kill.
        return [];
      }
    }),
  );
}
