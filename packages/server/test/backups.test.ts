import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DiskBlobStore } from '../src/adapters/disk/disk-blob-store.ts';
import { S3BlobStore } from '../src/adapters/s3/s3-blob-store.ts';
import { type Database, openDatabase } from '../src/db/open-database.ts';
import { UsageJournal } from '../src/features/money/billing/usage-journal.ts';
import { Archive, type ArchiveStore } from '../src/features/operating/backups/archive.ts';
import { timeOf } from '../src/features/operating/backups/backup-schedule.ts';
import { checkData } from '../src/features/operating/backups/check-data.ts';
import { restoreSnapshot } from '../src/features/operating/backups/restore-snapshot.ts';
import { takeBackup } from '../src/features/operating/backups/take-backup.ts';
import { verifySnapshot } from '../src/features/operating/backups/verify-snapshot.ts';
import { readS3Url } from '../src/lib/s3-url.ts';
import { onBothDatabases } from './database.ts';
import { startTestService, type TestService } from './test-service.ts';
import { uploadFile } from './upload-file.ts';
import { usageRow } from './usage-row.ts';

const secrets = ['a secret of the tests 0123456789'];
const [PARLEY_SECRET = ''] = secrets;
const passphrase = 'a passphrase of the tests';
/** Trying a passphrase is to be slow, but not here. */
const make = { n: 2 ** 10, r: 8, p: 1 };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-backups-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const blobsOf = (dataDir: string) => new DiskBlobStore({ directory: join(dataDir, 'blobs') });
const openArchive = (store: ArchiveStore = new DiskBlobStore({ directory: join(root, 'archive') })) =>
  Archive.open(store, { passphrase, make });
const installation = (dataDir: string) => ({ dataDir, blobs: blobsOf(dataDir), secrets });

const fileRow = (id: string, status: 'pending' | 'processing' | 'ready' | 'failed') => ({
  id,
  workspace_id: 'ws_1',
  filename: 'a.txt',
  original: null,
  media_type: null,
  size_bytes: 1000,
  kind: null,
  status,
  pages: null,
  metadata: null,
  processing_summary: null,
  error_code: null,
  error_message: null,
  warnings: '[]',
  created_at: Date.now(),
  deadline_at: null,
  processed_at: null,
  expires_at: null,
});

/** A data directory with so many files as a service would have taken them in. */
async function makeData(dataDir: string, count: number): Promise<void> {
  const { db, close } = await openDatabase({ dataDir });
  const at = Date.now();
  await db.insertInto('workspaces').values({ id: 'ws_1', name: 'One', created_at: at, budget_nanos: null }).execute();
  const blobs = blobsOf(dataDir);
  for (let index = 0; index < count; index++) {
    await blobs.put(`files/ws_1/f${index}/original`, randomBytes(1000));
    await db
      .insertInto('files')
      .values(fileRow(`f${index}`, 'ready'))
      .execute();
  }
  await close();
}

describe('a backup of a service that is at work', () => {
  let service: TestService;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'parley-backed-'));
    service = await startTestService({ env: { DATA_DIR: dataDir, PARLEY_SECRET } });
  });
  afterAll(async () => {
    await service.close();
    rmSync(dataDir, { recursive: true });
  });

  it('has every call and file that was acknowledged before it, and whatever it has a row of', async () => {
    const texts = new Map<string, string>();
    const calls: string[] = [];
    const upload = async () => {
      const text = `The lease ends on ${texts.size} May 2031. ${randomBytes(200).toString('hex')}`;
      const { json } = await uploadFile(service, 'lease.txt', text, { wait_ms: '0' });
      texts.set(json.file_id, text);
    };
    const call = async () => {
      const reply = await service.call('POST', '/v1/answer', { query: 'When?', context: 'It was on 4 May 1932.' });
      calls.push(reply.headers.get('x-request-id') ?? '');
    };
    for (let round = 0; round < 4; round++) await Promise.all([upload(), upload(), call(), call(), call()]);
    const [filesBefore, callsBefore] = [[...texts], [...calls]];

    let isOver = false;
    const load = [upload, upload, call, call].map(async (work) => {
      for (let done = 0; done < 10 && !isOver; done++) await work();
    });
    // Deleted meanwhile, so that rows and bytes go while they are copied.
    const [[gone = ''] = []] = filesBefore.splice(0, 1);
    const deleted = service.call('DELETE', `/v1/files/${gone}`);
    const archive = await openArchive();
    const report = await takeBackup(archive, installation(dataDir));
    isOver = true;
    await Promise.all([...load, deleted]);
    expect(report.files).toBeGreaterThanOrEqual(filesBefore.length);

    const restored = join(root, 'elsewhere');
    await restoreSnapshot(archive, { dataDir: restored, blobs: blobsOf(restored) });
    const other = await startTestService({ env: { DATA_DIR: restored } });
    try {
      for (const [id, text] of filesBefore) {
        expect((await other.call('GET', `/v1/files/${id}/content`)).text).toBe(text);
      }
      const { json: listed } = await other.call('GET', '/v1/files?limit=100');
      for (const { file_id } of listed.data) {
        expect((await other.call('GET', `/v1/files/${file_id}/content`)).text).toBe(texts.get(file_id));
      }
      for (const id of callsBefore) {
        const { json } = await other.admin('GET', `/v1/admin/usage/records?request_id=${id}`);
        expect(json.data).toHaveLength(1);
      }
    } finally {
      await other.close();
    }
  });
});

