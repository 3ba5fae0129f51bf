import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveInstallation } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { openForService, type ServiceDatabase } from './database.ts';
import { startTestService } from './test-service.ts';
import { uploadFile } from './upload-file.ts';

let root: string;
let postgres: ServiceDatabase;
let store: S3rver;
let blobUrl: string;
const PARLEY_SECRET = 'a secret of the tests 0123456789';

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'parley-move-'));
  postgres = await openForService('PostgreSQL', join(root, 'data'));
  const directory = join(root, 's3');
  mkdirSync(directory);
  store = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'parley', configs: [] }] });
  const { port } = await store.run();
  blobUrl = `s3://parley/all?endpoint=http://127.0.0.1:${port}&access_key_id=S3RVER&secret_access_key=S3RVER`;
}, 180_000);
afterAll(async () => {
  await store.close();
  await postgres.close();
  rmSync(root, { recursive: true });
});

const move = (env: Record<string, string>, isFinal: boolean) =>
  moveInstallation(readConfig({ PARLEY_SECRET, ...env }), isFinal);

/** All that a service wrote, of every table but those that each database keeps for itself. */
async function rowsOf(dataDir: string): Promise<Record<string, unknown[]>> {
  const { db, close } = await openDatabase({ dataDir });
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely%'`.execute(
    db,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables.filter((table) => table.name !== 'jobs')) {
    found[name] = (await sql`select * from ${sql.table(name)} order by 1, 2`.execute(db)).rows;
  }
  await close();
  return found;
}

