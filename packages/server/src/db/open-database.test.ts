import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onBothDatabases } from '../../test/database.ts';
import { lockDirectory } from './directory-lock.ts';
import { openDatabase } from './open-database.ts';

onBothDatabases('openDatabase', (open) => {
  it('migrates, keeps numbers as numbers, and rolls a failed transaction back', async () => {
    const { db, close } = await open();
    const at = Date.now();
    await db.insertInto('workspaces').values({ id: 'w1', name: 'One', created_at: at, budget_nanos: null }).execute();
    expect(await db.selectFrom('workspaces').selectAll().execute()).toEqual([
      {
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

it('opens the same file again without running migrations twice', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-db-'));
  const first = await openDatabase({ dataDir });
  await first.db.insertInto('installation').values({ name: 'a', value: '1' }).execute();
  await first.close();
  const second = await openDatabase({ dataDir });
  expect(await second.db.selectFrom('installation').selectAll().execute()).toEqual([{ name: 'a', value: '1' }]);
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
