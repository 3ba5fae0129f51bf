import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { lockDirectory } from '../db/directory-lock.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { type MoveParts, type MoveReport, move } from '../features/operating/move/move.ts';
import { loadSecrets } from '../lib/secrets.ts';
import { openBlobs, openJobs } from './storage.ts';

/** Copies what the settings name to where they say it is to be; with `isFinal` for the last time. */
export async function moveInstallation(config: Config, isFinal: boolean): Promise<MoveReport> {
  requireOtherKind(config);
  const { server, storage, move: target } = config;
  const { dataDir, databaseUrl } = server;
  const hasOwn = databaseUrl === undefined;
  if (hasOwn && !existsSync(join(dataDir, 'parley.db'))) throw new Error(`there is nothing to move in ${dataDir}`);
  if (server.secrets === undefined && !existsSync(join(dataDir, 'secret'))) {
    throw new Error(`the secret is neither in PARLEY_SECRET nor in ${join(dataDir, 'secret')}`);
  }
  const { secrets } = loadSecrets(server.secrets, dataDir);
  const closers: (() => unknown)[] = [];
  const opened = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    closers.unshift(() => part.close());
    return part;
  };
  try {
    // Nobody writes there while the last pass is made. Of PostgreSQL the checksums say whether somebody did.
    if (isFinal && hasOwn) closers.unshift(lockDirectory(dataDir).release);
    if (target.dataDir !== undefined) closers.unshift(lockDirectory(target.dataDir).release);
    const [newDir, newS3] = [target.dataDir ?? dataDir, target.s3];
    const movesBlobs = target.dataDir !== undefined || newS3 !== undefined;
    const blobs = movesBlobs && {
      from: opened(await openBlobs({ dataDir, s3: storage.s3 })),
      to: opened(await openBlobs({ dataDir: newDir, s3: newS3 })),
    };
    const databases = await openDatabases(config, opened);
    const parts: MoveParts = { dataDir, secrets, databases, blobs: blobs || null, isFinal };
    const report = await move(parts);
    if (isFinal && target.dataDir !== undefined) {
      writeFileSync(join(newDir, 'secret'), `${secrets.join('\n')}\n`, { mode: 0o600 });
    }
    return report;
  } finally {
    for (const close of closers) await close();
  }
}

/** Brings the tables up to date as a start would, and nothing else: before new processes start side by side. Gives which database it was. */
export async function bringUpToDate({ server: { databaseUrl, dataDir } }: Config): Promise<string> {
  // Tables are not changed under a process that runs on them.
  const lock = databaseUrl === undefined ? lockDirectory(dataDir) : null;
  try {
    const database = await openDatabase({ url: databaseUrl, dataDir });
    await database.close();
    return databaseUrl === undefined ? `SQLite in ${dataDir}` : `PostgreSQL at ${new URL(databaseUrl).host}`;
  } finally {
    lock?.release();
  }
}

async function openDatabases(
  { server, move: { databaseUrl: url, dataDir: newDir } }: Config,
  opened: <Part extends { close(): Promise<void> }>(part: Part) => Part,
): Promise<MoveParts['databases']> {
  if (url === undefined && newDir === undefined) return null;
  const { dataDir, databaseUrl } = server;
  const from = opened(await openDatabase({ url: databaseUrl, dataDir, isLeftAsItIs: true }));
  const to: Database = opened(await openDatabase({ url, dataDir: newDir ?? dataDir }));
  return { from, to, jobs: opened(await openJobs({ server: { ...server, databaseUrl: url } }, to)) };
}

function requireOtherKind({ server, storage, move: { databaseUrl, dataDir, s3 } }: Config): void {
  if (databaseUrl === undefined && dataDir === undefined && s3 === undefined) {
    throw new Error('Say where to: set MOVE_TO_DATABASE_URL, MOVE_TO_BLOB_URL or MOVE_TO_DATA_DIR.');
  }
  if (databaseUrl !== undefined && server.databaseUrl !== undefined) {
    throw new Error('From PostgreSQL to PostgreSQL go pg_dump and pg_restore.');
  }
  if (dataDir !== undefined && server.databaseUrl === undefined) {
    throw new Error('From one directory to another go parley backup and parley restore.');
  }
  if (dataDir !== undefined && resolve(dataDir) === resolve(server.dataDir)) {
    throw new Error('MOVE_TO_DATA_DIR has to be another directory than DATA_DIR.');
  }
  if (
    s3 !== undefined &&
    storage.s3 &&
    s3.bucket === storage.s3.bucket &&
    s3.prefix === storage.s3.prefix &&
    s3.endpoint === storage.s3.endpoint
  ) {
    throw new Error('MOVE_TO_BLOB_URL names the store in which the files lie already.');
  }
}
