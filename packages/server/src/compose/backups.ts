import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveFile } from '../adapters/disk/archive-file.ts';
import { DiskBlobStore } from '../adapters/disk/disk-blob-store.ts';
import type { BackupPlace } from '../config/backups-config.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import { Archive, type ArchiveStore } from '../features/operating/backups/archive.ts';
import { type CheckedData, checkData } from '../features/operating/backups/check-data.ts';
import { restoreSnapshot } from '../features/operating/backups/restore-snapshot.ts';
import { type BackupReport, takeBackup } from '../features/operating/backups/take-backup.ts';
import { type VerifiedSnapshot, verifySnapshot } from '../features/operating/backups/verify-snapshot.ts';
import { loadSecrets } from '../lib/secrets.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import { openBlobs } from './storage.ts';

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

export const listBackups = (settings: BackupSettings, place: BackupPlace): Promise<string[]> =>
  withArchive(settings, { place }, async (archive) => archive.snapshots);

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
  if ('file' in place) return make ? ArchiveFile.make(place.file) : ArchiveFile.open(place.file);
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
