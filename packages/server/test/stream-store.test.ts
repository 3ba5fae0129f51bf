import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { RedisStreams } from '../src/adapters/redis/redis-streams.ts';
import { ResumableStreams } from '../src/features/runs/streams/resumable-streams.ts';
import { StreamRepository } from '../src/features/runs/streams/stream-repository.ts';
import type { StoredStream, StreamStore } from '../src/ports/stream-store.ts';
import { onBothDatabases } from './database.ts';
import { FakeClock } from './fake-clock.ts';

const redisUrl = process.env.TEST_REDIS_URL;
if (!redisUrl && process.env.CI_REQUIRES_SERVERS) throw new Error('TEST_REDIS_URL is not set');
if (!redisUrl) console.info('RedisStreams: skipped, TEST_REDIS_URL is not set');

const now = Date.now();
const later = now + 600_000;
const change = { isEnded: false, at: now, expiresAt: later, keptFrom: 1 };
const newStream = (more: Partial<StoredStream> = {}): StoredStream => ({
  id: `strm_${randomBytes(8).toString('hex')}`,
  workspaceId: 'w1',
  owner: 'k1',
  userId: null,
  lastNumber: 0,
  isEnded: false,
  beatAt: now,
  lostBlock: 'data: lost\n\n',
  ...more,
});
const limits = { mostStreams: 100, expiresAt: later };
const block = (number: number): string => `id: ${number}\ndata: ${number}\n\n`;

