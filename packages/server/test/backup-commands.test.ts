import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { runBackupCommand } from '../src/start/backup-commands.ts';

let root: string;
const PARLEY_SECRET = 'a secret of the tests 0123456789';
const BACKUP_KEY = 'a passphrase of the tests';
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'parley-commands-'));
  const { db, close } = await openDatabase({ dataDir: join(root, 'data') });
  await db.insertInto('installation').values({ name: 'kept', value: 'yes' }).execute();
  await close();
});
afterAll(() => rmSync(root, { recursive: true }));

/** With a data directory of this name, and what else is set. */
const run = (args: string[], { dataDir = 'data', ...env }: Record<string, string> = {}) =>
  runBackupCommand(readConfig({ DATA_DIR: join(root, dataDir), PARLEY_SECRET, BACKUP_KEY, ...env }), args);

it('backs up, lists, verifies, restores and checks what was restored', async () => {
  const folder = join(root, 'kept');
  const first = JSON.parse(await run(['backup', folder, '--json']));
  expect(await run(['backup', '--keep', '1'], { BACKUP_TO: folder })).toContain(`Removed: ${first.snapshot}`);
  const [snapshot = '', ...more] = (await run(['backup', '--list', folder])).trimEnd().split('\n');
  expect([snapshot > first.snapshot, more]).toEqual([true, []]);
  expect(await run(['verify', folder])).toMatch(/^Snapshot .* was opened and read to its end/);
  const dataDir = 'restored';
  expect(await run(['restore', folder, '--snapshot', snapshot], { dataDir })).toContain(join(root, dataDir));
  expect(readFileSync(join(root, dataDir, 'secret'), 'utf8').trim()).toBe(PARLEY_SECRET);
  expect(await run(['verify', '--installation'], { dataDir })).toBe(
    'The database is whole, its secret fits, and the bytes of all 0 files are there.\n',
  );
});

it.each<[string[], Record<string, string>, string]>([
  [['backup'], {}, 'set BACKUP_TO'],
  [['backup', 'x', '--keep', '0'], {}, '--keep takes a whole number above 0, not 0'],
  [['backup', 'x.parley'], { BACKUP_KEY: '' }, 'BACKUP_KEY is not set'],
  [['backup', 'x.parley'], { DATABASE_URL: 'postgres://127.0.0.1:1/parley' }, 'backed up with pg_dump'],
  [['restore', 'x'], { DATABASE_URL: 'postgres://127.0.0.1:1/parley' }, 'backed up with pg_dump'],
  [['verify', '/nothing/is/here'], {}, 'there is no backup'],
  [['verify', '/nothing/is.parley'], {}, 'there is no backup /nothing/is.parley'],
  [['verify', '--installation'], { dataDir: 'nothing' }, 'parley.db is not there'],
])('says what is wrong with %j', async (args, env, sentence) => {
  await expect(run(args, env)).rejects.toThrow(sentence);
});
