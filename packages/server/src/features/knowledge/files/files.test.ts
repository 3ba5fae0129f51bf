import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DocumentReading, ReadDocument } from '@parley/documents';
import { expect, it } from 'vitest';
import { onBothDatabases } from '../../../../test/database.ts';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { DiskBlobStore } from '../../../adapters/disk/disk-blob-store.ts';
import { LocalJobQueue } from '../../../adapters/local-queue/local-job-queue.ts';
import { MemoryCounters } from '../../../adapters/memory/memory-counters.ts';
import { systemClock } from '../../../adapters/system/system-clock.ts';
import type { Database } from '../../../db/open-database.ts';
import { AppError } from '../../../lib/app-error.ts';
import { diskFull } from '../../../lib/disk-full.ts';
import type { Call } from '../../../ports/call.ts';
import type { Meter } from '../../../ports/meter.ts';
import { BlobDiscards } from './blob-discards.ts';
import { FileChildren } from './file-children.ts';
import { FileContent } from './file-content.ts';
import { FileHearing } from './file-hearing.ts';
import { FileProcessor } from './file-processor.ts';
import { FileRemover } from './file-remover.ts';
import { FileRepository } from './file-repository.ts';
import { FileService } from './file-service.ts';
import { legalMoves } from './file-status.ts';
import { FileSweeper } from './file-sweeper.ts';
import { FileWatch } from './file-watch.ts';
import { StorageRoom } from './storage-room.ts';
import { UploadTokens } from './upload-token.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

// Files cost nothing, so that it is only told of steps.
const meter = { trace: {} } as Meter;

const call: Call = {
  requestId: 'req_1',
  endpoint: 'test',
  workspaceId: 'w1',
  keyId: 'k1',
  scopes: [],
  confirmChanges: 'never',
  models: null,
  mayAskWeb: true,
  signal: new AbortController().signal,
  address: '127.0.0.1',
  origin: 'http://parley.test',
  meter,
};

const document = (text: string): ReadDocument => ({
  kind: 'document',
  mediaType: 'text/plain',
  text,
  pageStarts: [],
  pages: null,
  metadata: {},
  processingSummary: 'Text document',
  outline: [],
  tables: [],
  sheets: [],
  warnings: ['A warning.'],
});

/** Whether the disk takes more. */
const disk = { hasRoom: true };

