import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { lockDirectory } from '../src/db/directory-lock.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { runMigrateCommand } from '../src/start/migrate-command.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-migrate-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const config = readConfig({ DATA_DIR: dataDir });

it('makes the tables of a database, and finds nothing to do the second time', async () => {
  expect(await runMigrateCommand(config)).toMatch(
    /^The tables of SQLite in .* are those of version \d+\.\d+\.\d+\.\n$/,
  );
  expect(await runMigrateCommand(config)).toContain(dataDir);
  // Refuses what is not up to date.
  const { db, close } = await openDatabase({ dataDir, isLeftAsItIs: true });
  const [kept, ...more] = await db.selectFrom('installation').selectAll().execute();
  expect([kept?.name, more]).toEqual(['migrated_by', []]);
  await close();
});

it('changes no tables under a process that runs on them', async () => {
  const lock = lockDirectory(dataDir);
  await expect(runMigrateCommand(config)).rejects.toThrow('another Parley process');
  lock.release();
});

it('says that PostgreSQL cannot be reached', async () => {
  const away = readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1:1/parley' });
  await expect(runMigrateCommand(away)).rejects.toThrow('PostgreSQL at 127.0.0.1:1 cannot be reached');
});
