import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ArchiveFile } from '../adapters/disk/archive-file.ts';
import { DiskBlobStore } from '../adapters/disk/disk-blob-store.ts';
import type { BackupPlace } from '../config/backups-config.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import { Archive, type ArchiveStore } from '../features/operating/backups/archive.ts';
import { BackupSchedule, timeOf } from '../features/operating/backups/backup-schedule.ts';
import { type CheckedData, checkData } from '../features/operating/backups/check-data.ts';
import { restoreSnapshot } from '../features/operating/backups/restore-snapshot.ts';
import { type BackupReport, takeBackup } from '../features/operating/backups/take-backup.ts';
import { type VerifiedSnapshot, verifySnapshot } from '../features/operating/backups/verify-snapshot.ts';
import { loadSecrets } from '../lib/secrets.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Platform } from './platform.ts';
import { openBlobs } from './storage.ts';

const checkMs = 60_000;

/** What backups need to know of a service: plain data, so that a thread can be given it. */
export interface BackupSettings {
  dataDir: string;
  databaseUrl: string | undefined;
  secrets: string[] | undefined;
  s3: Config['storage']['s3'];
  /** What seals an archive. */
  key: string;
}

export function backupSettings({ server, storage, backups }: Config): BackupSettings {
  if (backups.key === null) throw new Error('BACKUP_KEY is not set: it seals backups, and opens them again');
  const { dataDir, databaseUrl, secrets } = server;
  return { dataDir, databaseUrl, secrets, s3: storage.s3, key: backups.key };
}

/** Backs up what runs on SQLite, and keeps the newest so many. */
export async function backUp(
  settings: BackupSettings,
  to: BackupPlace,
  keep: number,
): Promise<BackupReport & { removed: string[] }> {
  requireSqlite(settings);
  const { dataDir } = settings;
  return withArchive(settings, { place: to, make: true }, (archive) =>
    withBlobs(settings, async (blobs) => {
      const { secrets } = loadSecrets(settings.secrets, dataDir);
      const report = await takeBackup(archive, { dataDir, blobs, secrets });
      return { ...report, removed: 'file' in to ? [] : await archive.keep(keep) };
    }),
  );
}

/** What a thread is given. */
export interface BackupTask {
  settings: BackupSettings;
  to: BackupPlace;
  keep: number;
  sinceMs: number;
}

/** Backs up unless there is a snapshot from that time on. Gives the id of the newest one then. */
export async function backUpUnless({ settings, to, keep, sinceMs }: BackupTask): Promise<string> {
  const newest = (await listBackups(settings, to, true)).at(-1);
  if (newest !== undefined && timeOf(newest) >= sinceMs) return newest;
  return (await backUp(settings, to, keep)).snapshot;
}

/** Makes backups while the service runs, where it was told where to; null otherwise. */
export function scheduleBackups({ config, clock, logger }: Pick<Platform, 'config' | 'clock' | 'logger'>) {
  const { to, everyHours, keep } = config.backups;
  if (to === null || everyHours === 0) return null;
  const settings = backupSettings(config);
  let thread: Worker | null = null;
  const schedule = new BackupSchedule({
    clock,
    everyMs: everyHours * 60 * 60_000,
    backUpUnless: (sinceMs) =>
      new Promise((resolve, reject) => {
        const workerData: BackupTask = { settings, to, keep, sinceMs };
        thread = new Worker(new URL('./backup-thread.ts', import.meta.url), { workerData });
        thread.once('message', resolve);
        thread.once('error', reject);
        thread.once('exit', () => reject(new Error('the thread that made a backup ended')));
      }),
    onError: (error) => logger.error({ error: messageOf(error) }, 'no backup could be made'),
  });
  let timer: NodeJS.Timeout | null = null;
  return {
    schedule,
    start() {
      void schedule.check();
      timer = setInterval(() => void schedule.check(), checkMs).unref();
    },
    /** One that is under way is given up; what it has written is not written again by the next. */
    async close() {
      if (timer) clearInterval(timer);
      await thread?.terminate();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const listBackups = (settings: BackupSettings, place: BackupPlace, make = false): Promise<string[]> =>
  withArchive(settings, { place, make }, async (archive) => archive.snapshots);

/** Reads everything of a backup, and opens its database. */
export const verifyBackup = (settings: BackupSettings, place: BackupPlace, id?: string): Promise<VerifiedSnapshot> =>
  withArchive(settings, { place }, (archive) => verifySnapshot(archive, id));

export async function restoreBackup(
  settings: BackupSettings,
  from: BackupPlace,
  id?: string,
): Promise<VerifiedSnapshot> {
  requireSqlite(settings);
  const { dataDir } = settings;
  return withArchive(settings, { place: from }, (archive) =>
    withBlobs(settings, (blobs) => restoreSnapshot(archive, { id, dataDir, blobs })),
  );
}

/** Looks through the database and the store that the settings name, whatever they are: of a restored copy, for one. */
export async function checkInstallation(config: Config): Promise<CheckedData> {
  const { dataDir, databaseUrl: url, secrets } = config.server;
  const needed = [...(url ? [] : ['parley.db']), ...(secrets ? [] : ['secret'])];
  for (const name of needed) {
    if (!existsSync(join(dataDir, name))) throw new Error(`${join(dataDir, name)} is not there`);
  }
  const database = await openDatabase({ url, dataDir, isLeftAsItIs: true });
  try {
    const settings = { dataDir, s3: config.storage.s3 };
    return await withBlobs(settings, (blobs) =>
      checkData(database, {
        secrets: loadSecrets(secrets, dataDir).secrets,
        hasBlob: async (key) => (await blobs.stat(key)) !== null,
      }),
    );
  } finally {
    await database.close();
  }
}

function requireSqlite({ databaseUrl, dataDir }: BackupSettings): void {
  if (databaseUrl) {
    throw new Error(
      'DATABASE_URL is set: PostgreSQL is backed up with pg_dump or its own archive, and the store of BLOB_URL with its versions or a ' +
        'replica. docs/guides/backups.md says how; parley verify --installation checks a restored copy of both.',
    );
  }
  if (dataDir === ':memory:') throw new Error('DATA_DIR is :memory:, of which nothing is kept');
}

async function withArchive<Result>(
  { key }: BackupSettings,
  { place, make = false }: { place: BackupPlace; make?: boolean },
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(place, make);
  try {
    return await work(await Archive.open(store, { passphrase: key, make }));
  } finally {
    await store.close();
  }
}

async function openStore(place: BackupPlace, make: boolean): Promise<ArchiveStore> {
  if ('folder' in place) return new DiskBlobStore({ directory: place.folder });
  if ('file' in place && make) return ArchiveFile.make(place.file);
  if ('file' in place) {
    if (!existsSync(place.file)) throw new Error(`there is no backup ${place.file}`);
    return ArchiveFile.open(place.file);
  }
  const { S3BlobStore } = await import('../adapters/s3/s3-blob-store.ts');
  return new S3BlobStore(place.s3);
}

/** The store as it is, without sealing: what is sealed there is sealed in a backup too. */
async function withBlobs<Result>(
  { dataDir, s3 }: Pick<BackupSettings, 'dataDir' | 's3'>,
  work: (blobs: BlobStore) => Promise<Result>,
): Promise<Result> {
  const blobs = await openBlobs({ dataDir, s3 });
  try {
    return await work(blobs);
  } finally {
    await blobs.close();
  }
}
