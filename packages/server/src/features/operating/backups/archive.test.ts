import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArchiveFile } from '../../../adapters/disk/archive-file.ts';
import { DiskBlobStore } from '../../../adapters/disk/disk-blob-store.ts';
import { Archive, type ArchiveStore, type Entry } from './archive.ts';

const passphrase = 'a passphrase of the tests';
/** Trying a passphrase is to be slow, but not here. */
const make = { n: 2 ** 10, r: 8, p: 1 };
const idOf = (day: number) => `2026-01-0${day}T00-00-00-000Z`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-archive-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* streamed(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
const readAll = (archive: Archive, entry: Entry) => buffer(archive.read(entry));
const openFolder = (name: string) =>
  Archive.open(new DiskBlobStore({ directory: join(folder, name) }), { passphrase, make });

describe.each<[string, () => Promise<ArchiveStore>, () => Promise<ArchiveStore>]>([
  [
    'a folder',
    async () => new DiskBlobStore({ directory: join(folder, 'many') }),
    async () => new DiskBlobStore({ directory: join(folder, 'many') }),
  ],
  ['one file', () => ArchiveFile.make(join(folder, 'one.parley')), () => ArchiveFile.open(join(folder, 'one.parley'))],
])('an archive in %s', (_name, begin, again) => {
  it('gives back what was written, of any size, and writes what it has no second time', async () => {
    const archive = await Archive.open(await begin(), { passphrase, make });
    const contents = [0, 1, 4 * 1024 * 1024, 9_000_001].map((size) => randomBytes(size));
    const entries: Entry[] = [];
    for (const [index, bytes] of contents.entries()) {
      const { entry, writtenBytes } = await archive.write(`blobs/${index}`, streamed(bytes));
      entries.push(entry);
      expect([entry.sizeBytes, writtenBytes]).toEqual([bytes.length, bytes.length]);
    }
    expect((await archive.write('blobs/again', streamed(contents[3] ?? Buffer.alloc(0)))).writtenBytes).toBe(0);
    await archive.writeSnapshot({ id: idOf(1), version: '1', entries });
    await archive.close();
    const opened = await Archive.open(await again(), { passphrase });
    const snapshot = await opened.snapshot();
    expect(snapshot).toEqual({ id: idOf(1), version: '1', entries });
    for (const [index, entry] of snapshot.entries.entries()) {
      expect(opened.has(entry)).toBe(true);
      expect((await readAll(opened, entry)).equals(contents[index] ?? Buffer.alloc(0))).toBe(true);
    }
    await opened.close();
    const other = await again();
    await expect(Archive.open(other, { passphrase: 'another' })).rejects.toThrow('another key than BACKUP_KEY');
    await other.close();
  });
});

it('shows nothing of what it holds', async () => {
  const archive = await openFolder('sealed');
  const words = Buffer.from('The lease ends on 4 May 2031. '.repeat(100));
  const { entry } = await archive.write('files/the-lease', streamed(words));
  await archive.writeSnapshot({ id: idOf(1), version: '1', entries: [entry] });
  for (const name of await readdir(join(folder, 'sealed'), { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    expect(await readFile(join(name.parentPath, name.name), 'latin1')).not.toMatch(/lease/);
  }
});

it('notices a piece that is altered, missing or another one, and a snapshot in the place of another', async () => {
  const archive = await openFolder('damaged');
  const { entry } = await archive.write('a', streamed(randomBytes(100)));
  const { entry: other } = await archive.write('b', streamed(randomBytes(100)));
  for (const day of [1, 2]) await archive.writeSnapshot({ id: idOf(day), version: `${day}`, entries: [entry, other] });
  const pathOf = ([piece = '']: string[]) => join(folder, 'damaged/pieces', piece.slice(0, 2), piece);
  const bytes = await readFile(pathOf(entry.pieces));
  const altered = Buffer.from(bytes);
  altered[50] = (altered[50] ?? 0) ^ 1;
  await writeFile(pathOf(entry.pieces), altered);
  await expect(readAll(archive, entry)).rejects.toThrow(/is damaged, which belongs to a/);
  await writeFile(pathOf(entry.pieces), await readFile(pathOf(other.pieces)));
  await expect(readAll(archive, entry)).rejects.toThrow(/is damaged, which belongs to a/);
  await rm(pathOf(entry.pieces));
  await expect(readAll(archive, entry)).rejects.toThrow(/is missing, which belongs to a/);
  expect((await openFolder('damaged')).has(entry)).toBe(false);
  const snapshots = join(folder, 'damaged/snapshots');
  await writeFile(join(snapshots, idOf(2)), await readFile(join(snapshots, idOf(1))));
  await expect(archive.snapshot()).rejects.toThrow(`the snapshot ${idOf(2)} of the backup is damaged`);
});

it('keeps the newest snapshots, and of the pieces those that they need', async () => {
  const archive = await openFolder('kept');
  const { entry: always } = await archive.write('always', streamed(randomBytes(100)));
  const once: Entry[] = [];
  for (const day of [1, 2, 3]) {
    const { entry } = await archive.write(`once-${day}`, streamed(randomBytes(100)));
    once.push(entry);
    await archive.writeSnapshot({ id: idOf(day), version: '1', entries: [always, entry] });
  }
  expect(await archive.keep(2)).toEqual([idOf(1)]);
  const opened = await openFolder('kept');
  expect(opened.snapshots).toEqual([idOf(2), idOf(3)]);
  expect([always, ...once].map((entry) => opened.has(entry))).toEqual([true, false, true, true]);
  await expect(opened.snapshot(idOf(1))).rejects.toThrow(
    `there is no snapshot ${idOf(1)}; there are ${idOf(2)}, ${idOf(3)}`,
  );
});

it('is told from other files, and from one that was not finished or is cut off', async () => {
  const path = join(folder, 'cut.parley');
  const store = await ArchiveFile.make(path);
  const archive = await Archive.open(store, { passphrase, make });
  const { entry } = await archive.write('a', streamed(randomBytes(5000)));
  expect(await readdir(folder)).not.toContain('cut.parley');
  await archive.writeSnapshot({ id: idOf(1), version: '1', entries: [entry] });
  await archive.close();
  await expect(ArchiveFile.make(path)).rejects.toThrow('is there already');
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, 3000));
  await expect(ArchiveFile.open(path)).rejects.toThrow('is cut off');
  await writeFile(path, 'words, and no backup');
  await expect(ArchiveFile.open(path)).rejects.toThrow('is no backup');
  await expect(Archive.open(new DiskBlobStore({ directory: join(folder, 'nothing') }), { passphrase })).rejects.toThrow(
    'there is no backup',
  );
  const unfinished = await ArchiveFile.make(join(folder, 'unfinished.parley'));
  await unfinished.close();
  expect((await readdir(folder)).filter((name) => name.startsWith('unfinished'))).toEqual([]);
});