it('is made by schedule while the service runs, and told of when it cannot be', async () => {
  const [to, blocked] = [join(root, 'kept'), join(root, 'a-file')];
  writeFileSync(blocked, '');
  const BACKUP_KEY = passphrase;
  const headers = { authorization: 'Bearer metrics-0123456789' };
  const [well, ill] = await Promise.all([
    startTestService({ env: { BACKUP_TO: to, BACKUP_KEY, METRICS_TOKEN: 'metrics-0123456789' } }),
    startTestService({ env: { BACKUP_TO: join(blocked, 'kept'), BACKUP_KEY } }),
  ]);
  try {
    const newest = async () =>
      /^parley_backup_timestamp_seconds ([\d.]+)$/m.exec(
        (await well.call('GET', '/metrics', undefined, headers)).text,
      )?.[1];
    await expect.poll(newest).toMatch(/^[1-9]/);
    const [id = ''] = readdirSync(join(to, 'snapshots'));
    expect(Number(await newest()) * 1000).toBe(timeOf(id));
    expect((await well.call('GET', '/readyz')).json.parts.backups).toEqual({ ok: true });
    const told = async () => (await ill.call('GET', '/readyz')).json.parts.backups;
    await expect.poll(told).toEqual({ ok: true, message: 'the last backup failed, and the log says why' });
    expect((await ill.call('GET', '/readyz')).status).toBe(200);
  } finally {
    await Promise.all([well.close(), ill.close()]);
  }
});

it('copies nothing twice, keeps so many, and says what is damaged', async () => {
  const dataDir = join(root, 'data');
  await makeData(dataDir, 3);
  const first = await takeBackup(await openArchive(), installation(dataDir));
  expect(first).toMatchObject({ files: 3, blobs: 3, writtenBytes: first.sizeBytes });
  const archive = await openArchive();
  const second = await takeBackup(archive, installation(dataDir));
  expect(second).toMatchObject({ files: 3, blobs: 3, writtenBytes: 0, sizeBytes: first.sizeBytes });
  // Replaced by other bytes of the same size, as a store does it.
  await blobsOf(dataDir).put('files/ws_1/f1/original', randomBytes(1000));
  const third = await takeBackup(archive, installation(dataDir));
  expect(third.writtenBytes).toBe(1000);
  expect(await archive.keep(1)).toEqual([first.snapshot, second.snapshot]);
  expect(await verifySnapshot(await openArchive(), undefined)).toMatchObject({ snapshot: third.snapshot, files: 3 });

  const entry = (await archive.snapshot()).entries.find(({ name }) => name === 'blobs/files/ws_1/f2/original');
  const [piece = ''] = entry?.pieces ?? [];
  rmSync(join(root, 'archive/pieces', piece.slice(0, 2), piece));
  const reopened = await openArchive();
  await expect(verifySnapshot(reopened, undefined)).rejects.toThrow(
    'a piece of blobs/files/ws_1/f2/original is missing in the backup, or not whole',
  );
  // The next one writes again what is gone.
  expect((await takeBackup(reopened, installation(dataDir))).writtenBytes).toBe(1000);
  await verifySnapshot(await openArchive(), undefined);
});

it('writes nothing where the copies of the database would fill the disk', async () => {
  const dataDir = join(root, 'data');
  await makeData(dataDir, 1);
  const { size } = statSync(join(dataDir, 'parley.db'));
  const diskSpace = async () => ({ freeBytes: 2 * size + 128 * 1024 * 1024 - 1, sizeBytes: 1e12 });
  const full = takeBackup(await openArchive(), { ...installation(dataDir), diskSpace });
  await expect(full).rejects.toThrow(/needs \d+ MB under .*data for two copies of the database, and \d+ MB are free/);
  expect(readdirSync(dataDir)).not.toContain('backup-work');
});

