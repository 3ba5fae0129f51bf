import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../../../../test/database.ts';
import type { Database } from '../../../db/open-database.ts';
import { VectorStoreRepository } from '../../compatible/vector-stores/vector-store-repository.ts';
import { CollectionRepository, ownFilesId } from './collection-repository.ts';
import { OwnFilesRepository } from './own-files-repository.ts';
import { type NewSegment, SegmentRepository } from './segment-repository.ts';
import { VectorRepository } from './vectors/vector-repository.ts';

const now = Date.UTC(2026, 10, 22);
const workspaceId = 'ws_1';
const row = (id: string, more: object = {}) => ({
  id,
  workspace_id: workspaceId,
  name: id,
  description: null,
  attributes: '{}',
  version: 0,
  created_at: now,
  expires_at: null,
  embedding_error: null,
  expires_after_days: null,
  last_active_at: null,
  ...more,
});
const collection = { workspaceId, id: 'col_1' };
const given = { attributes: { year: 2026 }, now, keyId: null };

onBothDatabases('what is kept of collections', (open) => {
  let database: Database;
  let collections: CollectionRepository;
  let segments: SegmentRepository;
  let vectors: VectorRepository;
  let own: OwnFilesRepository;
  let stores: VectorStoreRepository;

  const addFile = (id: string, status = 'ready', of = workspaceId) =>
    database.db
      .insertInto('files')
      // Only what a row cannot be without.
      .values({ id, workspace_id: of, filename: `${id}.txt`, status, warnings: '[]', created_at: now } as never)
      .execute();
  const segment = (id: string, files: [string, number][], more: Partial<NewSegment> = {}): NewSegment => ({
    id,
    workspaceId,
    collectionId: collection.id,
    bytes: 10,
    kept: 'blobs',
    files: new Map(files),
    vectors: null,
    createdAt: now,
    ...more,
  });
  const versionOf = async () => Number((await collections.find(workspaceId, [collection.id], now))[0]?.version);

  beforeEach(async () => {
    database = await open();
    for (const id of [workspaceId, 'ws_2']) {
      await database.db
        .insertInto('workspaces')
        .values({ id, name: id, created_at: now } as never)
        .execute();
    }
    collections = new CollectionRepository({ db: database.db });
    segments = new SegmentRepository({ db: database.db });
    vectors = new VectorRepository({ db: database.db });
    own = new OwnFilesRepository({ db: database.db });
    stores = new VectorStoreRepository({ db: database.db });
    await collections.insert(row(collection.id));
    for (const id of ['a', 'b', 'c']) await addFile(id);
    await addFile('d', 'processing');
    const all = ['a', 'b', 'c', 'd'].map((fileId) => ({ fileId, url: null }));
    await collections.addFiles(collection, all, given);
  });
  afterEach(() => database.close());

  it('gives ready files a segment once, whoever is quicker, and no file two', async () => {
    expect((await segments.waiting(collection.id, 10)).map(({ fileId }) => fileId).sort()).toEqual(['a', 'b', 'c']);
    const tries = ['s1', 's2'].map((id) =>
      segments.commit(
        segment(id, [
          ['a', 2],
          ['b', 1],
          ['c', 0],
        ]),
        [],
      ),
    );
    expect((await Promise.all(tries)).sort()).toEqual([false, true]);
    expect(await segments.waiting(collection.id, 10)).toEqual([]);
    const [kept] = await segments.list(collection.id);
    expect(kept).toMatchObject({ files: 3 });
    expect(Number(kept?.passages)).toBe(3);
    const counts = (await collections.counts([collection.id])).get(collection.id);
    expect(counts).toMatchObject({ ready: 3, processing: 1, failed: 0, passages: 3 });
  });

  it('joins segments in one step, and not when one of them has gone', async () => {
    await segments.commit(segment('s1', [['a', 1]]), []);
    await segments.commit(segment('s2', [['b', 1]]), []);
    const joined: [string, number][] = [
      ['a', 1],
      ['b', 1],
    ];
    expect(await segments.commit(segment('s3', joined), ['s1', 's2'])).toBe(true);
    expect(await segments.commit(segment('s4', joined), ['s1', 's2'])).toBe(false);
    expect((await segments.list(collection.id)).map(({ id }) => id)).toEqual(['s3']);
    expect((await segments.filesOf(['s3'])).get('s3')).toEqual(
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    );
  });

  it('looks after collections whose segments lie elsewhere than they should', async () => {
    await addFile('alone');
    await collections.insert(row('col_9'));
    await collections.addFiles({ workspaceId, id: 'col_9' }, [{ fileId: 'alone', url: null }], given);
    await segments.commit(segment('s9', [['alone', 2]], { collectionId: 'col_9', kept: 'database' }), []);
    const found = async (kept: 'blobs' | 'database') => (await segments.unfinished(9, kept)).map(({ id }) => id);
    expect(await found('blobs')).toContain('col_9');
    expect(await found('database')).not.toContain('col_9');
    expect(await segments.searchable('col_9')).toMatchObject([{ segmentId: 's9', kept: 'database', fileId: 'alone' }]);
    await segments.shrink('col_9', 's9', { files: 0, passages: 0 });
    expect(await segments.list('col_9')).toMatchObject([{ files: 0, kept: 'database' }]);
  });

  it('forgets a lost segment with its vectors: its files wait again', async () => {
    await segments.commit(segment('s1', [['a', 1]], { vectors: { model: 'm', dimensions: 3 } }), []);
    const before = await versionOf();
    expect(await segments.forget(collection.id, 's1')).toBe(true);
    expect(await segments.forget(collection.id, 's1')).toBe(false);
    expect((await segments.waiting(collection.id, 10)).map(({ fileId }) => fileId)).toContain('a');
    expect(await vectors.models(collection.id)).toEqual(new Map());
    expect(await versionOf()).toBeGreaterThan(before);
  });

  it('knows which segments have vectors of a model', async () => {
    await segments.commit(segment('s1', [['a', 4]]), []);
    expect(await vectors.unfinished('m', 5)).toEqual([collection]);
    await vectors.add({ segmentId: 's1', collectionId: collection.id, model: 'm', passages: 4, dimensions: 3 });
    expect(await vectors.unfinished('m', 5)).toEqual([]);
    expect(await vectors.counts([collection.id], 'm')).toEqual(new Map([[collection.id, 4]]));
    expect(await vectors.forget(collection.id, 's1', 'm')).toBe(true);
    expect(await vectors.unfinished('m', 5)).toEqual([collection]);
  });

  it('finds nothing of what has expired, from that moment', async () => {
    await collections.insert(row('col_2', { expires_at: now + 1000 }));
    expect(await collections.find(workspaceId, ['col_2'], now + 999)).toHaveLength(1);
    expect(await collections.find(workspaceId, ['col_2'], now + 1000)).toEqual([]);
    expect(await collections.list(workspaceId, { limit: 5, after: undefined, now: now + 1000 })).toHaveLength(1);
    expect(await collections.find('ws_2', [collection.id], now)).toEqual([]);
    await stores.setExpiry(collection.id, 2, now);
    await collections.touch([collection.id], now + 5000);
    const [touched] = await collections.find(workspaceId, [collection.id], now + 5000);
    expect(Number(touched?.expires_at)).toBe(now + 5000 + 2 * 24 * 60 * 60_000);
  });

  it('holds every ready file of a workspace once, and no other', async () => {
    await addFile('theirs', 'ready', 'ws_2');
    await own.open(workspaceId, now);
    await own.open(workspaceId, now);
    expect(await own.fill({ workspaceId }, now)).toBe(3);
    expect(await own.fill({ workspaceId }, now)).toBe(0);
    expect(await own.fill({ fileId: 'theirs' }, now)).toBe(0);
    await addFile('e');
    expect(await own.fill({ fileId: 'e' }, now)).toBe(1);
    expect(await own.waiting(workspaceId)).toBe(4);
    expect(await own.workspaces(5)).toEqual([workspaceId]);
    expect(await collections.find(workspaceId, [ownFilesId(workspaceId)], now)).toEqual([]);
  });

  it('lists files of a store both ways, by state and by batch', async () => {
    await segments.commit(
      segment('s1', [
        ['a', 1],
        ['b', 1],
      ]),
      [],
    );
    await stores.setBatch(collection.id, ['b', 'c'], 'vsfb_1');
    const all = { limit: 10, order: 'asc', from: null, status: undefined, batchId: undefined } as const;
    expect((await stores.files(collection.id, all)).map((file) => file.file_id)).toEqual(['a', 'b', 'c', 'd']);
    const completed = await stores.files(collection.id, { ...all, order: 'desc', status: 'completed' });
    expect(completed.map((file) => [file.file_id, file.state])).toEqual([
      ['b', 'completed'],
      ['a', 'completed'],
    ]);
    const before = { at: now, id: 'c', side: 'before' } as const;
    expect((await stores.files(collection.id, { ...all, limit: 1, from: before })).map((file) => file.file_id)[0]).toBe(
      'b',
    );
    expect(await stores.batch(collection.id, 'vsfb_1')).toEqual({
      createdAt: now,
      counts: { in_progress: 1, completed: 1, failed: 0 },
    });
  });
});
