import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/open-database.ts';
import { BlobCensus } from '../../src/features/operating/storage/blob-census.ts';
import { StorageRepository } from '../../src/features/operating/storage/storage-repository.ts';
import { StorageService } from '../../src/features/operating/storage/storage-service.ts';
import { type Browser, claim, join } from '../accounts/browser.ts';
import { onBothDatabases } from '../database.ts';
import { FakeClock } from '../fake-clock.ts';
import { adminKey, startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

/** A store that tells of these blobs, and how often it was asked. */
function storeOf(blobs: Record<string, number>) {
  const asked = { times: 0, onBlob: () => {} };
  const list = async function* () {
    asked.times += 1;
    for (const [key, sizeBytes] of Object.entries(blobs)) {
      asked.onBlob();
      yield { key, sizeBytes };
    }
  };
  return { asked, store: { list } };
}

const blobs = {
  'files/ws_a/file_1/original': 100,
  'files/ws_a/file_1/text': 20,
  'collections/ws_a/col_1/seg_1/words': 7,
  'media/4711/ws_a/img_1/1.png': 3,
  'files/ws_b/file_2/original': 50,
};

onBothDatabases('storage', (open) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
    const { db } = database;
    const workspace = (id: string, created_at: number, storage_bytes: number | null) => ({
      ...{ id, name: id.toUpperCase(), created_at, storage_bytes },
      budget_nanos: null,
    });
    await db
      .insertInto('workspaces')
      .values([workspace('ws_a', 1, 1000), workspace('ws_b', 2, null), workspace('ws_empty', 3, null)])
      .execute();
    const file = (id: string, workspace_id: string, size_bytes: number | null) => ({
      ...{ id, workspace_id, size_bytes, filename: id, status: 'ready' as const, warnings: '[]', created_at: 1 },
      ...{ media_type: null, kind: null, pages: null, metadata: null, processing_summary: null },
      ...{ error_code: null, error_message: null, deadline_at: null, processed_at: null, expires_at: null },
    });
    await db
      .insertInto('files')
      .values([file('file_1', 'ws_a', 100), file('file_0', 'ws_a', null), file('file_2', 'ws_b', 50)])
      .execute();
    await db
      .insertInto('collections')
      .values({
        ...{ id: 'col_1', workspace_id: 'ws_a', name: 'C', description: null, attributes: '{}', version: 1 },
        ...{ created_at: 1, expires_at: null, embedding_error: null, expires_after_days: null, last_active_at: null },
      })
      .execute();
    const member = (file_id: string, passages: number | null) => ({
      ...{ collection_id: 'col_1', file_id, workspace_id: 'ws_a', attributes: '{}', url: null, segment_id: null },
      ...{ passages, added_at: 1, key_id: null, batch_id: null },
    });
    await db
      .insertInto('collection_files')
      .values([member('file_1', 12), member('file_0', null)])
      .execute();
  });
  afterEach(() => database.close());

  const serviceOf = (maxBlobs = 1000) => {
    const clock = new FakeClock();
    const { store, asked } = storeOf(blobs);
    const census = new BlobCensus({ blobs: store, clock }, { maxBlobs });
    return { clock, asked, storage: new StorageService({ repository: new StorageRepository({ database }), census }) };
  };
  const everything = { workspaceId: undefined, isWhole: true };

  it('sums what each workspace stores, newest first, and the database', async () => {
    const { storage } = serviceOf();
    const report = await storage.report({}, everything);
    const nothing = { count: 0, bytes: 0, files_bytes: 0, collections_bytes: 0, other_bytes: 0 };
    expect(report.data).toEqual([
      {
        ...{ workspace_id: 'ws_empty', name: 'WS_EMPTY', limit_bytes: null, blobs: nothing },
        files: { count: 0, bytes: 0 },
        collections: { count: 0, files: 0, passages: 0 },
      },
      {
        ...{ workspace_id: 'ws_b', name: 'WS_B', limit_bytes: null },
        files: { count: 1, bytes: 50 },
        collections: { count: 0, files: 0, passages: 0 },
        blobs: { ...nothing, count: 1, bytes: 50, files_bytes: 50 },
      },
      {
        ...{ workspace_id: 'ws_a', name: 'WS_A', limit_bytes: 1000 },
        files: { count: 2, bytes: 100 },
        collections: { count: 1, files: 2, passages: 12 },
        blobs: { count: 4, bytes: 130, files_bytes: 120, collections_bytes: 7, other_bytes: 3 },
      },
    ]);
    expect(report).toMatchObject({ blobs: { count: 5, bytes: 180 }, complete: true, has_more: false });
    expect(report.database_bytes).toBeGreaterThan(10_000);
  });

  it('reads on page by page, and tells of one workspace nothing of the others', async () => {
    const { storage } = serviceOf();
    const first = await storage.report({ limit: 2 }, everything);
    const second = await storage.report({ limit: 2, after: first.next ?? '' }, everything);
    const ids = [first, second].map(({ data }) => data.map(({ workspace_id }) => workspace_id));
    expect(ids).toEqual([['ws_empty', 'ws_b'], ['ws_a']]);
    const one = await storage.report({}, { workspaceId: 'ws_b', isWhole: false });
    expect(one.data.map(({ workspace_id }) => workspace_id)).toEqual(['ws_b']);
    expect(one).toMatchObject({ database_bytes: null, blobs: null, has_more: false });
  });

  it('counts blobs once for all who ask soon after, the longer the more it cost, and says where it stopped', async () => {
    const { storage, asked, clock } = serviceOf();
    await Promise.all([storage.report({}, everything), storage.report({}, everything)]);
    clock.advance(4_999);
    await storage.report({}, everything);
    expect(asked.times).toBe(1);
    clock.advance(1);
    const took = 250 * Object.keys(blobs).length;
    asked.onBlob = () => clock.advance(250);
    await storage.report({}, everything);
    expect(asked.times).toBe(2);
    clock.advance(99 * took);
    await storage.report({}, everything);
    expect(asked.times).toBe(2);
    clock.advance(took);
    await storage.report({}, everything);
    expect(asked.times).toBe(3);
    const short = await serviceOf(2).storage.report({}, everything);
    expect(short).toMatchObject({ complete: false, blobs: { count: 2, bytes: 120 } });
  });
});