it('takes everything from SQLite and a directory to PostgreSQL and S3 while the service runs, and back', async () => {
  const dataDir = join(root, 'data');
  const there = { DATABASE_URL: postgres.env.DATABASE_URL ?? '', BLOB_URL: blobUrl };
  const to = { DATA_DIR: dataDir, MOVE_TO_DATABASE_URL: there.DATABASE_URL, MOVE_TO_BLOB_URL: blobUrl };
  const service = await startTestService({ env: { DATA_DIR: dataDir, PARLEY_SECRET } });
  const upload = async (text: string): Promise<string> => (await uploadFile(service, 'lease.txt', text)).json.file_id;
  const texts = new Map<string, string>();
  const gone = await upload('The lease that is deleted.');
  for (const day of [1, 2, 3]) {
    const text = `The lease ends on ${day} May 2031.`;
    texts.set(await upload(text), text);
  }
  const collection = await service.call('POST', '/v1/collections', { name: 'Leases' });
  const collectionPath = `/v1/collections/${collection.json.id}`;
  await service.call('POST', `${collectionPath}/files`, { file_ids: [...texts.keys()] });
  await expect.poll(async () => (await service.call('GET', collectionPath)).json.files.ready).toBe(texts.size);

  const first = await move(to, false);
  expect(first.blobs).toMatchObject({ copied: first.blobs?.blobs, deleted: 0 });
  expect(first.changedRows).toBeGreaterThan(5);
  // A kill may cut the last line of what was noted.
  appendFileSync(join(dataDir, 'move-state.jsonl'), '{"key":"files/');
  const second = await move(to, false);
  expect(second).toMatchObject({ blobs: { copied: 0, deleted: 0 } });
  expect(second.changedRows).toBeLessThan(3);
  // Nothing starts on half of it, and only the last pass needs the service to be away.
  const half = { DATA_DIR: join(root, 'half'), PARLEY_SECRET, ...there };
  await expect(startTestService({ env: half })).rejects.toThrow(/filled by parley move, .* Run it again with --final/);
  await expect(move(to, true)).rejects.toThrow(/another Parley process .* uses the data directory/);
  texts.set(await upload('The lease ends on 4 May 2031.'), 'The lease ends on 4 May 2031.');
  await service.call('DELETE', `/v1/files/${gone}`);
  const asked = await service.call('POST', '/v1/answer', { query: 'When?', context: 'On 4 May 1932.' });
  const requestId = asked.headers.get('x-request-id');
  await service.close();

  const { db, close } = await openDatabase({ dataDir });
  const later = Date.now() + 60 * 60_000;
  await sql`insert into jobs (id, kind, payload, state, attempt, losses, run_at, deadline_at, created_at)
    values ('later', 'moved-kind', '{"a":1}', 'waiting', 0, 0, ${later}, ${later * 2}, 1)`.execute(db);
  await db.insertInto('installation').values({ name: 'odd', value: 'a\u0000b' }).execute();
  await close();
  const last = await move(to, true);
  expect(last.blobs?.deleted).toBeGreaterThan(0);
  expect(last.blobs?.copied).toBeLessThan(first.blobs?.copied ?? 0);
  expect(last.changedRows).toBeLessThan(first.changedRows);
  expect(last.tables.find(({ table }) => table === 'files')).toMatchObject({ rows: texts.size });
  // PostgreSQL has no room for this one letter.
  const before = JSON.parse(JSON.stringify(await rowsOf(dataDir)).replaceAll('\\u0000', '\ufffd'));

  // Back, before anything else has written there.
  const backDir = join(root, 'back');
  const back = { DATA_DIR: join(root, 'postgres'), ...there, MOVE_TO_DATA_DIR: backDir };
  mkdirSync(back.DATA_DIR);
  const returned = await move(back, true);
  expect(returned.tables).toEqual(last.tables);
  expect(returned.blobs?.blobs).toBe(last.blobs?.blobs);
  const after = await rowsOf(backDir);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [table, rows] of Object.entries(before)) expect([table, after[table]]).toEqual([table, rows]);
  await expect(move(to, true)).rejects.toThrow('the database to move to is not empty');

  for (const env of [{ DATA_DIR: join(root, 'new'), PARLEY_SECRET, ...there }, { DATA_DIR: backDir }]) {
    const moved = await startTestService({ env });
    try {
      for (const [id, text] of texts) expect((await moved.call('GET', `/v1/files/${id}/content`)).text).toBe(text);
      expect((await moved.call('GET', `/v1/files/${gone}`)).status).toBe(404);
      const found = await moved.call('POST', `${collectionPath}/search`, { query: 'lease 2 May' });
      expect(found.text).toContain('2 May 2031');
      const records = await moved.admin('GET', `/v1/admin/usage/records?request_id=${requestId}`);
      expect(records.json.data).toHaveLength(1);
      const jobs = await moved.admin('GET', '/v1/admin/jobs?state=waiting&limit=100');
      expect(jobs.json.data).toContainEqual(expect.objectContaining({ id: 'later', kind: 'moved-kind' }));
    } finally {
      await moved.close();
    }
  }
});

it.each<[Record<string, string>, string]>([
  [{}, 'Say where to'],
  [{ MOVE_TO_DATABASE_URL: 'postgres://a/b', DATABASE_URL: 'postgres://c/d' }, 'pg_dump and pg_restore'],
  [{ MOVE_TO_DATA_DIR: '/elsewhere' }, 'parley backup and parley restore'],
  [{ MOVE_TO_DATA_DIR: '/here', DATA_DIR: '/here', DATABASE_URL: 'postgres://c/d' }, 'another directory than DATA_DIR'],
  [{ MOVE_TO_BLOB_URL: 's3://a/b', BLOB_URL: 's3://a/b' }, 'the store in which the files lie already'],
  [{ MOVE_TO_BLOB_URL: 's3://a/b', DATA_DIR: '/nothing/is/here' }, 'there is nothing to move in /nothing/is/here'],
  [{ MOVE_TO_BLOB_URL: 'http://a' }, 'MOVE_TO_BLOB_URL: must look like s3://'],
  [{ MOVE_TO_DATABASE_URL: 'postgres://a/b', MOVE_TO_DATA_DIR: '/x' }, 'MOVE_TO_DATA_DIR: is set beside'],
])('is refused with a reason: %j', async (env, sentence) => {
  await expect((async () => move(env, false))()).rejects.toThrow(sentence);
});
