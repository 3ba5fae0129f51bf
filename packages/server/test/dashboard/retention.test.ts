import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/db/open-database.ts';
import { ReportRepository } from '../../src/features/money/usage-reports/report-repository.ts';
import { UsageReader } from '../../src/features/money/usage-reports/usage-reader.ts';
import { type RetentionParts, RetentionStore } from '../../src/features/operating/storage/retention-store.ts';
import { AuditLog } from '../../src/features/people/audit/audit-log.ts';
import { PlaygroundRepository } from '../../src/features/people/playground/playground-repository.ts';
import { onBothDatabases } from '../database.ts';
import { FakeClock } from '../fake-clock.ts';
import { usageRow } from '../usage-row.ts';

const dayMs = 24 * 60 * 60_000;

onBothDatabases('retention', (open) => {
  let database: Database;
  let clock: FakeClock;
  beforeEach(async () => {
    database = await open();
    clock = new FakeClock();
    await database.db
      .insertInto('workspaces')
      .values({ id: 'w', name: 'W', created_at: 0, budget_nanos: null })
      .execute();
  });
  afterEach(() => database.close());

  const removed: string[] = [];
  function parts(keepsContents = true, configured: RetentionParts['configured'] = {}) {
    const { db } = database;
    const repository = new ReportRepository({ db });
    const reader = new UsageReader({ repository, flush: async () => {}, clock });
    const runs = new PlaygroundRepository({ db });
    const retention = new RetentionStore({
      ...{ db, clock, summedUntil: () => reader.keepUp(), keepsContents },
      removers: new Map(
        ['files', 'runs', 'pictures'].map((table) => [table, async ({ id }) => void removed.push(`${table} ${id}`)]),
      ),
      configured,
    });
    return { retention, reader, runs, audit: new AuditLog({ db, clock }) };
  }

  const count = async (table: 'usage_records' | 'audit_events' | 'playground_runs' | 'call_feedback') =>
    (await database.db.selectFrom(table).select('id').execute()).length;

  /** One of everything at this moment. */
  async function leave(id: string, isShared: 0 | 1 = 0) {
    const { audit, runs } = parts();
    await database.db
      .insertInto('usage_records')
      .values(usageRow(id, { created_at: clock.now() }))
      .execute();
    const feedback = { id, workspace_id: 'w', request_id: id, score: 1, comment: null, created_at: clock.now() };
    await database.db.insertInto('call_feedback').values(feedback).execute();
    await audit.record({ workspaceId: 'w', actor: 'a', action: 'key.create', target: id });
    const figures = { request_id: null, status: null, duration_ms: null, first_token_ms: null };
    const run = { id, workspace_id: 'w', created_by: 'u', title: id, mode: 'answer' as const, model: null };
    const kept = { request: '{}', reply: null, is_shared: isShared, created_at: clock.now() };
    await runs.insert({ ...run, ...figures, ...kept }, 100);
  }

  const all = async () => [await count('usage_records'), await count('audit_events'), await count('playground_runs')];

  it('keeps records and events for ever, and runs that nobody shared for ninety days, when nothing is chosen', async () => {
    await leave('old');
    await leave('shared', 1);
    clock.advance(91 * dayMs);
    await leave('new');
    await parts().retention.sweep();
    expect(await all()).toEqual([3, 3, 2]);
  });

  it('removes what is older than was chosen, by any process, and leaves the sums', async () => {
    for (let index = 0; index < 3; index++) await leave(`old-${index}`);
    clock.advance(5 * dayMs);
    await leave('new');
    await parts().retention.change({ usage_days: 4, audit_days: 4, playground_days: 4 });
    const other = parts();
    const others = { contents_days: 7, files_days: null, runs_days: null, pictures_days: null };
    expect(await other.retention.get()).toMatchObject({ usage_days: 4, audit_days: 4, playground_days: 4, ...others });
    const range = { from: clock.now() - 10 * dayMs, to: clock.now() + 1 };
    await other.retention.sweep();
    expect(await all()).toEqual([1, 1, 1]);
    expect(await count('call_feedback')).toBe(1);
    // A process that begins later sums its last two days anew, and the rest stays.
    expect((await parts().reader.total(range, {})).toJson()).toMatchObject({ requests: 4 });
    await other.retention.change({ audit_days: null });
    const now = { usage_days: 4, audit_days: null, playground_days: 4, ...others };
    expect(await other.retention.get()).toMatchObject(now);
  });

  it('removes contents of calls with their time, with their records, and once they are kept no more', async () => {
    const keep = (id: string) =>
      database.db
        .insertInto('call_contents')
        .values({
          id,
          workspace_id: 'w',
          request_id: id,
          user_id: null,
          request: '{}',
          reply: null,
          is_truncated: 0,
          created_at: clock.now(),
        })
        .execute();
    const left = async (keepsContents = true) => {
      await parts(keepsContents).retention.sweep();
      return (await database.db.selectFrom('call_contents').select('id').orderBy('id').execute()).map(({ id }) => id);
    };
    await keep('a');
    clock.advance(4 * dayMs);
    await keep('b');
    clock.advance(3 * dayMs);
    expect(await left()).toEqual(['a', 'b']);
    clock.advance(1);
    expect(await left()).toEqual(['b']);
    await parts().retention.change({ usage_days: 3 });
    expect(await left()).toEqual([]);
    await keep('c');
    expect([await left(), await left(false)]).toEqual([['c'], []]);
  });

  it('takes what the operator has set where nothing was chosen, and what was chosen before that', async () => {
    const { retention } = parts(true, { audit_days: 30, files_days: 5 });
    expect(await retention.get()).toMatchObject({ audit_days: 30, files_days: 5, playground_days: 90 });
    await retention.change({ audit_days: 60 });
    expect(await retention.get()).toMatchObject({ audit_days: 60, files_days: 5 });
  });

  it('keeps what is of a workspace as long as that says, and of the others as long as the installation', async () => {
    const { db } = database;
    const rules = JSON.stringify({ audit_days: 2, usage_days: 10, files_days: 2, runs_days: 3 });
    const workspace = { name: 'S', created_at: 0, budget_nanos: null };
    await db
      .insertInto('workspaces')
      .values({ ...workspace, id: 'strict', retention: rules })
      .execute();
    const { retention, audit } = parts();
    await retention.change({ audit_days: 8, usage_days: 4, pictures_days: 4 });
    const now = clock.now();
    for (const id of ['w', 'strict']) {
      await audit.record({ workspaceId: id, actor: 'a', action: 'key.create', target: id });
      await db
        .insertInto('usage_records')
        .values(usageRow(id, { workspace_id: id, created_at: now }))
        .execute();
      const file = { workspace_id: id, filename: 'a', status: 'ready' as const, warnings: '[]', created_at: now };
      await db
        .insertInto('files')
        .values({ ...file, id: `file-${id}` })
        .execute();
      await db
        .insertInto('files')
        .values({ ...file, id: `inside-${id}`, parent_file_id: `file-${id}`, root_file_id: `file-${id}` })
        .execute();
      const run = { kind: 'k', workspace_id: id, key_id: 'k', request: '{}', progress: '{}', created_at: now };
      const ended = { ...run, status: 'completed' as const, finished_at: now };
      await db
        .insertInto('runs')
        .values({ ...ended, id: `run-${id}` })
        .execute();
      await db
        .insertInto('runs')
        .values({ ...run, status: 'running', finished_at: null, id: `open-${id}` })
        .execute();
    }
    await audit.record({ workspaceId: null, actor: 'a', action: 'settings.update', target: 'none' });
    const targets = async () =>
      (await db.selectFrom('audit_events').select('target').orderBy('target').execute()).map(({ target }) => target);
    const calls = async () =>
      (await db.selectFrom('usage_records').select('id').orderBy('id').execute()).map(({ id }) => id);

    clock.advance(3 * dayMs + 1);
    await retention.sweep();
    expect(await targets()).toEqual(['none', 'w']);
    expect(removed.splice(0).sort()).toEqual(['files file-strict', 'runs run-strict']);
    clock.advance(2 * dayMs);
    await retention.sweep();
    expect(await calls()).toEqual(['strict']);
    clock.advance(6 * dayMs);
    await retention.sweep();
    expect([await targets(), await calls()]).toEqual([[], []]);
  });

  it('goes on at the next sweep with what could not be removed', async () => {
    const { retention } = parts();
    await retention.change({ files_days: 1 });
    const file = {
      workspace_id: 'w',
      filename: 'a',
      status: 'ready' as const,
      warnings: '[]',
      created_at: clock.now(),
    };
    await database.db
      .insertInto('files')
      .values({ ...file, id: 'stays' })
      .execute();
    clock.advance(dayMs + 1);
    removed.length = 0;
    await retention.sweep();
    await retention.sweep();
    expect(removed).toEqual(['files stays', 'files stays']);
  });
});