it('refuses a backup whose database names bytes that are not there', async () => {
  const dataDir = join(root, 'data');
  await makeData(dataDir, 2);
  await blobsOf(dataDir).delete('files/ws_1/f0/original');
  await expect(takeBackup(await openArchive(), installation(dataDir))).rejects.toThrow(
    /files\/ws_1\/f0\/original.*parley verify --installation/,
  );
  expect(readdirSync(dataDir)).not.toContain('backup-work');
});

it('is put into an empty directory only, and one that broke off is begun anew before anything starts on it', async () => {
  const dataDir = join(root, 'data');
  await makeData(dataDir, 2);
  mkdirSync(join(dataDir, 'integrations'));
  writeFileSync(join(dataDir, 'integrations/own.json'), '{}');
  // What the database has not taken in yet, of a process that is still alive.
  const journal = new UsageJournal({ directory: join(dataDir, 'usage-journal') });
  journal.append([usageRow('r1')]);
  const archive = await openArchive();
  await takeBackup(archive, installation(dataDir));
  journal.close();
  const restored = join(root, 'restored');
  const failing = blobsOf(restored);
  failing.put = async () => {
    throw new Error('the disk is gone');
  };
  await expect(restoreSnapshot(archive, { dataDir: restored, blobs: failing })).rejects.toThrow('the disk is gone');
  await expect(openDatabase({ dataDir: restored })).rejects.toThrow(/restore into .* was broken off. Run it again/);
  await restoreSnapshot(archive, { dataDir: restored, blobs: blobsOf(restored) });
  expect(readFileSync(join(restored, 'secret'), 'utf8').trim()).toBe(PARLEY_SECRET);
  expect(readFileSync(join(restored, 'integrations/own.json'), 'utf8')).toBe('{}');
  const taken: unknown[] = [];
  const left = new UsageJournal({ directory: join(restored, 'usage-journal') });
  await left.takeOver(async (rows) => void taken.push(...rows));
  expect(taken).toEqual([usageRow('r1')]);
  for (const index of [0, 1]) {
    const key = `files/ws_1/f${index}/original`;
    expect(await blobsOf(restored).read(key)).toEqual(await blobsOf(dataDir).read(key));
  }
  await (await openDatabase({ dataDir: restored })).close();
  const again = restoreSnapshot(archive, { dataDir: restored, blobs: blobsOf(restored) });
  await expect(again).rejects.toThrow(`${restored} is not empty`);
});

it('goes from one store to another', async () => {
  mkdirSync(join(root, 's3'));
  const configureBuckets = [{ name: 'parley', configs: [] }];
  const server = new S3rver({ port: 0, silent: true, directory: join(root, 's3'), configureBuckets });
  const { port } = await server.run();
  const openStore = (prefix: string) =>
    new S3BlobStore(
      readS3Url(
        `s3://parley/${prefix}?endpoint=http://127.0.0.1:${port}&access_key_id=S3RVER&secret_access_key=S3RVER`,
      ),
    );
  const [store, blobs] = [openStore('backups'), openStore('blobs')];
  try {
    const dataDir = join(root, 'data');
    await makeData(dataDir, 2);
    const archive = await openArchive(store);
    await takeBackup(archive, installation(dataDir));
    expect((await takeBackup(archive, installation(dataDir))).writtenBytes).toBe(0);
    const restored = join(root, 'restored');
    await restoreSnapshot(archive, { dataDir: restored, blobs });
    const key = 'files/ws_1/f1/original';
    expect(await blobs.read(key)).toEqual(await blobsOf(dataDir).read(key));
    // Back from the store, of which nothing is read that has not changed.
    const back = await openArchive();
    const moved = { dataDir: restored, blobs, secrets };
    expect((await takeBackup(back, moved)).files).toBe(2);
    expect((await takeBackup(back, moved)).writtenBytes).toBe(0);
    await expect(restoreSnapshot(back, { dataDir: join(root, 'third'), blobs })).rejects.toThrow('is not empty');
  } finally {
    await Promise.all([store.close(), blobs.close()]);
    await server.close();
  }
});

onBothDatabases('an installation', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('is checked for the bytes of its files, and for the secret that it is sealed with', async () => {
    const statuses = ['ready', 'processing', 'pending', 'failed'] as const;
    const rows = statuses.map((status, index) => fileRow(`f${index + 1}`, status));
    await database.db.insertInto('files').values(rows).execute();
    expect(await checkData(database, { secrets, hasBlob: () => true })).toEqual({ files: 2, missing: [] });
    expect(await checkData(database, { secrets, hasBlob: (key) => !key.includes('/f2/') })).toEqual({
      files: 2,
      missing: ['files/ws_1/f2/original'],
    });
    await expect(checkData(database, { secrets: ['another one 0123456789'], hasBlob: () => true })).rejects.toThrow(
      'sealed with another secret',
    );
  });
});
