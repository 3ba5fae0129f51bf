import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { copySqlite } from '../../../db/copy-sqlite.ts';
import { tryLock } from '../../../db/directory-lock.ts';
import { type DiskSpace, diskSpace } from '../../../lib/disk-room.ts';
import { version } from '../../../lib/version.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Archive, Entry, Snapshot } from './archive.ts';
import { type CheckedData, checkCopy } from './check-data.ts';
import { readSnapshot, summaryOf } from './verify-snapshot.ts';

/** What is backed up: it may run meanwhile. */
export interface Installation {
  dataDir: string;
  /** As it lies there: what is sealed stays sealed. */
  blobs: BlobStore;
  /** Newest first. */
  secrets: readonly string[];
  /** Tests say how much room there is. */
  diskSpace?: (directory: string) => Promise<DiskSpace>;
}

export interface BackupReport {
  snapshot: string;
  files: number;
  blobs: number;
  /** Of everything that the snapshot holds. */
  sizeBytes: number;
  /** What was not in the archive before. */
  writtenBytes: number;
}

const attempts = 3;
const megabyte = 1024 * 1024;
/** One to be written to the archive, one to be opened. */
const copies = 2;
/** Below it the service takes no more files. */
const leftBytes = 128 * megabyte;
/** Operators' own; small, and no folders. */
const folders = ['usage-journal', 'integrations'];

/**
 * Writes everything of a data directory into an archive, and reads back what it wrote. Whatever was acknowledged before it begins is in
 * it, and each file that it has a row of.
 */
export async function takeBackup(archive: Archive, installation: Installation): Promise<BackupReport> {
  const { dataDir } = installation;
  if (!existsSync(join(dataDir, 'parley.db'))) throw new Error(`there is nothing to back up in ${dataDir}`);
  const lock = tryLock(join(dataDir, 'backup.lock'), () => {
    throw new Error(`another backup of ${dataDir} is under way`);
  });
  const workDir = join(dataDir, 'backup-work');
  try {
    await rm(workDir, { recursive: true, force: true });
    await requireRoom(installation);
    await mkdir(workDir, { mode: 0o700 });
    return await new Backup(archive, installation, workDir).take();
  } finally {
    await rm(workDir, { recursive: true, force: true });
    lock.release();
  }
}

/** A backup must not take from a service the room that it works in. */
async function requireRoom({ dataDir, diskSpace: space = diskSpace }: Installation): Promise<void> {
  const { size } = await stat(join(dataDir, 'parley.db'));
  const neededBytes = copies * size + leftBytes;
  const { freeBytes } = await space(dataDir);
  if (freeBytes >= neededBytes) return;
  const [needed, free] = [Math.ceil(neededBytes / megabyte), Math.floor(freeBytes / megabyte)];
  throw new Error(
    `a backup needs ${needed} MB under ${dataDir} for two copies of the database, and ${free} MB are free: nothing was copied`,
  );
}

class Backup {
  readonly #archive: Archive;
  readonly #installation: Installation;
  readonly #workDir: string;
  /** By their names. */
  readonly #entries = new Map<string, Entry>();
  readonly #written = new Set<string>();
  /** Of the snapshot before. */
  #known = new Map<string, Entry>();
  #writtenBytes = 0;

  constructor(archive: Archive, installation: Installation, workDir: string) {
    this.#archive = archive;
    this.#installation = installation;
    this.#workDir = workDir;
  }

  async take(): Promise<BackupReport> {
    // None, or damaged: then everything is read again.
    const before = await this.#archive.snapshot().catch(() => null);
    this.#known = new Map(before?.entries.map((entry) => [entry.name, entry]));
    await this.#write('secret', [Buffer.from(`${this.#installation.secrets.join('\n')}\n`)]);
    await this.#writeBlobs();
    let { files, missing } = await this.#writeMoment();
    // A file came and went meanwhile; the next copy has no row of it any more.
    for (let attempt = 2; missing.length > 0 && attempt <= attempts; attempt++)
      ({ files, missing } = await this.#writeMoment());
    if (missing.length > 0) {
      throw new Error(`the store has not the bytes of ${missing[0]}; parley verify --installation looks for more`);
    }
    const id = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const entries = [...this.#entries.values()];
    const snapshot: Snapshot = { id, version, entries };
    await this.#archive.writeSnapshot(snapshot);
    await readSnapshot(this.#archive, await this.#archive.snapshot(id), (name) => this.#written.has(name));
    const { blobs, sizeBytes } = summaryOf(snapshot);
    return { snapshot: id, files, blobs, sizeBytes, writtenBytes: this.#writtenBytes };
  }

  /**
   * The journal is copied before the database takes in what it holds, so a record is in one of them; blobs lie in the store before their
   * rows are in the database, so those that came meanwhile are looked for again. The copy is opened as a start would.
   */
  async #writeMoment(): Promise<CheckedData> {
    const { dataDir, secrets } = this.#installation;
    for (const folder of folders) await this.#writeFolder(folder);
    const copy = join(this.#workDir, 'parley.db');
    await copySqlite(join(dataDir, 'parley.db'), copy);
    await this.#write('database', createReadStream(copy));
    await this.#writeBlobs();
    const checkDir = join(this.#workDir, 'check');
    await mkdir(checkDir);
    await cp(copy, join(checkDir, 'parley.db'));
    const checked = await checkCopy(checkDir, { secrets, hasBlob: (key) => this.#entries.has(`blobs/${key}`) });
    await rm(checkDir, { recursive: true });
    await rm(copy);
    return checked;
  }

  async #writeFolder(folder: string): Promise<void> {
    const path = join(this.#installation.dataDir, folder);
    const names: string[] = await readdir(path).catch(() => []);
    for (const name of names) {
      const found = await stat(join(path, name)).catch(() => null);
      // Whoever opens and closes a file gives up the lock that its process has on it. Locks are empty.
      if (name.endsWith('.lock')) await this.#write(`${folder}/${name}`, []);
      else if (found?.isFile() && !name.endsWith('.new'))
        await this.#write(`${folder}/${name}`, unlessGone(createReadStream(join(path, name))));
    }
  }

  async #writeBlobs(): Promise<void> {
    const { blobs } = this.#installation;
    for await (const { key, sizeBytes, version } of blobs.list()) {
      const name = `blobs/${key}`;
      const known = this.#entries.get(name) ?? this.#known.get(name);
      const isSame = version !== undefined && known?.version === version && known.sizeBytes === sizeBytes;
      if (isSame && this.#archive.has(known)) {
        this.#entries.set(name, known);
        continue;
      }
      // Null: deleted meanwhile.
      const found = await blobs.get(key);
      if (found) await this.#write(name, found.body, version);
    }
  }

  async #write(
    name: string,
    body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    sourceVersion?: string,
  ): Promise<void> {
    const { entry, writtenBytes } = await this.#archive.write(name, Readable.from(body, { objectMode: true }));
    this.#entries.set(name, { ...entry, ...(sourceVersion !== undefined && { version: sourceVersion }) });
    this.#writtenBytes += writtenBytes;
    if (writtenBytes > 0) this.#written.add(name);
  }
}

/** A file of the journal is removed once the database has what it held. */
async function* unlessGone(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'ENOENT') throw error;
  }
}
