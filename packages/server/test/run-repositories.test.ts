import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Db } from '../src/db/open-database.ts';
import type { VideoTypes } from '../src/features/media/video-types.ts';
import { EngineLessonRepository } from '../src/features/models/engine-lesson-repository.ts';
import { deleteRunsOf, RunRepository } from '../src/features/runs/background/run-repository.ts';
import type { RunTypes } from '../src/features/runs/background/run-types.ts';
import { onBothDatabases } from './database.ts';
import { idsOf, now, storedRows } from './stored-rows.ts';

/** What text columns must bring back as it was. */
const odd = 'a\u0000b \u{1f600} „ü“ \\u0000 \'"';

onBothDatabases('what is kept of work in the background', (open) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await open();
    db = database.db;
    await storedRows.workspaces(db, 'w1', 'w2');
  });
  afterAll(() => database.close());

  it('keeps runs as they were asked for, and moves each only where it may go', async () => {
    const runs = new RunRepository<VideoTypes>({ db, kind: 'video' });
    const request = {
      prompt: odd,
      size: '1080x1920',
      seed: 4_294_967_295,
      safetyTolerance: 0.5,
      model: null,
      referenceKey: null,
      requestId: 'req_1',
    } as const;
    const times = { startedAt: null, finishedAt: null, settledAt: null };
    const rest = { keyId: 'k', request, progress: { step: 'queued', percent: 0 } as const, result: null, ...times };
    const make = (id: string, workspaceId: string, status: 'queued' | 'running', createdAt: number) =>
      runs.create({ ...rest, id, workspaceId, status, createdAt, expiresAt: null });
    await make('v1', 'w1', 'queued', now);
    await make('v2', 'w1', 'running', now);
    await make('v3', 'w2', 'queued', now + 1);
    const found = { ...rest, id: 'v1', workspaceId: 'w1', status: 'queued', createdAt: now, error: null };
    expect(await runs.find('w1', 'v1')).toEqual(found);
    expect(await runs.find('w2', 'v1')).toBeNull();
    // Those of another kind are none of its.
    const others = new RunRepository<VideoTypes>({ db, kind: 'ocr' });
    const one = { workspaceId: 'w1', id: 'v1' };
    expect([await others.find('w1', 'v1'), await others.move(one, 'running')]).toEqual([null, false]);
    expect([await others.listOpen(), await others.delete(one)]).toEqual([[], false]);
    expect(idsOf(await runs.list('w1', { limit: 9, since: now }))).toEqual(['v2', 'v1']);
    expect(idsOf(await runs.list('w1', { limit: 9, after: { createdAt: now, id: 'v2' } }))).toEqual(['v1']);
    expect(await runs.list('w1', { limit: 9, since: now + 1 })).toEqual([]);
    expect([await runs.countOpen('w1'), await runs.countOpen('w2'), await runs.countOpen('w3')]).toEqual([2, 1, 0]);
    expect(idsOf(await runs.listOpen()).sort()).toEqual(['v1', 'v2', 'v3']);

    await runs.setProgress(one, { step: 'rendering', percent: 40 });
    expect((await runs.find('w1', 'v1'))?.progress.percent).toBe(0);
    expect(await runs.move({ workspaceId: 'w2', id: 'v1' }, 'running')).toBe(false);
    expect(await runs.move(one, 'completed')).toBe(false);
    expect(await runs.move(one, 'running', { startedAt: now + 2 })).toBe(true);
    expect(await runs.move(one, 'running')).toBe(true);
    await runs.setProgress(one, { step: 'rendering', percent: 40 });
    await runs.setProgress({ ...one, workspaceId: 'w2' }, { step: 'rendering', percent: 50 });
    const result = { key: odd, expiresAt: now + 9, durationSeconds: 2.5, model: 'sketch', costUsd: 0.04 };
    const ends = await Promise.all([
      runs.move(one, 'completed', { finishedAt: now + 5, result, expiresAt: now + 50 }),
      runs.move(one, 'completed', { finishedAt: now + 5, result, expiresAt: now + 50 }),
    ]);
    expect(ends.sort()).toEqual([false, true]);
    expect(await runs.find('w1', 'v1')).toEqual({
      ...found,
      status: 'completed',
      progress: { step: 'rendering', percent: 40 },
      result,
      startedAt: now + 2,
      finishedAt: now + 5,
    });
    const two = { workspaceId: 'w1', id: 'v2' };
    const error = { message: odd, details: null };
    expect(await runs.move(two, 'failed', { finishedAt: now + 3, expiresAt: now + 40, error })).toBe(true);
    expect(await runs.find('w1', 'v2')).toMatchObject({ status: 'failed', error, finishedAt: now + 3, result: null });
    expect(await runs.move(two, 'running')).toBe(false);

    expect(await runs.listUnsettled(now + 6, 1)).toEqual([two]);
    expect(idsOf(await runs.listUnsettled(now + 6, 9))).toEqual(['v2', 'v1']);
    await runs.setSettled(two, now + 7);
    expect([idsOf(await runs.listUnsettled(now + 6, 9)), await runs.listUnsettled(now + 5, 9)]).toEqual([['v1'], []]);
    expect([idsOf(await runs.listExpired(now + 50, 9)), idsOf(await runs.listExpired(now + 40, 9))]).toEqual([
      ['v2', 'v1'],
      ['v2'],
    ]);
    expect([await runs.delete({ ...two, workspaceId: 'w2' }), await runs.delete(two)]).toEqual([false, true]);
    await deleteRunsOf(db, 'w2');
    expect([await runs.find('w2', 'v3'), (await runs.find('w1', 'v1'))?.id]).toEqual([null, 'v1']);
  });

  it('tells runs whose callers wait from those that jobs work off', async () => {
    const runs = new RunRepository<RunTypes>({ db, kind: 'waited' });
    const rest = { keyId: 'k', request: { requestId: 'r' }, progress: null, result: null, startedAt: null };
    const make = (id: string, settledAt: number | null) => {
      const times = { createdAt: now, finishedAt: null, expiresAt: null, settledAt };
      return runs.create({ ...rest, ...times, id, workspaceId: 'w1', status: 'running' });
    };
    await make('a1', now);
    await make('a2', null);
    expect(await runs.listOpen()).toEqual([{ id: 'a2', workspaceId: 'w1' }]);
    expect(await runs.listAwaited(now + 1)).toEqual([{ id: 'a1', workspaceId: 'w1' }]);
    expect(await runs.listAwaited(now)).toEqual([]);
  });

  it('keeps what was learned of engines until it expires, one lesson of a kind', async () => {
    const lessons = new EngineLessonRepository({ db });
    const lesson = { engine: 'openai/gpt', kind: 'context', value: '{"tokens":8192}', expires_at: now + 10 };
    await lessons.save(lesson);
    await lessons.save({ ...lesson, value: '{"tokens":4096}', expires_at: now + 20 });
    await lessons.save({ ...lesson, kind: 'format', expires_at: now + 30 });
    await lessons.save({ ...lesson, engine: 'ollama/qwen3' });
    expect((await lessons.load(now, 2)).map(({ kind, expires_at }) => [kind, expires_at])).toEqual([
      ['format', now + 30],
      ['context', now + 20],
    ]);
    expect(await lessons.load(now + 20, 9)).toEqual([{ ...lesson, kind: 'format', expires_at: now + 30 }]);
    expect(await lessons.load(now, 9)).toHaveLength(1);
  });

  it('takes text with the sign that PostgreSQL has no room for, and finds it again', async () => {
    const row = { id: 'w\u0000', name: odd, created_at: now, budget_nanos: null };
    await db.insertInto('workspaces').values(row).execute();
    const found = await db.selectFrom('workspaces').select('name').where('id', '=', row.id).execute();
    expect(found.map(({ name }) => name.replaceAll('\ufffd', '\u0000'))).toEqual([odd]);
  });
});
