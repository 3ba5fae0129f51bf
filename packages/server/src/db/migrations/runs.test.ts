import { afterAll, beforeAll, expect, it } from 'vitest';
import { onBothDatabases } from '../../../test/database.ts';
import type { Database, Db } from '../open-database.ts';
import { migrations } from './index.ts';

const day = 24 * 60 * 60_000;
const now = Date.UTC(2026, 10, 22, 12);

/** Makes an old table as it was, puts rows into it, and migrates; twice, as after a kill before it was noted. */
async function carry(db: Db, steps: { made?: string; moved: string }, table: string, rows: readonly object[]) {
  if (steps.made !== undefined) await migrations[steps.made]?.up(db);
  // Not one of the tables that the types know any more.
  await db
    .insertInto(table as 'runs')
    .values(rows as never)
    .execute();
  await migrations[steps.moved]?.up(db);
  await migrations[steps.moved]?.up(db);
}

onBothDatabases('runs of versions that kept each kind in a table of its own', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  const find = async (id: string) =>
    (await database.db.selectFrom('runs').selectAll().where('id', '=', id).execute())[0];

  it('go on as PDFs that are read', async () => {
    const rest = { workspace_id: 'w1', key_id: 'k1', total_pages: 40, created_at: now };
    await carry(database.db, { made: '0092-ocr-runs', moved: '0170-runs' }, 'ocr_runs', [
      {
        ...rest,
        id: 'o1',
        request: '{"dpi":200}',
        status: 'queued',
        pages_processed: 0,
        error: null,
        finished_at: null,
      },
      {
        ...rest,
        id: 'o2',
        request: '{}',
        status: 'failed',
        pages_processed: 7,
        error: '{"a":1}',
        finished_at: now + 5,
      },
    ]);
    const whole = { kind: 'ocr', user_id: null, workspace_id: 'w1', key_id: 'k1', result: null, created_at: now };
    expect(await find('o1')).toEqual({
      ...whole,
      id: 'o1',
      request: '{"dpi":200}',
      status: 'queued',
      progress: '{"pagesProcessed":0,"totalPages":40}',
      error: null,
      started_at: null,
      finished_at: null,
      settled_at: null,
      expires_at: null,
    });
    expect(await find('o2')).toMatchObject({
      ...whole,
      status: 'failed',
      progress: '{"pagesProcessed":7,"totalPages":40}',
      error: '{"a":1}',
      finished_at: now + 5,
      settled_at: now + 5,
      expires_at: now + 5 + 7 * day,
    });
  });

  it('go on as videos, those for which somebody waited as paid for', async () => {
    const rest = { workspace_id: 'w1', key_id: 'k1', progress: '{"percent":3}', error: null, created_at: now };
    const open = { ...rest, status: 'running', result: null, finished_at: null };
    await carry(database.db, { made: '0050-media', moved: '0170-runs' }, 'video_runs', [
      { ...open, id: 'v1', request: JSON.stringify({ prompt: '"isAwaited":true' }) },
      { ...open, id: 'v2', request: JSON.stringify({ prompt: 'rain', isAwaited: true }) },
      { ...rest, id: 'v3', request: '{}', status: 'completed', result: '{"key":"b"}', finished_at: now + 9 },
    ]);
    expect([await find('v1'), await find('v2'), await find('v3')]).toMatchObject([
      { kind: 'video', status: 'running', progress: '{"percent":3}', settled_at: null, expires_at: null },
      { status: 'running', settled_at: now, expires_at: null },
      { status: 'completed', result: '{"key":"b"}', settled_at: now + 9, expires_at: now + 9 + 30 * day },
    ]);
  });

  it('go on as research, with the steps that are done', async () => {
    const { db } = database;
    // Made by the same migration.
    for (const table of ['pages', 'page_contents']) await db.schema.dropTable(table).execute();
    const rest = { workspace_id: 'w1', key_id: 'k1', request: '{}', progress: '{"step":"plan"}', error: null };
    const times = { created_at: now, started_at: now + 1 };
    const steps = async () => {
      const step = {
        run_id: 's1',
        workspace_id: 'w1',
        step: 'brief#1',
        input_hash: 'h',
        output: '{}',
        created_at: now,
      };
      await db
        .insertInto('research_steps' as 'run_steps')
        .values({ ...step, consumption: '[]' })
        .execute();
      return step;
    };
    await migrations['0030-research']?.up(db);
    const step = await steps();
    await carry(db, { moved: '0171-research-runs' }, 'research_runs', [
      { ...rest, ...times, id: 's1', status: 'running', result: null, finished_at: null },
      { ...rest, ...times, id: 's2', status: 'completed', result: '{"output":"x"}', finished_at: now + 9 },
    ]);
    expect([await find('s1'), await find('s2')]).toMatchObject([
      { kind: 'research', status: 'running', started_at: now + 1, settled_at: null, expires_at: null },
      { status: 'completed', result: '{"output":"x"}', settled_at: now + 9, expires_at: null },
    ]);
    expect(await db.selectFrom('run_steps').selectAll().execute()).toEqual([{ ...step, consumption: '[]' }]);
  });

  it('go on as responses, with what was asked and what was answered', async () => {
    const rest = { workspace_id: 'w1', key_id: 'k1', created_at: now, expires_at: now + 30 * day };
    const body = { model: 'm', input: '"call":{} \\u0000 \u0000' };
    const request = JSON.stringify({ request: body, call: { requestId: 'req_1', origin: 'http://h' } });
    const rows = ['queued', 'in_progress', 'incomplete', 'failed'].map((status, index) => ({
      ...rest,
      id: `p${index}`,
      status,
      request,
      response: JSON.stringify({ status, input: body.input }),
    }));
    // More than are read at once.
    for (let index = 4; index < 450; index++) rows.push({ ...rows[3], id: `p${index}` } as (typeof rows)[0]);
    await carry(database.db, { made: '0090-responses', moved: '0172-response-runs' }, 'responses', rows);
    const found = await Promise.all([0, 1, 2, 3, 449].map((index) => find(`p${index}`)));
    expect(found.map((row) => row?.status)).toEqual(['queued', 'running', 'completed', 'failed', 'failed']);
    expect(found.map((row) => row?.settled_at)).toEqual([null, null, now, now, now]);
    for (const row of found) {
      expect(JSON.parse(row?.request ?? '')).toEqual({ body, requestId: 'req_1', origin: 'http://h' });
      expect(JSON.parse(row?.result ?? '').input).toBe(body.input);
    }
    expect(found[4]).toMatchObject({ kind: 'response', progress: 'null', expires_at: now + 30 * day });
  });

  it('go on as downloads whose states are those of their jobs, and which nobody begins again', async () => {
    const rest = { provider: 'ollama', name: 'a "b" \\ c', created_at: now };
    await carry(database.db, { made: '0150-model-downloads', moved: '0173-download-runs' }, 'model_downloads', [
      { ...rest, id: 'd1', step: 'pulling', completed_bytes: 5e9, total_bytes: 7e9, error: null },
      { ...rest, id: 'd2', step: null, completed_bytes: 0, total_bytes: null, error: 'no' },
    ]);
    const [one, two] = [await find('d1'), await find('d2')];
    expect(one).toMatchObject({ kind: 'download', workspace_id: '', status: 'queued', settled_at: now, error: null });
    expect(one?.expires_at).toBe(now + 7 * day);
    expect(JSON.parse(one?.request ?? '')).toEqual({ provider: 'ollama', name: rest.name, requestId: '' });
    const progress = { step: 'pulling', completedBytes: 5e9, totalBytes: 7e9 };
    expect(JSON.parse(one?.progress ?? '')).toEqual(progress);
    expect([two?.progress, JSON.parse(two?.error ?? '')]).toEqual(['null', { message: 'no', code: 'internal_error' }]);
  });
});
