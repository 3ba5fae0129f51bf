import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskBlobStore } from '../adapters/disk/disk-blob-store.ts';
import { LocalJobQueue } from '../adapters/local-queue/local-job-queue.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open-database.ts';
import type { DiskRoom } from '../lib/disk-room.ts';
import { temporaryFolder } from '../lib/temporary.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { JobQueue } from '../ports/job-queue.ts';

/** Where bytes lie: an S3-compatible store, or the data directory. */
export async function openBlobs(
  { s3, dataDir }: { s3: Config['storage']['s3']; dataDir: string },
  room?: DiskRoom,
): Promise<BlobStore> {
  if (s3) {
    const { S3BlobStore } = await import('../adapters/s3/s3-blob-store.ts');
    return new S3BlobStore(s3);
  }
  const watched = room && { room };
  if (dataDir !== ':memory:') return new DiskBlobStore({ directory: join(dataDir, 'blobs'), ...watched });
  const directory = temporaryFolder('blobs');
  const store = new DiskBlobStore({ directory, ...watched });
  store.close = () => rm(directory, { recursive: true, force: true });
  return store;
}

/** Jobs in PostgreSQL, or in the SQLite file of this process. */
export async function openJobs(
  { server }: { server: Pick<Config['server'], 'databaseUrl'> },
  { db }: Pick<Database, 'db'>,
): Promise<JobQueue> {
  if (!server.databaseUrl) return new LocalJobQueue({ db });
  const { PgBossJobQueue } = await import('../adapters/pg-boss/pg-boss-job-queue.ts');
  return new PgBossJobQueue({ url: server.databaseUrl });
}

/** Where browsers send and fetch bytes themselves: the S3-compatible store. */
export function storeOrigins({ storage: { s3 } }: Config): string[] {
  if (!s3) return [];
  const { protocol, host } = new URL(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`);
  return [`${protocol}//${s3.pathStyle ? '' : `${s3.bucket}.`}${host}`];
}