async function open(database: Database, read: DocumentReading['read']) {
  const directory = await mkdtemp(join(tmpdir(), 'parley-files-'));
  const clock = new FakeClock();
  const room = {
    hasRoomForFiles: async () => disk.hasRoom,
    requireRoomForFiles: async () => {
      if (!disk.hasRoom) throw diskFull();
    },
  };
  const blobs = new DiskBlobStore({ directory, room });
  const files = new FileRepository({ db: database.db });
  const content = new FileContent({ blobs });
  // Waiting is real here; everything else goes by the clock that stands still.
  const watch = new FileWatch({ files, clock: systemClock });
  const jobs = new LocalJobQueue({ db: database.db });
  const tokens = new UploadTokens(['a secret that is long']);
  const discards = new BlobDiscards({ db: database.db, blobs, clock });
  const storage = new StorageRoom({ files, counters: new MemoryCounters({ clock }) });
  const remover = new FileRemover({ files, discards, jobs, watch });
  const children = new FileChildren({ files, blobs, room: storage, jobs, clock });
  const service = new FileService(
    { files, blobs, discards, remover, room: storage, content, tokens, jobs, watch, clock },
    { maxBytes: 1000 },
  );
  const indexing = { build: async () => [new Uint8Array([1])] };
  const speech = { isSound: () => false, hear: () => Promise.reject(new Error('nothing is heard')) };
  const hearing = new FileHearing(
    { speech, content, modelsOf: async () => null, openMeter: async () => meter },
    { mostBytes: 1000 },
  );
  const processor = new FileProcessor(
    { files, blobs, discards, content, documents: { read }, hearing, indexing, children, remover, watch, jobs, clock },
    { concurrency: 2, deadlineMs: 10 * minuteMs },
  );
  for (const kind of processor.jobKinds()) jobs.register(kind);
  const sweeper = new FileSweeper({ files, service, discards, processor, jobs, clock });
  const accept = (text: string) =>
    service.accept(call, Readable.from([Buffer.from(text)]), { filename: 'a.txt', mediaType: 'text/plain' });
  const close = async () => {
    await jobs.close(0);
    await database.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { clock, blobs, discards, files, jobs, service, sweeper, accept, close };
}

onBothDatabases('files', (openDatabase) => {
  it('move as the table says and not otherwise', async () => {
    const { files, close } = await open(await openDatabase(), async () => document(''));
    const file = { workspaceId: 'w1', id: 'f1' };
    await files.insert({ ...file, filename: 'a', mediaType: null, createdAt: 1, expiresAt: null });
    const begin = () =>
      files.beginProcessing(file, {
        filename: 'a',
        sizeBytes: 1,
        original: 'original',
        warnings: [],
        deadlineAt: 2,
        expiresAt: null,
      });
    const finish = () =>
      files.finish(
        file,
        { kind: 'document', mediaType: 't', pages: null, metadata: {}, processingSummary: '', warnings: [] },
        3,
      );
    const fail = () => files.fail(file, { code: 'file_failed', message: '' }, 3);
    const refuse = (id: string) => files.refuse({ ...file, id }, { code: 'url_unreachable', message: '' }, 3);
    expect(legalMoves).toEqual({
      pending: ['processing', 'ready', 'failed'],
      processing: ['ready', 'failed'],
      ready: [],
      failed: ['processing'],
    });
    expect([await finish(), await fail()]).toEqual([false, false]);
    expect([await begin(), await begin()]).toEqual([true, false]);
    expect(await refuse('f1')).toBe(false);
    expect([await finish(), await finish(), await fail(), await begin()]).toEqual([true, false, false, false]);
    expect(await files.find('w2', ['f1'])).toEqual([]);
    expect(await files.delete('w2', 'f1')).toBe(false);
    await close();
  });

  it('forgets addresses never used after a day, and expired files at their time', async () => {
    const { clock, service, sweeper, accept, jobs, blobs, close } = await open(await openDatabase(), async () =>
      document('x'),
    );
    await jobs.start();
    const unused = await service.requestUpload(call, { filename: 'never.txt' });
    const brief = await service.begin(call, await accept('x'), { expiresInSeconds: 3600 });
    const lasting = await service.begin(call, await accept('y'), {});
    const left = async () => (await service.list(call, {})).data.map(({ id }) => id).sort();
    await sweeper.sweep();
    expect(await left()).toEqual([unused.file_id, brief.id, lasting.id].sort());
    clock.advance(hourMs + 1);
    await sweeper.sweep();
    expect(await left()).toEqual([unused.file_id, lasting.id].sort());
    expect(await blobs.stat(`files/w1/${brief.id}/text.md`)).toBeNull();
    clock.advance(24 * hourMs);
    await sweeper.sweep();
    expect(await left()).toEqual([lasting.id]);
    await close();
  });

  it('leave nothing of a writer that was still at work when their bytes were deleted', async () => {
    const { clock, blobs, discards, close } = await open(await openDatabase(), async () => document('x'));
    const late = async () => await blobs.put('files/w1/f1/late', Readable.from([Buffer.from('x')]), { maxBytes: 10 });
    await late();
    await discards.discard('files/w1/f1/');
    expect(await blobs.stat('files/w1/f1/late')).toBeNull();
    await late();
    await discards.sweep();
    expect(await blobs.stat('files/w1/f1/late')).not.toBeNull();
    clock.advance(hourMs);
    await discards.sweep();
    expect(await blobs.stat('files/w1/f1/late')).toBeNull();
    // Once only: a later file may have the same place.
    await late();
    await discards.sweep();
    expect(await blobs.stat('files/w1/f1/late')).not.toBeNull();
    await close();
  });

  it('are taken up again when their job was lost, and fail at the deadline', async () => {
    const { clock, files, service, sweeper, accept, jobs, close } = await open(await openDatabase(), async () =>
      document('text'),
    );
    const accepted = await accept('text');
    const deadlineAt = clock.now() + 10 * minuteMs;
    // As after a kill between the two steps: the row says so, no job does.
    await files.beginProcessing(accepted, {
      filename: 'a.txt',
      sizeBytes: 4,
      original: 'original',
      warnings: [],
      deadlineAt,
      expiresAt: null,
    });
    await sweeper.sweep();
    await jobs.start();
    await expect.poll(async () => (await service.get(call, accepted.id)).status).toBe('ready');
    await jobs.close(0);

    const late = await accept('late');
    await files.beginProcessing(late, {
      filename: 'a.txt',
      sizeBytes: 4,
      original: 'original',
      warnings: [],
      deadlineAt,
      expiresAt: null,
    });
    clock.advance(11 * minuteMs);
    await sweeper.sweep();
    expect(await service.get(call, late.id)).toMatchObject({ status: 'failed', error: { code: 'file_timeout' } });
    await close();
  });

  it('have their time from when they are first read, however long they waited for it, and not anew after a kill', async () => {
    let first = true;
    const read = async ({ signal }: { signal?: AbortSignal | undefined }) => {
      if (first) {
        first = false;
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      }
      return document('text');
    };
    const { clock, files, service, sweeper, accept, jobs, close } = await open(await openDatabase(), read);
    const accepted = await accept('text');
    await service.begin(call, accepted, { waitMs: 0 });
    // The queue is long.
    clock.advance(60 * minuteMs);
    await sweeper.sweep();
    expect((await service.get(call, accepted.id)).status).toBe('processing');
    await jobs.start();
    const deadline = async () => (await files.find('w1', [accepted.id]))[0]?.deadline_at;
    const end = clock.now() + 10 * minuteMs;
    await expect.poll(deadline).toBe(end);
    // Handed back as by a process that ends, and taken up again.
    clock.advance(9 * minuteMs);
    await jobs.close(0);
    await sweeper.sweep();
    expect(await deadline()).toBe(end);
    clock.advance(2 * minuteMs);
    await sweeper.sweep();
    expect(await service.get(call, accepted.id)).toMatchObject({ status: 'failed', error: { code: 'file_timeout' } });
    await close();
  });

  it('wait for room on a full disk, however long that takes, and are read then', async () => {
    let reads = 0;
    const read = async () => {
      reads++;
      // Filled while it was read.
      if (reads === 1) disk.hasRoom = false;
      return document('text');
    };
    const { clock, files, service, sweeper, accept, jobs, close } = await open(await openDatabase(), read);
    const accepted = await accept('text');
    await service.begin(call, accepted, { waitMs: 0 });
    const deadline = async () => (await files.find('w1', [accepted.id]))[0]?.deadline_at ?? 0;
    const first = await deadline();
    clock.advance(minuteMs);
    await jobs.start();
    await expect.poll(deadline).toBe(first + minuteMs);
    for (const since of [2, 3, 4]) {
      clock.advance(1000 * minuteMs);
      await expect.poll(jobs.depth.bind(jobs)).toBe(0);
      await sweeper.sweep();
      await expect.poll(deadline).toBe(first + minuteMs + (since - 1) * 1000 * minuteMs);
    }
    expect([reads, (await service.get(call, accepted.id)).status]).toEqual([1, 'processing']);
    disk.hasRoom = true;
    await expect.poll(jobs.depth.bind(jobs)).toBe(0);
    await sweeper.sweep();
    await expect.poll(async () => (await service.get(call, accepted.id)).status).toBe('ready');
    await close();
  });

  it('fail at once for what a retry cannot mend, and after three tries otherwise', async () => {
    let tries = 0;
    const { service, accept, jobs, files, close } = await open(await openDatabase(), async ({ source }) => {
      tries++;
      if ('path' in source && tries === 1) throw new AppError('invalid_pdf', 'This is no PDF.');
      throw new Error('/secret/path broke');
    });
    await jobs.start();
    await expect(service.begin(call, await accept('a'), {})).rejects.toMatchObject({
      code: 'file_failed',
      details: 'This is no PDF.',
    });
    expect(tries).toBe(1);
    const second = await accept('b');
    await expect(service.begin(call, second, { waitMs: 60_000 })).rejects.toMatchObject({ code: 'file_failed' });
    expect(tries).toBe(4);
    const [row] = await files.find('w1', [second.id]);
    expect(row?.error_message).not.toContain('secret');
    await close();
  });

  it('leave nothing when they are deleted while they are read', async () => {
    const reading = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const { service, accept, jobs, blobs, close } = await open(await openDatabase(), async () => {
      reading.resolve();
      await goOn.promise;
      return document('late text');
    });
    await jobs.start();
    const file = await accept('x');
    await service.begin(call, file, { waitMs: 0 });
    await reading.promise;
    await service.delete(call, file.id);
    goOn.resolve();
    await jobs.close(5000);
    for (const part of ['original', 'text.md', 'structure.json', 'index-0']) {
      expect(await blobs.stat(`files/w1/${file.id}/${part}`)).toBeNull();
    }
    await close();
  });
});

it('signs upload addresses for one file until their time, also under an older secret', () => {
  const tokens = new UploadTokens(['new secret 0123456789', 'old secret 0123456789']);
  const grant = { workspaceId: 'w1', fileId: 'f1', expiresAt: 1000 };
  const token = tokens.sign(grant);
  expect(tokens.verify(token, 'f1', 999)).toEqual(grant);
  expect(() => tokens.verify(token, 'f1', 1000)).toThrow(expect.objectContaining({ code: 'upload_token_expired' }));
  expect(tokens.verify(new UploadTokens(['old secret 0123456789']).sign(grant), 'f1', 0)).toEqual(grant);
  const [claims, signature] = token.split('.');
  const later = Buffer.from('9999999999999.w1').toString('base64url');
  for (const wrong of [
    undefined,
    '',
    'x',
    `${claims}.`,
    `${later}.${signature}`,
    `${claims}.${signature}x`,
    token.slice(1),
  ]) {
    expect(() => tokens.verify(wrong, 'f1', 0)).toThrow(expect.objectContaining({ code: 'invalid_upload_token' }));
  }
  expect(() => tokens.verify(token, 'f2', 0)).toThrow(expect.objectContaining({ code: 'invalid_upload_token' }));
  expect(() => new UploadTokens(['another secret']).verify(token, 'f1', 0)).toThrow();
});
