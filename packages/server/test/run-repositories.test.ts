import type { OpenAIResponse } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Db } from '../src/db/open-database.ts';
import { VideoRepository } from '../src/features/media/video-repository.ts';
import { EngineLessonRepository } from '../src/features/models/engine-lesson-repository.ts';
import { OcrRunRepository } from '../src/features/ocr/ocr-run-repository.ts';
import { ResponseRepository } from '../src/features/openai/responses/response-repository.ts';
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

  it('keeps videos as they were asked for and made, and moves each only where it may go', async () => {
    const videos = new VideoRepository({ db });
    const request = {
      prompt: odd,
      size: '1080x1920',
      seed: 4_294_967_295,
      safetyTolerance: 0.5,
      model: null,
      referenceKey: null,
      requestId: 'req_1',
    } as const;
    const make = (id: string, workspaceId: string, status: 'queued' | 'running', createdAt: number) =>
      videos.create({ id, workspaceId, keyId: 'k', request, status, createdAt });
    await make('v1', 'w1', 'queued', now);
    await make('v2', 'w1', 'running', now);
    await make('v3', 'w2', 'queued', now + 1);
    const made = await videos.find('w1', 'v1');
    expect(made).toEqual({
      id: 'v1',
      workspaceId: 'w1',
      keyId: 'k',
      request,
      status: 'queued',
      progress: { step: 'queued', percent: 0 },
      result: null,
      error: null,
      createdAt: now,
      finishedAt: null,
    });
    expect(await videos.find('w2', 'v1')).toBeNull();
    expect(idsOf(await videos.list('w1', { limit: 9, since: now }))).toEqual(['v2', 'v1']);
    expect(idsOf(await videos.list('w1', { limit: 9, since: now, after: { createdAt: now, id: 'v2' } }))).toEqual([
      'v1',
    ]);
    expect(await videos.list('w1', { limit: 9, since: now + 1 })).toEqual([]);
    expect(idsOf(await videos.listQueued()).sort()).toEqual(['v1', 'v3']);
    expect(idsOf(await videos.listRunning(now + 1))).toEqual(['v2']);
    expect(await videos.listRunning(now)).toEqual([]);

    const [one, two] = [
      { workspaceId: 'w1', id: 'v1' },
      { workspaceId: 'w1', id: 'v2' },
    ];
    await videos.setProgress(one, { step: 'rendering', percent: 40 });
    expect((await videos.find('w1', 'v1'))?.progress.percent).toBe(0);
    expect(await videos.move({ workspaceId: 'w2', id: 'v1' }, 'running')).toBe(false);
    expect(await videos.move(one, 'completed')).toBe(false);
    expect(await videos.move(one, 'running')).toBe(true);
    await videos.setProgress(one, { step: 'rendering', percent: 40 });
    const result = { key: 'b', expiresAt: now + 9, durationSeconds: 2.5, model: 'sketch', costUsd: 0.04 };
    const ends = await Promise.all([
      videos.move(one, 'completed', { finishedAt: now + 5, result }),
      videos.move(one, 'failed', { finishedAt: now + 6, error: { code: 'internal_error' } }),
    ]);
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await videos.move(two, 'failed', { finishedAt: now + 7, error: { message: odd, details: null } })).toBe(
      true,
    );
    expect(await videos.find('w1', 'v2')).toMatchObject({
      status: 'failed',
      error: { message: odd, details: null },
      finishedAt: now + 7,
      result: null,
    });
    expect(await videos.move(two, 'running')).toBe(false);
    await videos.deleteEndedBefore(now + 2);
    expect([await videos.find('w1', 'v1'), await videos.find('w1', 'v2')]).toEqual([null, null]);
    expect((await videos.find('w2', 'v3'))?.status).toBe('queued');
    await make('v4', 'w1', 'queued', now);
    await videos.deleteWorkspace('w2');
    expect([await videos.find('w2', 'v3'), (await videos.find('w1', 'v4'))?.id]).toEqual([null, 'v4']);
  });

  it('keeps how far PDFs are read, counts those that have not ended, and finds the oldest that have', async () => {
    const runs = new OcrRunRepository({ db });
    const request = {
      maxPages: 1000,
      dpi: 200,
      password: odd,
      webhookUrl: null,
      requestId: 'req_1',
      origin: 'http://localhost',
    };
    const make = (id: string, workspaceId = 'w1') =>
      runs.create({ id, workspaceId, keyId: 'k', request, totalPages: 1000, createdAt: now });
    for (const id of ['o1', 'o2', 'o3']) await make(id);
    await make('o4', 'w2');
    expect(await runs.find('w1', 'o1')).toEqual({
      id: 'o1',
      workspaceId: 'w1',
      keyId: 'k',
      request,
      status: 'queued',
      pagesProcessed: 0,
      totalPages: 1000,
      error: null,
      createdAt: now,
      finishedAt: null,
    });
    expect(await runs.find('w2', 'o1')).toBeNull();
    expect([await runs.countOpen('w1'), await runs.countOpen('w2'), await runs.countOpen('w3')]).toEqual([3, 1, 0]);
    const of = (id: string, workspaceId = 'w1') => ({ workspaceId, id });
    expect(await runs.move(of('o1'), 'completed')).toBe(false);
    expect(await runs.move(of('o1', 'w2'), 'running')).toBe(false);
    expect(await runs.move(of('o1'), 'running')).toBe(true);
    expect(await runs.move(of('o1'), 'running')).toBe(true);
    await runs.setProgress(of('o1'), 999);
    await runs.setProgress(of('o1'), 998);
    await runs.setProgress(of('o2', 'w2'), 5);
    const error = { code: 'timeout', message: odd, details: [1, null] };
    const ends = await Promise.all([
      runs.move(of('o1'), 'failed', { finishedAt: now + 5, error }),
      runs.move(of('o1'), 'failed', { finishedAt: now + 5, error }),
    ]);
    expect(ends.sort()).toEqual([false, true]);
    expect(await runs.find('w1', 'o1')).toMatchObject({
      status: 'failed',
      pagesProcessed: 999,
      error,
      finishedAt: now + 5,
    });
    expect((await runs.find('w1', 'o2'))?.pagesProcessed).toBe(0);
    await runs.move(of('o2'), 'cancelled', { finishedAt: now + 3 });
    expect([await runs.countOpen('w1'), idsOf(await runs.listOpen()).sort()]).toEqual([1, ['o3', 'o4']]);
    expect(await runs.listEnded(now + 6, 1)).toEqual([{ id: 'o2', workspaceId: 'w1' }]);
    expect(idsOf(await runs.listEnded(now + 6, 9))).toEqual(['o2', 'o1']);
    expect(await runs.listEnded(now + 3, 9)).toEqual([]);
    await runs.delete(of('o1', 'w2'));
    await runs.delete(of('o2'));
    await runs.deleteWorkspace('w2');
    const left = await Promise.all(['o1', 'o2', 'o3'].map((id) => runs.find('w1', id)));
    expect([left.map((run) => run?.id), await runs.find('w2', 'o4')]).toEqual([['o1', undefined, 'o3'], null]);
  });

  it('keeps responses whole, changes them until they end, and forgets them when their time is over', async () => {
    const responses = new ResponseRepository({ db });
    const stored = (id: string, workspaceId: string, status: OpenAIResponse['status'], expiresAt = now + 100) => ({
      id,
      workspaceId,
      keyId: 'k',
      request: { model: 'small-1', input: odd, metadata: { a: odd } },
      call: { requestId: 'req_1', origin: 'http://localhost' },
      // Only what the repository looks at, and what JSON may bend.
      response: { id, status, created_at: 4_000_000_000, output: [], user: null, top_p: 0.1, text: odd } as never,
      createdAt: now,
      expiresAt,
    });
    await responses.insert(stored('p1', 'w1', 'in_progress'));
    await responses.insert(stored('p2', 'w1', 'completed', now + 50));
    await responses.insert(stored('p3', 'w2', 'queued'));
    expect(await responses.find('w1', 'p1')).toEqual(stored('p1', 'w1', 'in_progress'));
    expect(await responses.find('w2', 'p1')).toBeNull();
    expect((await responses.listOpen()).sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'p1', workspaceId: 'w1' },
      { id: 'p3', workspaceId: 'w2' },
    ]);
    const ended = stored('p1', 'w1', 'completed').response;
    expect(await responses.update('w2', ended)).toBe(false);
    expect((await Promise.all([responses.update('w1', ended), responses.update('w1', ended)])).sort()).toEqual([
      false,
      true,
    ]);
    expect((await responses.find('w1', 'p1'))?.response).toEqual(ended);
    await responses.deleteExpired(now + 50);
    expect([await responses.find('w1', 'p2'), (await responses.find('w1', 'p1'))?.id]).toEqual([null, 'p1']);
    expect([await responses.delete('w2', 'p1'), await responses.delete('w1', 'p1')]).toEqual([false, true]);
    await responses.insert(stored('p4', 'w1', 'queued'));
    await responses.deleteWorkspace('w2');
    expect(idsOf(await responses.listOpen())).toEqual(['p4']);
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