/** What every store does. Workspaces are new, since Redis may hold other things. */
function storeContract(open: () => Promise<StreamStore>): void {
  const opened: StreamStore[] = [];
  const begin = async () => {
    const store = await open();
    opened.push(store);
    return { store, workspaceId: `w_${randomBytes(8).toString('hex')}` };
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  it('keeps a stream and its events in order, for its workspace', async () => {
    const { store, workspaceId } = await begin();
    const stream = newStream({ workspaceId, userId: 'ann' });
    expect(await store.create(stream, limits)).toBe(true);
    expect(await store.find(stream.id, workspaceId)).toEqual(stream);
    expect(await store.find(stream.id, 'other')).toBeNull();
    await store.append(stream.id, { first: 1, last: 2, text: block(1) + block(2) }, change);
    await store.append(stream.id, { first: 3, last: 3, text: block(3) }, { ...change, at: now + 5 });
    // The same once more, with another text: what is there stays.
    await store.append(stream.id, { first: 3, last: 3, text: 'other' }, { ...change, at: now + 5 });
    expect(await store.eventsAfter(stream.id, 0)).toEqual([
      { first: 1, last: 2, text: block(1) + block(2) },
      { first: 3, last: 3, text: block(3) },
    ]);
    expect(await store.eventsAfter(stream.id, 2)).toEqual([{ first: 3, last: 3, text: block(3) }]);
    expect(await store.find(stream.id, workspaceId)).toMatchObject({ lastNumber: 3, beatAt: now + 5, isEnded: false });
    await store.append(stream.id, { first: 4, last: 3, text: '' }, { ...change, isEnded: true, keptFrom: 3 });
    expect(await store.find(stream.id, workspaceId)).toMatchObject({ lastNumber: 3, isEnded: true });
    expect(await store.eventsAfter(stream.id, 0)).toEqual([{ first: 3, last: 3, text: block(3) }]);
  });

  it('tells the writer who read and who cancelled', async () => {
    const { store, workspaceId } = await begin();
    const [one, two] = [newStream({ workspaceId }), newStream({ workspaceId })];
    for (const stream of [one, two]) await store.create(stream, limits);
    await store.noteReader(one.id, now + 7);
    await store.askCancel(two.id);
    const news = await store.beat([one.id, two.id, 'strm_gone'], { at: now + 9, expiresAt: later });
    expect(news.toSorted((a, b) => Number(a.isCancelled) - Number(b.isCancelled))).toEqual([
      { id: one.id, readerAt: now + 7, isCancelled: false },
      { id: two.id, readerAt: null, isCancelled: true },
    ]);
    expect(await store.find(one.id, workspaceId)).toMatchObject({ beatAt: now + 9 });
  });

  it('lets those that have ended make room, the oldest first, and no others', async () => {
    const { store, workspaceId } = await begin();
    const streams = [0, 1, 2].map((index) => newStream({ workspaceId, beatAt: now + index }));
    for (const stream of streams) expect(await store.create(stream, { ...limits, mostStreams: 3 })).toBe(true);
    const another = newStream({ workspaceId, beatAt: now + 4 });
    expect(await store.create(another, { ...limits, mostStreams: 3 })).toBe(false);
    for (const { id } of streams.slice(1))
      await store.append(id, { first: 1, last: 1, text: block(1) }, { ...change, isEnded: true });
    expect(await store.create(another, { ...limits, mostStreams: 3 })).toBe(true);
    const there = await Promise.all([...streams, another].map(({ id }) => store.find(id, workspaceId)));
    expect(there.map((stream) => stream !== null)).toEqual([true, false, true, true]);
    expect(await store.eventsAfter(streams[1]?.id ?? '', 0)).toEqual([]);
  });

  it('forgets what was deleted, an end user and a workspace', async () => {
    const { store, workspaceId } = await begin();
    const streams = [null, 'ann', 'bea'].map((userId) => newStream({ workspaceId, userId }));
    for (const stream of streams) {
      await store.create(stream, limits);
      await store.append(stream.id, { first: 1, last: 1, text: block(1) }, change);
    }
    const there = async () =>
      Promise.all(
        streams.map(async ({ id }) => [
          (await store.find(id, workspaceId)) !== null,
          (await store.eventsAfter(id, 0)).length,
        ]),
      );
    await store.forgetUser({ workspaceId, userId: 'ann' });
    expect(await there()).toEqual([
      [true, 1],
      [false, 0],
      [true, 1],
    ]);
    await store.delete(streams[0]?.id ?? '');
    // A writer that has not heard of it makes nothing anew.
    await store.append(streams[0]?.id ?? '', { first: 2, last: 1, text: '' }, change);
    expect(await there()).toEqual([
      [false, 0],
      [false, 0],
      [true, 1],
    ]);
    await store.forgetWorkspace(workspaceId);
    expect(await there()).toEqual([
      [false, 0],
      [false, 0],
      [false, 0],
    ]);
  });
}

onBothDatabases('StreamRepository', (open) => {
  storeContract(async () => {
    const { db, close } = await open();
    const store = new StreamRepository({ db });
    return Object.assign(store, { close });
  });

  it('forgets what has expired', async () => {
    const { db, close } = await open();
    const store = new StreamRepository({ db });
    const [old, young] = [newStream(), newStream()];
    await store.create(old, { ...limits, expiresAt: now });
    await store.create(young, limits);
    await store.sweep(now);
    expect([await store.find(old.id, 'w1'), (await store.find(young.id, 'w1'))?.id]).toEqual([null, young.id]);
    await close();
  });

  it('ends, for whoever reads on, a stream whose process is gone, and sends each reader the same', async () => {
    const { db, close } = await open();
    const clock = new FakeClock(now);
    const settings = { readerlessMs: 60_000, keptMs: 600_000, maxBytes: 1e6, perWorkspace: 10 };
    const onError = (error: unknown) => {
      throw error;
    };
    const store = new StreamRepository({ db });
    const stream = newStream();
    await store.create(stream, limits);
    await store.append(stream.id, { first: 1, last: 2, text: block(1) + block(2) }, change);
    const streams = new ResumableStreams({ store, clock, succeeds: async () => false, settings, onError });
    const caller = { workspaceId: 'w1', owner: 'k1' };
    const read = async (after: number) => {
      let text = '';
      const found = await streams.find(stream.id, caller);
      for await (const one of await streams.follow(found, after, new AbortController().signal)) text += one;
      return text;
    };
    expect(await read(1)).toBe(`${block(2)}id: 3\ndata: lost\n\n`);
    expect(clock.now()).toBeGreaterThan(now + 20_000);
    expect(await read(0)).toBe(`${block(1)}${block(2)}id: 3\ndata: lost\n\n`);
    await expect(streams.find(stream.id, { ...caller, owner: 'k2' })).rejects.toMatchObject({
      code: 'stream_not_found',
    });
    await streams.close();
    await close();
  });
});

describe.skipIf(!redisUrl)('RedisStreams', () => {
  storeContract(async () => new RedisStreams({ url: redisUrl ?? '' }));

  it('seals events where the operator seals what is stored', async () => {
    const sealing = {
      sealText: (text: string) => Buffer.from(text).toString('hex'),
      openText: async (text: string) => Buffer.from(text, 'hex').toString(),
    };
    const [sealed, plain] = [
      new RedisStreams({ url: redisUrl ?? '', sealing }),
      new RedisStreams({ url: redisUrl ?? '' }),
    ];
    const stream = newStream();
    await sealed.create(stream, limits);
    await sealed.append(stream.id, { first: 1, last: 1, text: 'secret' }, change);
    expect((await sealed.eventsAfter(stream.id, 0))[0]?.text).toBe('secret');
    expect((await plain.eventsAfter(stream.id, 0))[0]?.text).toBe(Buffer.from('secret').toString('hex'));
    for (const store of [sealed, plain]) await store.close();
  });
});
