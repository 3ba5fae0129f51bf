import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiskBlobStore } from '../src/adapters/disk/disk-blob-store.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { Archive, type ArchiveStore } from '../src/features/operating/backups/archive.ts';
import { restoreSnapshot } from '../src/features/operating/backups/restore-snapshot.ts';
import { takeBackup } from '../src/features/operating/backups/take-backup.ts';
import { makeOlderDatabase, schemas } from './older-database.ts';

let root: string;
let grown: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-drill-'));
  grown = join(root, 'grown');
  mkdirSync(grown);
});
afterAll(() => rmSync(root, { recursive: true }));

/** In memory: what is tested lies behind it. */
function openStore(): ArchiveStore {
  const held = new Map<string, Buffer>();
  return {
    put: async (key, bytes) => held.set(key, Buffer.from(bytes)),
    read: async (key) => held.get(key) ?? null,
    async *list() {
      for (const [key, { length }] of held) yield { key, sizeBytes: length };
    },
    delete: async (key) => void held.delete(key),
    close: async () => {},
  };
}

// Before it there were no files, and nothing that could be lost.
it.each(schemas.slice(schemas.indexOf('0010-files')))(
  'a backup of a database with the schema %s is restored and brought up to date, with all that it held',
  async (schema) => {
    const [dataDir, restored] = [join(root, `data-${schema}`), join(root, `restored-${schema}`)];
    mkdirSync(dataDir);
    // Grows from one schema to the next: to make each from nothing would run every migration for every schema.
    await makeOlderDatabase(grown, schema);
    copyFileSync(join(grown, 'parley.db'), join(dataDir, 'parley.db'));
    await makeOlderDatabase(dataDir, schema, async (db) => {
      await db.insertInto('installation').values({ name: 'kept', value: schema }).execute();
    });
    const archive = await Archive.open(openStore(), { passphrase: 'a passphrase', make: { n: 2 ** 10, r: 8, p: 1 } });
    const blobs = (directory: string) => new DiskBlobStore({ directory: join(directory, 'blobs') });
    await takeBackup(archive, { dataDir, blobs: blobs(dataDir), secrets: ['a secret of the tests 0123456789'] });
    await restoreSnapshot(archive, { dataDir: restored, blobs: blobs(restored) });
    const { db, close } = await openDatabase({ dataDir: restored });
    const done = await db
      .selectFrom('kysely_migration' as 'installation')
      .select('name')
      .orderBy('name')
      .execute();
    expect(done.map(({ name }) => name)).toEqual(schemas);
    const kept = await db.selectFrom('installation').select('value').where('name', '=', 'kept').executeTakeFirst();
    expect(kept?.value).toBe(schema);
    await close();
  },
);
