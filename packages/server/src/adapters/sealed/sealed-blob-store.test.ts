import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testBlobStore } from '../../../test/contracts/blob-store-contract.ts';
import { type DataKey, DataKeys } from '../../lib/data-keys.ts';
import { DiskBlobStore } from '../disk/disk-blob-store.ts';
import { SealedBlobStore } from './sealed-blob-store.ts';

const newKey = (): DataKey => ({ id: randomBytes(8).toString('hex'), key: randomBytes(32) });

async function open() {
  const directory = await mkdtemp(join(tmpdir(), 'parley-sealed-'));
  const stored = [newKey()];
  const keys = new DataKeys(stored, async () => stored);
  const inner = new DiskBlobStore({ directory });
  return { directory, stored, keys, inner, store: new SealedBlobStore({ inner, keys }) };
}

testBlobStore(
  'SealedBlobStore',
  async () => {
    const { store, directory } = await open();
    return { store, close: () => rm(directory, { recursive: true }) };
  },
  { storedBytes: (size) => 33 + size + 16 * Math.max(1, Math.ceil(size / 65_536)) },
);

describe('a sealed blob', () => {
  let at: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    at = await open();
  });
  afterEach(() => rm(at.directory, { recursive: true }));
  const text = 'a sentence that must not stand on the disk. ';

  it('does not show what is in it, and is different each time', async () => {
    const bytes = Buffer.from(text.repeat(5000));
    await at.store.put('a/one', bytes);
    await at.store.put('a/two', Readable.from([bytes]));
    const [one, two] = [await readFile(join(at.directory, 'a/one')), await readFile(join(at.directory, 'a/two'))];
    expect(one.includes('sentence')).toBe(false);
    expect(one.length).toBe(two.length);
    expect(one.subarray(40, 80).equals(two.subarray(40, 80))).toBe(false);
  });

  it.each([1, 65_535, 65_536, 65_537, 131_072, 200_000])('can be read in parts, at %d bytes', async (size) => {
    const bytes = randomBytes(size);
    await at.store.put('a/part', bytes);
    const edges = [0, 1, 65_535, 65_536, 65_537, 131_071, size - 1].filter((edge) => edge < size);
    for (const start of edges) {
      for (const end of [...edges, size + 10].filter((one) => one >= start)) {
        const found = await at.store.get('a/part', { start, end });
        const wanted = bytes.subarray(start, end + 1);
        expect([start, end, found?.sizeBytes]).toEqual([start, end, wanted.length]);
        expect(found && (await buffer(found.body)).equals(wanted)).toBe(true);
      }
    }
    const beyond = await at.store.get('a/part', { start: size, end: size + 5 });
    expect(beyond && [beyond.sizeBytes, (await buffer(beyond.body)).length]).toEqual([0, 0]);
  });

  it('is not read when a byte of it was changed, or its end is missing', async () => {
    const path = join(at.directory, 'a/b');
    await at.store.put('a/b', randomBytes(150_000));
    const whole = await readFile(path);
    const changed = Buffer.from(whole);
    changed[70_000] = (changed[70_000] ?? 0) ^ 1;
    const cutAtChunk = whole.subarray(0, 33 + 2 * 65_552);
    for (const bytes of [changed, whole.subarray(0, -1), cutAtChunk]) {
      await writeFile(path, bytes);
      await expect(at.store.read('a/b')).rejects.toThrow('damaged');
      await expect(at.store.get('a/b').then((found) => found && buffer(found.body))).rejects.toThrow('damaged');
    }
  });

  it('is read beside those from before, which are sealed anew one by one', async () => {
    const bytes = randomBytes(100_000);
    await at.inner.put('a/plain', bytes);
    await at.store.put('a/sealed', bytes);
    expect(await at.store.stat('a/plain')).toEqual({ sizeBytes: 100_000 });
    expect(await at.store.read('a/plain')).toEqual(bytes);
    const part = await at.store.get('a/plain', { start: 5, end: 9 });
    expect(part && (await buffer(part.body))).toEqual(bytes.subarray(5, 10));
    expect([await at.store.reseal('a/plain'), await at.store.reseal('a/sealed')]).toEqual([true, false]);
    at.stored.push(newKey());
    await at.keys.renew();
    expect([await at.store.reseal('a/plain'), await at.store.reseal('a/sealed')]).toEqual([true, true]);
    expect([await at.store.reseal('a/plain'), await at.store.reseal('a/nothing')]).toEqual([false, false]);
    // Nothing is sealed with the first key any more.
    const [, newest] = at.stored;
    const without = new DataKeys([newest!], async () => [newest!]);
    const store = new SealedBlobStore({ inner: at.inner, keys: without });
    expect(await store.read('a/plain')).toEqual(bytes);
    expect(await store.read('a/sealed')).toEqual(bytes);
  });

  it('that is deleted or written while it is sealed anew stays deleted, or as it was written', async () => {
    for (let round = 0; round < 20; round++) {
      await at.inner.put('c/deleted', randomBytes(100_000));
      await at.inner.put('c/written', randomBytes(100_000));
      const resealing = Promise.all([at.store.reseal('c/deleted'), at.store.reseal('c/written')]);
      for (let turn = 0; turn < round; turn++) await new Promise(setImmediate);
      await Promise.all([at.store.deletePrefix('c/deleted/'), at.store.delete('c/deleted')]);
      await at.store.put('c/written', Buffer.from('new'));
      await resealing;
      expect(await at.store.stat('c/deleted')).toBeNull();
      expect((await at.store.read('c/written'))?.toString()).toBe('new');
    }
  });
});
