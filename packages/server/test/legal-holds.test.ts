import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../src/db/open-database.ts';
import { CollectionRepository } from '../src/features/knowledge/collections/collection-repository.ts';
import { FileRepository } from '../src/features/knowledge/files/file-repository.ts';
import { PictureRepository } from '../src/features/media/picture-repository.ts';
import { HoldRepository } from '../src/features/operating/holds/hold-repository.ts';
import { LegalHoldService } from '../src/features/operating/holds/legal-hold-service.ts';
import { RetentionStore } from '../src/features/operating/storage/retention-store.ts';
import { RunRepository } from '../src/features/runs/background/run-repository.ts';
import { onBothDatabases } from './database.ts';
import { FakeClock } from './fake-clock.ts';
import { usageRow } from './usage-row.ts';

const dayMs = 24 * 60 * 60_000;
const late = 1000 * dayMs;

/** What is over at `late`: in each of two workspaces one thing of each kind, of `ann` and of nobody. */
async function plant({ db }: Database): Promise<void> {
  const files = new FileRepository({ db });
  const runs = new RunRepository({ db, kind: 'test' });
  const collections = new CollectionRepository({ db });
  const pictures = new PictureRepository({ db });
  for (const workspaceId of ['w1', 'w2']) {
    await db
      .insertInto('workspaces')
      .values({ id: workspaceId, name: 'w', created_at: 1, budget_nanos: null })
      .execute();
    for (const userId of ['ann', null]) {
      const id = `${workspaceId}-${userId ?? 'nobody'}`;
      const made = { id, workspaceId, userId, createdAt: 1, expiresAt: 2 };
      await files.insert({ ...made, filename: 'a.txt', mediaType: null });
      const child = { ...made, id: `${id}-child`, parentId: id, rootId: id, filename: 'b.txt', mediaType: null };
      await files.children.insert({ ...child, sizeBytes: 1, deadlineAt: 2 });
      const over = { startedAt: 1, finishedAt: 1, settledAt: 1 };
      const run = {
        keyId: 'k',
        request: { requestId: 'r' },
        status: 'completed' as const,
        progress: null,
        result: null,
      };
      await runs.create({ ...made, ...run, ...over });
      await collections.insert({
        ...{
          id,
          workspace_id: workspaceId,
          user_id: userId,
          name: 'c',
          description: null,
          attributes: '{}',
          version: 0,
        },
        ...{ created_at: 1, expires_at: 2, embedding_error: null, expires_after_days: null, last_active_at: null },
      });
      await pictures.insert({
        ...{ id, workspace_id: workspaceId, key_id: 'k', user_id: userId, request_id: 'r', prompt: 'p', model: 'm' },
        ...{ revised_prompt: null, seed: 1, width: 1, height: 1, format: 'png' as const, cost_nanos: 0, blob_key: 'b' },
        ...{ expires_at: 1, created_at: 1 },
      });
      await db
        .insertInto('usage_records')
        .values(usageRow(id, { workspace_id: workspaceId, user_id: userId, created_at: 1 }))
        .execute();
      const contents = { request_id: 'r', request: 'q', reply: 'a', is_truncated: 0, created_at: 1 };
      await db
        .insertInto('call_contents')
        .values({ id, workspace_id: workspaceId, user_id: userId, ...contents })
        .execute();
    }
  }
}

/** Ids of what a sweep at `late` would take, or what one has left. */
async function due({ db }: Database): Promise<Record<string, string[]>> {
  const retention = new RetentionStore({
    db,
    clock: new FakeClock(late),
    summedUntil: async () => late,
    keepsContents: true,
  });
  await retention.change({ usage_days: 10 });
  await retention.sweep();
  await new PictureRepository({ db }).deleteOlderThan(late);
  const left = async (table: 'usage_records' | 'call_contents' | 'pictures') =>
    (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
  return {
    files: ids(await new FileRepository({ db }).due({ now: late, pendingBefore: late, limit: 100 })),
    runs: ids(await new RunRepository({ db, kind: 'test' }).listExpired(late, 100)),
    collections: ids(await new CollectionRepository({ db }).expired(late, 100)),
    usage: await left('usage_records'),
    contents: await left('call_contents'),
    pictures: await left('pictures'),
  };
}

onBothDatabases('a legal hold', (open) => {
  const prepare = async () => {
    const database = await open();
    await plant(database);
    const repository = new HoldRepository({ db: database.db });
    return { database, holds: new LegalHoldService({ repository, clock: new FakeClock(5) }) };
  };

  it('on a workspace stops expiry and retention of all of it, and of nothing else', async () => {
    const { database, holds } = await prepare();
    const { id } = await holds.place({ workspace_id: 'w1', reason: 'x' }, 'me');
    const free = ['w2-ann', 'w2-nobody'];
    const held = ['w1-ann', 'w1-nobody'];
    expect(await due(database)).toEqual({
      files: ['w2-ann', 'w2-ann-child', 'w2-nobody', 'w2-nobody-child'],
      ...{ runs: free, collections: free, usage: held, contents: held, pictures: held },
    });
    await holds.release(id, 'me');
    expect(await due(database)).toMatchObject({ runs: [...held, ...free], usage: [], contents: [], pictures: [] });
    await database.close();
  });

  it('on an end user stops what is theirs in that workspace alone', async () => {
    const { database, holds } = await prepare();
    await holds.place({ workspace_id: 'w1', user_id: 'ann', reason: 'x' }, 'me');
    const free = ['w1-nobody', 'w2-ann', 'w2-nobody'];
    expect(await due(database)).toMatchObject({
      ...{ runs: free, collections: free, usage: ['w1-ann'], contents: ['w1-ann'], pictures: ['w1-ann'] },
    });
    const refused = { code: 'legal_hold' };
    await expect(holds.refuse({ kind: 'user', workspaceId: 'w1', userId: 'ann' })).rejects.toMatchObject(refused);
    await expect(holds.refuse({ kind: 'workspace', workspaceId: 'w1' })).rejects.toMatchObject(refused);
    await expect(holds.refuse({ kind: 'run', workspaceId: 'w1', id: 'w1-ann' })).rejects.toMatchObject(refused);
    await holds.refuse({ kind: 'run', workspaceId: 'w1', id: 'w1-nobody' });
    await holds.refuse({ kind: 'record', workspaceId: 'w1' });
    await holds.refuse({ kind: 'user', workspaceId: 'w2', userId: 'ann' });
    await database.close();
  });

  it('on a file that was taken out of another holds both, and the erasure of their owner', async () => {
    const { database, holds } = await prepare();
    await holds.place({ workspace_id: 'w1', file_id: 'w1-ann-child', reason: 'x' }, 'me');
    const { files } = await due(database);
    expect(files).toEqual(['w1-nobody', 'w1-nobody-child', 'w2-ann', 'w2-ann-child', 'w2-nobody', 'w2-nobody-child']);
    const refused = { code: 'legal_hold' };
    await expect(holds.refuse({ kind: 'file', workspaceId: 'w1', id: 'w1-ann' })).rejects.toMatchObject(refused);
    await expect(holds.refuse({ kind: 'user', workspaceId: 'w1', userId: 'ann' })).rejects.toMatchObject(refused);
    await holds.refuse({ kind: 'file', workspaceId: 'w1', id: 'w1-nobody' });
    const { rows } = await sql<{ count: number }>`select count(*) as count from legal_holds`.execute(database.db);
    expect(Number(rows[0]?.count)).toBe(1);
    await database.close();
  });
});
