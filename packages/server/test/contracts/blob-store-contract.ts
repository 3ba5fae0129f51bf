import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../src/ports/blob-store.ts';

/** What every blob store must do. `storedBytes` is what a blob of a size takes, where that is another. */
export function testBlobStore(
  name: string,
  open: () => Promise<{ store: BlobStore; close(): Promise<void> }>,
  { storedBytes = (size) => size }: { storedBytes?: (size: number) => number } = {},
): void {
  describe(`${name} as BlobStore`, () => {
    let store: BlobStore;
    let close: () => Promise<void>;
    const read = async (key: string, range?: { start: number; end: number }) => {
      const found = await store.get(key, range);
      return found && { bytes: await buffer(found.body), sizeBytes: found.sizeBytes };
    };

    beforeAll(async () => {
      ({ store, close } = await open());
    });
    afterAll(() => close());

    it('answers that it can be written to', () => store.check());

    it('keeps bytes and streams of any size, empty and of several parts', async () => {
      for (const size of [0, 1, 100_000, 20_000_001]) {
        const bytes = randomBytes(size);
        expect(await store.put('sizes/array', bytes)).toEqual({ sizeBytes: size });
        expect(await store.put('sizes/stream', Readable.from(inChunks(bytes, 65_000)))).toEqual({ sizeBytes: size });
        for (const key of ['sizes/array', 'sizes/stream']) {
          expect(await store.stat(key)).toEqual({ sizeBytes: size });
          const found = await read(key);
          expect(found?.sizeBytes).toBe(size);
          expect(found?.bytes.equals(bytes)).toBe(true);
        }
      }
    });

    it('reads ranges, inclusive at both ends', async () => {
      await store.put('range/a', Buffer.from('0123456789'));
      expect((await read('range/a', { start: 2, end: 4 }))?.bytes.toString()).toBe('234');
      const tail = await read('range/a', { start: 8, end: 100 });
      expect(tail).toEqual({ bytes: Buffer.from('89'), sizeBytes: 2 });
    });

    it('reads what is there at once, and nothing where nothing was written', async () => {
      const bytes = randomBytes(100_000);
      await store.put('whole/a', bytes);
      expect((await store.read('whole/a'))?.equals(bytes)).toBe(true);
      expect(await store.read('nothing/here')).toBeNull();
      await expect(store.read('../outside')).rejects.toThrow(TypeError);
    });

    it('copies a blob, which outlives what it was copied from', async () => {
      await store.put('copy/from', Buffer.from('first'));
      expect(await store.copy('copy/from', 'copy/to')).toEqual({ sizeBytes: 5 });
      await store.put('copy/from', Buffer.from('second'));
      await store.delete('copy/from');
      expect((await read('copy/to'))?.bytes.toString()).toBe('first');
      expect(await store.copy('copy/nothing', 'copy/to')).toBeNull();
    });

    it('has nothing where nothing was written', async () => {
      expect(await store.get('nothing/here')).toBeNull();
      expect(await store.stat('nothing/here')).toBeNull();
      await store.delete('nothing/here');
      await store.deletePrefix('nothing/at/all/');
    });

    it('replaces whole, and shows nothing of a body that breaks off, is too large, or is aborted', async () => {
      const old = Buffer.from('old');
      await store.put('whole/a', old);
      const breaking = Readable.from(
        (async function* () {
          yield randomBytes(9_000_000);
          throw new Error('connection lost');
        })(),
      );
      await expect(store.put('whole/a', breaking)).rejects.toThrow('connection lost');
      const long = Readable.from(inChunks(randomBytes(9_000_001), 100_000));
      await expect(store.put('whole/a', long, { maxBytes: 9_000_000 })).rejects.toMatchObject({
        code: 'payload_too_large',
      });
      await expect(store.put('whole/new', randomBytes(11), { maxBytes: 10 })).rejects.toMatchObject({
        code: 'payload_too_large',
      });
      const endless = Readable.from(
        (async function* () {
          for (;;) yield randomBytes(1000);
        })(),
      );
      await expect(store.put('whole/new', endless, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
      expect((await read('whole/a'))?.bytes).toEqual(old);
      expect(await store.stat('whole/new')).toBeNull();
      expect(await store.put('whole/a', Readable.from([randomBytes(10)]), { maxBytes: 10 })).toEqual({ sizeBytes: 10 });
    });

    it('deletes one, or all below a prefix and nothing beside it', async () => {
      for (const key of ['tree/a/1', 'tree/a/2', 'tree/a/b/3', 'tree/ab/4', 'tree/5'])
        await store.put(key, Buffer.from(key));
      await store.delete('tree/a/1');
      expect(await store.stat('tree/a/1')).toBeNull();
      await store.deletePrefix('tree/a/');
      const left = await Promise.all(['tree/a/2', 'tree/a/b/3', 'tree/ab/4', 'tree/5'].map((key) => store.stat(key)));
      expect(left.map(Boolean)).toEqual([false, false, true, true]);
    });

    it('lists every blob with its size, and nothing that is unfinished', async () => {
      const sizes = { 'listed/a': 0, 'listed/b/c/d': 7, 'listed/b/e': 70_000 };
      for (const [key, size] of Object.entries(sizes)) await store.put(key, randomBytes(size));
      const breaking = Readable.from(
        (async function* () {
          yield randomBytes(10);
          throw new Error('connection lost');
        })(),
      );
      await expect(store.put('listed/broken', breaking)).rejects.toThrow('connection lost');
      const found: Record<string, number> = {};
      for await (const { key, sizeBytes } of store.list()) if (key.startsWith('listed/')) found[key] = sizeBytes;
      expect(found).toEqual(Object.fromEntries(Object.entries(sizes).map(([key, size]) => [key, storedBytes(size)])));
    });

    it('survives writing and deleting side by side', async () => {
      const keys = Array.from({ length: 20 }, (_, index) => `busy/${index % 4}/${index}`);
      await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
      await Promise.all(
        keys.map((key, index) => (index % 2 ? store.delete(key) : store.put(key, Buffer.from(`${key}!`)))),
      );
      const left = await Promise.all(keys.map((key) => store.stat(key)));
      expect(left.map(Boolean)).toEqual(keys.map((_, index) => index % 2 === 0));
    });

    it.each([
      '',
      '/',
      '/etc/passwd',
      '../up',
      'a/../../up',
      'a//b',
      'a/',
      '.hidden',
      'a/.b',
      'a\\b',
      'a\0b',
      'ä',
      'a b',
    ])('refuses the key %j', async (key) => {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(TypeError);
      await expect(store.get(key)).rejects.toThrow(TypeError);
      await expect(store.delete(key)).rejects.toThrow(TypeError);
      await expect(store.deletePrefix(`${key}/`)).rejects.toThrow(TypeError);
      expect(() => store.localPath(key)).toThrow(TypeError);
    });

    it('gives an address to upload to, or none', async () => {
      const url = await store.uploadUrl('direct/upload', { expiresInSeconds: 60, maxBytes: 100 });
      if (url === null) return;
      const answer = await fetch(url, { method: 'PUT', body: 'bytes', headers: { 'content-type': 'text/csv' } });
      expect(answer.status).toBe(200);
      expect((await read('direct/upload'))?.bytes.toString()).toBe('bytes');
    });
  });
}

function* inChunks(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
