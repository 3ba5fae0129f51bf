import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onBothDatabases } from '../../test/database.ts';
import { version } from '../lib/version.ts';
import { lockDirectory } from './directory-lock.ts';
import { migrate, openDatabase } from './open-database.ts';

onBothDatabases('openDatabase', (open) => {
  it('migrates, keeps numbers as numbers, and rolls a failed transaction back', async () => {
    const { db, close } = await open();
    const at = Date.now();
    await db.insertInto('workspaces').values({ id: 'w1', name: 'One', created_at: at, budget_nanos: null }).execute();
    expect(await db.selectFrom('workspaces').selectAll().execute()).toEqual([
      {
        budgets_version: 0,
        retention: null,
        id: 'w1',
        name: 'One',
        created_at: at,
        budget_nanos: null,
        storage_bytes: null,
        callback_origins: null,
        web: null,
        require_second_factor: null,
      },
    ]);
    const failing = db.transaction().execute(async (trx) => {
      await trx.updateTable('workspaces').set({ name: 'Two' }).where('id', '=', 'w1').execute();
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    const { name } = await db.selectFrom('workspaces').select('name').where('id', '=', 'w1').executeTakeFirstOrThrow();
    expect(name).toBe('One');
    await close();
  });
});

onBothDatabases('a database that a newer version has changed', (open) => {
  it('is left alone, and the version that it needs is named', async () => {
    const database = await open();
    const { db, close } = database;
    await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2030-01-01')`.execute(db);
    const needed = (value: string) =>
      db
        .insertInto('installation')
        .values({ name: 'migrated_by', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    await needed('9.1.0');
    await expect(migrate(database)).rejects.toThrow(
      /newer version .*9999-newer.* Start version 9\.1\.0 or a newer one/,
    );
    await sql`delete from kysely_migration where name = '9999-newer'`.execute(db);
    await migrate(database);
    await close();
  });
});

it('tells of queries that take long, and of no value in them', async () => {
  const told: { sql: string; durationMs: number }[] = [];
  const { db, close } = await openDatabase({
    dataDir: ':memory:',
    slow: { fromMs: 1, onSlow: (query) => told.push(query) },
  });
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000)
    select count(*) from n where ${'a secret'} <> ''`.execute(db);
  expect(told.at(-1)).toMatchObject({ sql: expect.stringContaining('with recursive'), durationMs: expect.any(Number) });
  expect(JSON.stringify(told)).not.toContain('a secret');
  await close();
});

it('says in a sentence that a file is damaged or no database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-db-'));
  writeFileSync(join(dataDir, 'parley.db'), 'These are words, and not what SQLite writes. '.repeat(100));
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /parley\.db is damaged or no database .* Put a copy in its place/,
  );
  rmSync(dataDir, { recursive: true });
});

it('opens the same file again without running migrations twice', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-db-'));
  const first = await openDatabase({ dataDir });
  await first.db.insertInto('installation').values({ name: 'a', value: '1' }).execute();
  await first.close();
  const second = await openDatabase({ dataDir });
  expect(await second.db.selectFrom('installation').selectAll().orderBy('name').execute()).toEqual([
    { name: 'a', value: '1' },
    { name: 'migrated_by', value: version },
  ]);
  await second.close();
  rmSync(dataDir, { recursive: true });
});

it('refuses a second claim on one data directory and says who holds it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-lock-'));
  const lock = lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(`process ${process.pid}`);
  lock.release();
  lockDirectory(directory).release();
  rmSync(directory, { recursive: true });
});
