import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/open-database.ts';
import { hasPostgresServer, openForService, type ServiceDatabase } from '../database.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { longestWaitMs, uploadFile } from '../upload-file.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let directory: string;
let database: ServiceDatabase;
let service: TestService;

const start = async (index: 'segments' | 'postgresql') => {
  service = await startTestService({ env: { ...database.env, COLLECTION_INDEX: index } });
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'parley-index-'));
  database = await openForService('PostgreSQL', directory);
});
afterAll(async () => {
  await service?.close();
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const create = async (name: string): Promise<string> =>
  (await service.call('POST', '/v1/collections', { name })).json.id;

const add = async (collection: string, text: string, attributes = {}): Promise<string> => {
  const file = (await uploadFile(service, 'note.txt', text)).json.file_id;
  await service.call('POST', `/v1/collections/${collection}/files`, { file_ids: [file], attributes });
  return file;
};

const ready = (collection: string, files: number) =>
  vi.waitFor(async () => {
    const { json } = await service.call('GET', `/v1/collections/${collection}`);
    expect(json.files.ready).toBe(files);
  }, longestWaitMs);

const found = async (collection: string, query: string, more = {}): Promise<string[]> => {
  const { status, text, json } = await service.call('POST', `/v1/collections/${collection}/search`, { query, ...more });
  expect(status, text).toBe(200);
  return json.results.map((hit: { file_id: string }) => hit.file_id);
};

const count = async (query: string): Promise<number> => Number(Object.values((await database.rows(query))[0] ?? {})[0]);
const inDatabase = (collection: string) =>
  count(`select count(distinct file_id) from passages where collection_id = '${collection}'`);
const blobsOf = (collection: string): string[] => {
  try {
    return readdirSync(join(directory, 'blobs', 'collections'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.includes(collection) && path.endsWith('words'),
    );
  } catch {
    return [];
  }
};

// Several connections at once, which the PostgreSQL in WebAssembly does not keep apart.
it.runIf(hasPostgresServer)('goes on with what lies in segments, takes it into the database, and back', async () => {
  await start('segments');
  const old = await create('Old');
  const [ferry, tram] = [
    await add(old, 'The ferry to the island leaves at nine.', { line: 'sea' }),
    await add(old, 'The tram to the quarry leaves at ten.', { line: 'land' }),
  ];
  await ready(old, 2);
  const before = await service.call('POST', `/v1/collections/${old}/search`, { query: 'ferry to the island' });
  expect(before.json.results[0].file_id).toBe(ferry);
  expect(await inDatabase(old)).toBe(0);
  await service.close();

  await start('postgresql');
  // Found at every moment of the move, which a sweep of the start begins.
  for (let moved = 0; moved < 2; moved = await inDatabase(old)) {
    expect((await found(old, 'ferry to the island'))[0]).toBe(ferry);
  }
  await vi.waitFor(() => expect(blobsOf(old)).toEqual([]), longestWaitMs);
  const after = await service.call('POST', `/v1/collections/${old}/search`, { query: 'ferry to the island' });
  const shown = ({ json }: typeof before) =>
    json.results.map(({ file_id, text, score }: { file_id: string; text: string; score: number }) => [
      file_id,
      text,
      score.toFixed(6),
    ]);
  expect(shown(after)).toEqual(shown(before));
  expect(await found(old, 'leaves at', { filter: { line: 'land' } })).toEqual([tram]);

  const third = await add(old, 'The coach to the island leaves at eleven.', { line: 'land' });
  await ready(old, 3);
  expect(await found(old, 'coach to the island', { filter: { line: 'land' } })).toEqual([third]);
  await service.call('DELETE', `/v1/collections/${old}/files/${ferry}`);
  expect(await found(old, 'ferry')).toEqual([]);
  await vi.waitFor(async () => expect(await inDatabase(old)).toBe(2), longestWaitMs);
  await service.close();

  await start('segments');
  await vi.waitFor(async () => expect(await inDatabase(old)).toBe(0), longestWaitMs);
  expect(new Set(await found(old, 'leaves at'))).toEqual(new Set([tram, third]));
  expect(blobsOf(old).length).toBeGreaterThan(0);
  await service.close();
});

it.runIf(hasPostgresServer)('keeps collections and workspaces apart, and deletes what was deleted', async () => {
  await start('postgresql');
  const [mine, other] = [await create('Mine'), await create('Other')];
  const file = await add(mine, 'The lighthouse keeper rings the bell in fog.');
  await add(other, 'The lighthouse stands on a cliff.');
  await ready(mine, 1);
  await ready(other, 1);
  expect(await found(mine, 'lighthouse')).toEqual([file]);
  const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Theirs' })).json;
  const key = (await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.id, name: 'other' })).json;
  const theirs = await service.call(
    'POST',
    `/v1/collections/${mine}/search`,
    { query: 'lighthouse' },
    { authorization: `Bearer ${key.key}` },
  );
  expect(theirs.status, theirs.text).toBe(404);
  await service.call('DELETE', `/v1/collections/${mine}`);
  expect(await inDatabase(mine)).toBe(0);
  expect(await count(`select count(*) from passage_words where collection_id = '${mine}'`)).toBe(0);
  expect(await inDatabase(other)).toBe(1);
});

it('makes segments anew of what was moved to SQLite, where no such index is', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-moved-'));
  let moved = await startTestService({ env: { DATA_DIR: dataDir } });
  const { id } = (await moved.call('POST', '/v1/collections', { name: 'Moved' })).json;
  const file = (await uploadFile(moved, 'note.txt', 'The dredger works on Tuesdays.')).json.file_id;
  await moved.call('POST', `/v1/collections/${id}/files`, { file_ids: [file] });
  const search = async () =>
    (await moved.call('POST', `/v1/collections/${id}/search`, { query: 'dredger' })).json.results;
  await vi.waitFor(async () => expect(await search()).toHaveLength(1), longestWaitMs);
  await moved.close();
  const { db, close } = await openDatabase({ dataDir });
  await db.updateTable('collection_segments').set({ kept: 'database' }).execute();
  await close();
  moved = await startTestService({ env: { DATA_DIR: dataDir } });
  try {
    await vi.waitFor(async () => expect(await search()).toMatchObject([{ file_id: file }]), longestWaitMs);
  } finally {
    await moved.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
