import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TarFile } from '../src/adapters/disk/tar-file.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/db/open-database.ts';
import { ExportRepository } from '../src/features/operating/export/export-repository.ts';
import { runExportCommand } from '../src/start/export-command.ts';
import { onBothDatabases } from './database.ts';
import { startTestService, type TestService } from './test-service.ts';
import { uploadFile } from './upload-file.ts';
import { usageRow } from './usage-row.ts';

let root: string;
let service: TestService;
const env = { SEALING_KEY: 'a key of the tests 0123456789' };
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'parley-export-'));
  service = await startTestService({ env });
});
afterAll(async () => {
  await service.close();
  rmSync(root, { recursive: true });
});

/** Unpacked by the system's own program. */
function unpack(path: string): string {
  const folder = `${path}.unpacked`;
  mkdirSync(folder);
  const { status, stderr } = spawnSync('tar', ['-xf', path, '-C', folder], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return folder;
}

const run = (args: string[]) =>
  runExportCommand(readConfig({ DATA_DIR: service.dataDir, ...env }), ['export', ...args]);

it('writes everything of a workspace and nothing of another one, opened, with counts and checksums', async () => {
  const made = await service.admin('POST', '/v1/admin/workspaces', { name: 'brief' });
  const id: string = made.json.id;
  const key = await service.admin('POST', '/v1/admin/keys', { workspace_id: id, name: 'k' });
  const headers = { authorization: `Bearer ${key.json.key}` };
  const mine = await uploadFile(service, 'mine.txt', 'The dredger works on Tuesdays.', {}, headers);
  await uploadFile(service, 'theirs.txt', 'The bridge is painted blue.');
  // A call's record lies in the journal for a moment; whoever asks for records has it taken into the database.
  await service.admin('GET', `/v1/admin/usage/records?request_id=${mine.headers.get('x-request-id')}`);
  const to = join(root, 'brief.tar');
  expect(await run([to, '--workspace', id])).toMatch(/ has \d+ rows of \d+ tables and \d+ files/);
  const folder = unpack(to);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ format: 1, workspace_id: id, user_id: null });
  for (const { name, size_bytes, sha256 } of [...manifest.tables, ...manifest.files]) {
    const bytes = readFileSync(join(folder, name));
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size_bytes, sha256]);
  }
  const original = join(folder, `blobs/files/${id}/${mine.json.file_id}/original`);
  expect(readFileSync(original, 'utf8')).toBe('The dredger works on Tuesdays.');
  const tables = readdirSync(join(folder, 'tables')).map((name) => readFileSync(join(folder, 'tables', name), 'utf8'));
  const all = tables.join('');
  expect(all).toContain('The dredger works on Tuesdays');
  expect(all).not.toMatch(/bridge|theirs|~sealed1~|"hash"/);
  expect(manifest.tables.map(({ table }: { table: string }) => table)).toEqual(
    expect.arrayContaining(['api_keys', 'audit_events', 'files', 'usage_records', 'workspaces']),
  );
  const { json } = await service.admin('GET', `/v1/admin/audit?workspace_id=${id}&action=workspace.export`);
  expect(json.data).toEqual([expect.objectContaining({ target: id })]);
  await expect(run([to, '--workspace', id])).rejects.toThrow('is there already');
});

it.each([
  [[], 'Say where to'],
  [['x.tar'], 'Say of which workspace'],
  [['/tmp/no-such-workspace.tar', '--workspace', 'ws_none'], 'There is no workspace ws_none'],
])('says what is wrong with %j, and leaves nothing behind', async (args, sentence) => {
  await expect(run(args)).rejects.toThrow(sentence);
  expect(existsSync('/tmp/no-such-workspace.tar.unfinished')).toBe(false);
});

