import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOlderDatabase, schemas } from '../../test/older-database.ts';
import { openDatabase } from './open-database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-upgrade-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const copies = () =>
  readdirSync(join(dataDir, 'before-upgrade'))
    .filter((name) => name.endsWith('.db'))
    .sort();

function lastSchema(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare('select max(name) as name from kysely_migration').get()?.name;
  } finally {
    database.close();
  }
}

it('copies a database before its tables are brought up to date, says where, and keeps the last three', async () => {
  const before = schemas.at(-3) ?? '';
  await makeOlderDatabase(dataDir, before);
  mkdirSync(join(dataDir, 'before-upgrade'));
  for (const day of [1, 2, 3]) writeFileSync(join(dataDir, `before-upgrade/2026-01-0${day}T00-00-00-000Z.db`), 'older');
  const told: string[] = [];
  const database = await openDatabase({ dataDir, onCopy: (path) => told.push(path) });
  await database.close();
  expect(copies()).toEqual(['2026-01-02T00-00-00-000Z.db', '2026-01-03T00-00-00-000Z.db', expect.any(String)]);
  const [path = ''] = told;
  expect(path).toBe(join(dataDir, 'before-upgrade', copies()[2] ?? ''));
  expect([lastSchema(path), lastSchema(join(dataDir, 'parley.db'))]).toEqual([before, schemas.at(-1)]);
  // Nothing is left to do: no copy.
  await (await openDatabase({ dataDir, onCopy: (again) => told.push(again) })).close();
  expect([told.length, copies().length]).toEqual([1, 3]);
});

it('copies nothing where there is no database yet', async () => {
  await (await openDatabase({ dataDir })).close();
  expect(readdirSync(dataDir)).not.toContain('before-upgrade');
});

it('leaves the tables as they are when they cannot be copied', async () => {
  const before = schemas.at(-3) ?? '';
  await makeOlderDatabase(dataDir, before);
  writeFileSync(join(dataDir, 'before-upgrade'), 'a file where the folder would be');
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /could not be copied to .*before-upgrade.* its tables were left as they are.*Make room/s,
  );
  expect(lastSchema(join(dataDir, 'parley.db'))).toBe(before);
});
