import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { checkBlobKey, checkBlobPrefix } from '../../lib/blob-key.ts';
import { diskFull, isDiskFull } from '../../lib/disk-full.ts';
import type { DiskRoom } from '../../lib/disk-room.ts';
import { limitBytes, payloadTooLarge } from '../../lib/size-limit.ts';
import type { BlobStore, ListedBlob, PutOptions } from '../../ports/blob-store.ts';

/** No key can name it, because no segment of a key begins with a dot. */
const temporaryFolder = '.incoming';
/** What is unfinished after so long belongs to a process that died. */
const abandonedAfterMs = 60 * 60 * 1000;
const renameAttempts = 5;

/** Blobs as files. Bytes go to a temporary name, are flushed to the disk and renamed: a blob is there whole or not at all. */
export class DiskBlobStore implements BlobStore {
  readonly #root: string;
  readonly #incoming: string;
  readonly #room: Pick<DiskRoom, 'hasRoomForFiles' | 'requireRoomForFiles'> | null;
  #ready: Promise<void> | null = null;

  constructor(options: { directory: string; room?: Pick<DiskRoom, 'hasRoomForFiles' | 'requireRoomForFiles'> }) {
    this.#room = options.room ?? null;
    this.#root = options.directory;
    this.#incoming = join(options.directory, temporaryFolder);
  }

  async put(
    key: string,
    body: Readable | Uint8Array,
    { maxBytes = Number.POSITIVE_INFINITY, signal }: PutOptions = {},
  ): Promise<{ sizeBytes: number }> {
    checkBlobKey(key);
    if (body instanceof Uint8Array && body.length > maxBytes) throw payloadTooLarge(maxBytes);
    signal?.throwIfAborted();
    await this.#room?.requireRoomForFiles();
    await this.#prepare();
    const temporary = join(this.#incoming, randomUUID());
    try {
      const handle = await open(temporary, 'wx', 0o600);
      const sizeBytes = await writeAll(handle, body instanceof Uint8Array ? body : limitBytes(body, maxBytes, signal));
      await this.#rename(temporary, join(this.#root, key));
      return { sizeBytes };
    } catch (error) {
      await rm(temporary, { force: true });
      throw isDiskFull(error) ? diskFull(error) : error;
    }
  }

  async get(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ body: Readable; sizeBytes: number } | null> {
    checkBlobKey(key);
    const handle = await unlessMissing(open(join(this.#root, key), 'r'));
    if (!handle) return null;
    const { size } = await handle.stat();
    // The stream owns the handle: a blob deleted or replaced meanwhile is still read to its end.
    const body = createReadStream('', { fd: handle, ...range });
    return { body, sizeBytes: range ? Math.max(0, Math.min(range.end, size - 1) - range.start + 1) : size };
  }

  async read(key: string): Promise<Buffer | null> {
    checkBlobKey(key);
    return await unlessMissing(readFile(join(this.#root, key)));
  }

  async stat(key: string): Promise<{ sizeBytes: number } | null> {
    checkBlobKey(key);
    const stats = await unlessMissing(stat(join(this.#root, key)));
    return stats?.isFile() ? { sizeBytes: stats.size } : null;
  }

  async copy(from: string, to: string): Promise<{ sizeBytes: number } | null> {
    checkBlobKey(from);
    checkBlobKey(to);
    await this.#prepare();
    const temporary = join(this.#incoming, randomUUID());
    // Blobs are replaced, never changed, so a second name for the same bytes is as good as a copy.
    const isLinked = await unlessMissing(link(join(this.#root, from), temporary).then(() => true));
    if (!isLinked) return null;
    try {
      await this.#rename(temporary, join(this.#root, to));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return this.stat(to);
  }

  async delete(key: string): Promise<void> {
    checkBlobKey(key);
    const path = join(this.#root, key);
    await rm(path, { force: true });
    await this.#removeEmptyFolders(dirname(path));
  }

  async deletePrefix(prefix: string): Promise<void> {
    checkBlobPrefix(prefix);
    const path = join(this.#root, prefix.slice(0, -1));
    // A write beside this one may put something back between two steps; then it is tried again.
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
    await this.#removeEmptyFolders(dirname(path));
  }

  list(): AsyncGenerator<ListedBlob> {
    return this.#listFolder('');
  }

  localPath(key: string): string {
    checkBlobKey(key);
    return join(this.#root, key);
  }

  async uploadUrl(): Promise<null> {
    return null;
  }

  async hasRoom(): Promise<boolean> {
    return (await this.#room?.hasRoomForFiles()) ?? true;
  }

  async check(): Promise<void> {
    await this.#prepare();
    const probe = join(this.#incoming, randomUUID());
    const handle = await open(probe, 'wx', 0o600);
    await handle.close();
    await rm(probe, { force: true });
  }

  async close(): Promise<void> {}

  async *#listFolder(prefix: string): AsyncGenerator<ListedBlob> {
    const folder = await unlessMissing(opendir(join(this.#root, prefix)));
    for await (const entry of folder ?? []) {
      const key = `${prefix}${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) yield* this.#listFolder(`${key}/`);
      const found = entry.isFile() ? await unlessMissing(stat(join(this.#root, key))) : null;
      // A blob is replaced by a file of its own.
      if (found) yield { key, sizeBytes: found.size, version: `${found.mtimeMs}-${found.ino}` };
    }
  }

  /** Makes the folders once and clears what a killed process left unfinished. */
  #prepare(): Promise<void> {
    this.#ready ??= (async () => {
      await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
      for (const name of await readdir(this.#incoming)) {
        const path = join(this.#incoming, name);
        const stats = await unlessMissing(stat(path));
        if (stats && Date.now() - stats.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
      }
    })().catch((error: unknown) => {
      this.#ready = null;
      throw error;
    });
    return this.#ready;
  }

  async #rename(from: string, to: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      try {
        await rename(from, to);
        break;
      } catch (error) {
        // A deletion beside this one may have taken the folder away between the two steps.
        if (!isMissing(error) || attempt === renameAttempts) throw error;
      }
    }
    // The name itself lives in the folder; without this a power cut could lose it.
    const folder = await unlessMissing(open(dirname(to), 'r'));
    await folder?.sync();
    await folder?.close();
  }

  async #removeEmptyFolders(from: string): Promise<void> {
    for (let folder = from; folder.length > this.#root.length; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        return; // Not empty, or gone already.
      }
    }
  }
}

async function writeAll(handle: FileHandle, body: AsyncIterable<Uint8Array> | Uint8Array): Promise<number> {
  try {
    await handle.writeFile(body);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