describe('GET /v1/admin/storage', () => {
  let service: TestService;
  let local: Browser;
  let own: string;
  beforeAll(async () => {
    service = await startTestService();
    await claim(service, adminKey);
    own = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Own', limits: { storage_bytes: 100_000_000 } }))
      .json.id;
    local = await join(service, { email: 'vera@example.com', role: 'viewer', workspaceId: own });
  });
  afterAll(() => service.close());

  it('shows operators every workspace, and a viewer their own without the database', async () => {
    const { key } = (await service.admin('POST', '/v1/admin/keys', { name: 'K', workspace_id: own })).json;
    const headers = { authorization: `Bearer ${key}` };
    const stored = await uploadFile(service, 'note.txt', 'Five words are in here.', {}, headers);
    expect(stored.status).toBe(200);
    const all = (await service.admin('GET', '/v1/admin/storage')).json;
    expect(all.data.length).toBe(2);
    expect(all.data[0]).toMatchObject({ workspace_id: own, limit_bytes: 100_000_000, files: { count: 1, bytes: 23 } });
    expect(all.blobs.bytes).toBeGreaterThanOrEqual(23);
    expect(all.database_bytes).toBeGreaterThan(10_000);
    const seen = (await local.call('GET', '/v1/admin/storage')).json;
    expect(seen.data).toEqual(all.data.slice(0, 1));
    expect([seen.database_bytes, seen.blobs]).toEqual([null, null]);
    expect((await local.call('GET', `/v1/admin/storage?workspace_id=${all.data[1].workspace_id}`)).status).toBe(403);
  });
});
