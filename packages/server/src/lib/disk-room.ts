import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFull } from './disk-full.ts';

const megabyte = 1024 * 1024;
/** Below this no more files are taken: the rest is for the database and the journal of calls. */
const leastForFilesBytes = 128 * megabyte;
/** Held back in a file, and given up when there is nothing else: some twenty thousand records of calls. */
const reserveBytes = 16 * megabyte;
/** From here on the reserve is given up. */
const emptyBytes = 4 * megabyte;
const lookMs = 5000;

export interface DiskSpace {
  freeBytes: number;
  sizeBytes: number;
}

/** The disk under a directory. Where there is none, with a database and a store elsewhere, there is room without end. */
export async function diskSpace(directory: string): Promise<DiskSpace> {
  try {
    const { bavail, bsize, blocks } = await statfs(directory);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') {
      return { freeBytes: Number.POSITIVE_INFINITY, sizeBytes: Number.POSITIVE_INFINITY };
    }
    throw error;
  }
}

/**
 * Watches the room on the disk that the service writes to. Files are refused before it is full, and a reserve is kept: when something
 * else has filled it, what calls used can still be written down.
 */
export class DiskRoom {
  readonly #directory: string;
  readonly #space: (directory: string) => Promise<DiskSpace>;
  readonly #onError: (error: unknown) => void;
  /** Null where nothing outlives the process. */
  readonly #reserve: string | null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: {
    directory: string;
    keepsReserve: boolean;
    onError: (error: unknown) => void;
    space?: ((directory: string) => Promise<DiskSpace>) | undefined;
  }) {
    this.#directory = parts.directory;
    this.#space = parts.space ?? diskSpace;
    this.#onError = parts.onError;
    this.#reserve = parts.keepsReserve ? join(parts.directory, 'reserve') : null;
  }

  space(): Promise<DiskSpace> {
    return this.#space(this.#directory);
  }

  /** How much of the disk is in use, 0 to 1. */
  async usedShare(): Promise<number> {
    const { freeBytes, sizeBytes } = await this.space();
    return Number.isFinite(sizeBytes) && sizeBytes > 0 ? 1 - freeBytes / sizeBytes : 0;
  }

  async hasRoomForFiles(): Promise<boolean> {
    return (await this.space()).freeBytes >= leastForFilesBytes;
  }

  /** Throws `disk_full`. */
  async requireRoomForFiles(): Promise<void> {
    if (!(await this.hasRoomForFiles())) throw diskFull();
  }

  /** Begins to keep the reserve, and looks after it every few seconds. */
  start(): void {
    if (this.#reserve === null) return;
    this.#timer = setInterval(() => {
      this.#looking = this.look().catch(this.#onError);
    }, lookMs).unref();
  }

  /** Gives the reserve up when the disk is full, and takes it again when there is room. */
  async look(): Promise<void> {
    if (this.#reserve === null) return;
    const { freeBytes } = await this.space();
    if (freeBytes < emptyBytes) this.release();
    else if (freeBytes >= leastForFilesBytes && !existsSync(this.#reserve)) await fill(this.#reserve);
  }

  /** At once; false when there is none left to give up. */
  release(): boolean {
    if (this.#reserve === null || !existsSync(this.#reserve)) return false;
    rmSync(this.#reserve, { force: true });
    return true;
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#looking;
  }
}

/** Bytes that no file system can write smaller than they are. */
async function fill(path: string): Promise<void> {
  const unfinished = `${path}.new`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    const bytes = randomBytes(megabyte);
    for (let written = 0; written < reserveBytes; written += bytes.length) await handle.write(bytes);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(unfinished, path);
}