it('packs names of any length and contents of any size for other programs', async () => {
  const path = join(root, 'names.tar');
  const tar = await TarFile.make(path);
  const long = `${'folder/'.repeat(30)}a name with an ö`;
  for (const [name, text] of [
    ['empty', ''],
    ['block', 'x'.repeat(512)],
    [long, 'long'],
  ] as const) {
    await tar.add(name, text.length, [Buffer.from(text)]);
  }
  await tar.finish();
  await tar.close();
  const folder = unpack(path);
  expect(readFileSync(join(folder, long), 'utf8')).toBe('long');
  expect([readFileSync(join(folder, 'empty')).length, readFileSync(join(folder, 'block')).length]).toEqual([0, 512]);
  const broken = await TarFile.make(join(root, 'broken.tar'));
  await expect(broken.add('a', 3, [Buffer.from('ab')])).rejects.toThrow('a has 2 bytes, not 3');
  await broken.close();
  expect(readdirSync(root).filter((name) => name.startsWith('broken'))).toEqual([]);
});

onBothDatabases('what a database has of somebody', (open) => {
  let database: Database;
  let repository: ExportRepository;
  beforeAll(async () => {
    database = await open();
    repository = new ExportRepository({ database });
    const { db } = database;
    const at = Date.now();
    for (const id of ['w1', 'w2']) {
      await db.insertInto('workspaces').values({ id, name: id, created_at: at, budget_nanos: null }).execute();
    }
    for (let index = 0; index < 250; index++) {
      const { shares_with: _, ...row } = usageRow(`r${index}`, { workspace_id: index % 5 === 0 ? 'w2' : 'w1' });
      await db.insertInto('usage_records').values(row).execute();
    }
    for (const [id, workspace_id, user_id] of [
      ['a1', 'w1', 'u1'],
      ['a2', 'w1', 'u2'],
      ['a3', 'w2', 'u1'],
    ] as const) {
      const row = { id, workspace_id, integration_id: 'i', user_id, payload: 'sealed', expires_at: at };
      await db.insertInto('integration_authorizations').values(row).execute();
    }
  });
  afterAll(() => database.close());

  const rowsOf = async (name: string, workspaceId: string, userId?: string) => {
    const table = (await repository.tables(userId !== undefined)).find((one) => one.name === name);
    const rows: unknown[] = [];
    if (table) for await (const some of repository.rows(table, workspaceId, userId)) rows.push(...some);
    return rows;
  };

  it('is read whole, of every table, and of one workspace alone', async () => {
    expect((await rowsOf('usage_records', 'w1')).length).toBe(200);
    expect((await rowsOf('usage_records', 'w2')).length).toBe(50);
    for (const table of await repository.tables(false)) {
      for await (const rows of repository.rows(table, 'none', undefined)) expect([table.name, rows]).toEqual([]);
    }
  });

  it('is read of an end user of one workspace, without what opens something', async () => {
    const found = await rowsOf('integration_authorizations', 'w1', 'u1');
    expect(found).toEqual([expect.objectContaining({ id: 'a1', user_id: 'u1' })]);
    expect(found).not.toEqual([expect.objectContaining({ payload: expect.anything() })]);
    expect(await rowsOf('usage_records', 'w1', 'u1')).toEqual([]);
  });

  it('has no column that opens something', async () => {
    const columns = (await repository.tables(false)).flatMap(({ name, columns: all }) =>
      all.map((one) => `${name}.${one}`),
    );
    expect(columns.length).toBeGreaterThan(150);
    const harmless = [
      'page_contents.content_hash',
      'pages.content_hash',
      'idempotency_records.body_hash',
      'run_steps.input_hash',
    ];
    const tokens = /\.(?:input|output|cached|cache_write|first)_tokens?(?:_ms)?$/;
    const opens = columns.filter(
      (name) => /hash|secret|token|credential|password|digest/.test(name) && !tokens.test(name),
    );
    expect(opens.filter((name) => !harmless.includes(name))).toEqual(['integration_connections.has_refresh_token']);
  });
});
