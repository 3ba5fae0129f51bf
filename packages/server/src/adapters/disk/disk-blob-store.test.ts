import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { testBlobStore } from '../../../test/contracts/blob-store-contract.ts';
import { diskFull } from '../../lib/disk-full.ts';
import { DiskBlobStore } from './disk-blob-store.ts';

async function openStore() {
  const directory = await mkdtemp(join(tmpdir(), 'parley-blobs-'));
  const store = new DiskBlobStore({ directory });
  return { directory, store, close: () => rm(directory, { recursive: true, force: true }) };
}

testBlobStore('DiskBlobStore', openStore);

it('leaves no temporary file behind after failures, and clears those of a process that died', async () => {
  const { directory, store, close } = await openStore();
  const incoming = join(directory, '.incoming');
  await store.check();
  const broken = new Readable({
    read() {
      this.destroy(new Error('gone'));
    },
  });
  await expect(store.put('a/b', broken)).rejects.toThrow('gone');
  expect(await readdir(incoming)).toEqual([]);
  await writeFile(join(incoming, 'old'), 'x');
  await writeFile(join(incoming, 'young'), 'x');
  await utimes(join(incoming, 'old'), 0, 0);
  await new DiskBlobStore({ directory }).check();
  expect(await readdir(incoming)).toEqual(['young']);
  await close();
});

it('takes empty folders away with the last blob', async () => {
  const { directory, store, close } = await openStore();
  await store.put('files/w/f/original', Buffer.from('x'));
  await store.deletePrefix('files/w/f/');
  expect(await readdir(directory)).toEqual(['.incoming']);
  await close();
});

it('takes nothing where there is no room, and says so', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-blobs-'));
  let hasRoom = false;
  const room = {
    hasRoomForFiles: async () => hasRoom,
    requireRoomForFiles: async () => {
      if (!hasRoom) throw diskFull();
    },
  };
  const store = new DiskBlobStore({ directory, room });
  await expect(store.put('a/b', Buffer.from('x'))).rejects.toMatchObject({ code: 'disk_full' });
  expect([await store.hasRoom(), await store.stat('a/b')]).toEqual([false, null]);
  hasRoom = true;
  const full = new Readable({
    read() {
      this.destroy(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    },
  });
  await expect(store.put('a/b', full)).rejects.toMatchObject({ code: 'disk_full' });
  expect(await readdir(join(directory, '.incoming'))).toEqual([]);
  await rm(directory, { recursive: true, force: true });
});
