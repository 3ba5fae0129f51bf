import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Db } from '../src/db/open-database.ts';
import { AlertRepository } from '../src/features/money/alerts/alert-repository.ts';
import { OverviewRepository } from '../src/features/operating/status/overview-repository.ts';
import { PlaygroundRepository } from '../src/features/people/playground/playground-repository.ts';
import { WebhookRepository } from '../src/features/runs/webhooks/webhook-repository.ts';
import { onBothDatabases } from './database.ts';
import { idsOf, now, storedRows } from './stored-rows.ts';

onBothDatabases('what the dashboard keeps', (open) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await open();
    db = database.db;
    await storedRows.workspaces(db, 'w1', 'w2');
    await storedRows.users(db, 'ada', 'ben');
  });
  afterAll(() => database.close());

  it('counts keys that still open something, people once, files and collections, of one workspace or of all', async () => {
    const ofW1 = { workspace_id: 'w1' };
    await storedRows.key(db, 'open', ofW1);
    await storedRows.key(db, 'later', { ...ofW1, expires_at: now + 1 });
    await storedRows.key(db, 'expired', { ...ofW1, expires_at: now });
    await storedRows.key(db, 'revoked', { ...ofW1, revoked_at: now + 5 });
    await storedRows.key(db, 'idle', { ...ofW1, is_active: 0 });
    await storedRows.key(db, 'pages', { ...ofW1, source: 'dashboard' });
    await storedRows.key(db, 'other', { workspace_id: 'w2' });
    await storedRows.key(db, 'admin', { kind: 'admin' });
    for (const [id, user_id, workspace_id] of [
      ['m1', 'ada', 'w1'],
      ['m2', 'ada', 'w2'],
      ['m3', 'ben', 'w1'],
    ] as const) {
      await db.insertInto('members').values({ id, user_id, workspace_id, role: 'member', created_at: now }).execute();
    }
    for (const [id, workspace_id] of [
      ['f1', 'w1'],
      ['f2', 'w1'],
      ['f3', 'w2'],
    ]) {
      // Only what a row cannot be without.
      const file = { id, workspace_id, filename: 'a.txt', status: 'ready', warnings: '[]', created_at: now } as never;
      await db.insertInto('files').values(file).execute();
    }
    const overview = new OverviewRepository({ db });
    expect(await overview.counts('w1', now)).toEqual({ keys: 2, members: 2, files: 2, collections: 0 });
    expect(await overview.counts(undefined, now)).toEqual({ keys: 4, members: 2, files: 3, collections: 0 });
    expect(await overview.counts('w3', now)).toEqual({ keys: 0, members: 0, files: 0, collections: 0 });
  });

  it('keeps alerts with their fractions and times, and moves each from a state once', async () => {
    const alerts = new AlertRepository({ db });
    const alert = {
      id: 'a1',
      workspace_id: 'w1',
      key_id: null,
      name: 'Müll „x“',
      measure: 'budget_share',
      threshold: 0.1 + 0.2,
      period: 'month',
      is_active: 1,
      state: 'ok',
      value: null,
      fired_at: null,
      checked_at: null,
      created_at: now,
    } as const;
    await alerts.insert(alert);
    await alerts.insert({ ...alert, id: 'a2' });
    await alerts.insert({ ...alert, id: 'a3', created_at: now - 1, is_active: 0 });
    await alerts.insert({ ...alert, id: 'a4', workspace_id: 'w2' });
    expect(await alerts.find('a1')).toEqual(alert);
    expect(await alerts.find('none')).toBeUndefined();
    expect(idsOf(await alerts.list({ workspaceId: 'w1', limit: 9 }))).toEqual(['a2', 'a1', 'a3']);
    const after = { createdAt: now, id: 'a2' };
    expect(idsOf(await alerts.list({ workspaceId: 'w1', limit: 1, after }))).toEqual(['a1']);
    expect(idsOf(await alerts.list({ limit: 2 }))).toEqual(['a4', 'a2']);
    expect(idsOf(await alerts.active('', 2))).toEqual(['a1', 'a2']);
    expect(idsOf(await alerts.active('a2', 2))).toEqual(['a4']);

    const fired = { state: 'firing', value: 1 / 3, fired_at: now + 7, checked_at: now + 7 } as const;
    let told = 0;
    const move = (id: string) => alerts.move({ id, state: 'ok' }, fired, async () => void told++);
    const moves = await Promise.all([move('a1'), move('a1')]);
    expect([moves.sort(), told]).toEqual([[false, true], 1]);
    expect(await alerts.find('a1')).toEqual({ ...alert, ...fired });
    await move('a3');
    await move('a4');
    expect([await alerts.firing('w1'), await alerts.firing(undefined), await alerts.firing('w3')]).toEqual([1, 2, 0]);
    await alerts.update('a2', {});
    await alerts.update('a2', { threshold: 1e-9 });
    expect((await alerts.find('a2'))?.threshold).toBe(1e-9);

    await alerts.delete('a2');
    await alerts.forgetWorkspace('w1');
    expect(idsOf(await alerts.list({ limit: 9 }))).toEqual(['a4']);
  });

  it('finds the budget of an alert: of the key, else of the workspace in a month', async () => {
    const alerts = new AlertRepository({ db });
    const large = 9_007_199_254_740_991;
    await storedRows.key(db, 'rich', { workspace_id: 'w1', budget_nanos: large, budget_period: 'day' });
    await storedRows.key(db, 'free', { workspace_id: 'w1' });
    await db
      .updateTable('workspaces')
      .set({ budget_nanos: large - 1 })
      .where('id', '=', 'w2')
      .execute();
    const of = (workspace_id: string, key_id: string | null) => ({ workspace_id, key_id }) as never;
    expect(await alerts.budget(of('w1', 'rich'))).toEqual({ nanos: large, period: 'day' });
    expect(await alerts.budget(of('w1', 'free'))).toBeNull();
    expect(await alerts.budget(of('w1', 'gone'))).toBeNull();
    expect(await alerts.budget(of('w2', null))).toEqual({ nanos: large - 1, period: 'month' });
    expect(await alerts.budget(of('w1', null))).toBeNull();
    expect([await alerts.keyIsIn('rich', 'w1'), await alerts.keyIsIn('rich', 'w2')]).toEqual([true, false]);
  });

  it('keeps webhooks and the newest of what they were sent', async () => {
    const webhooks = new WebhookRepository({ db });
    const hook = { id: 'h1', workspace_id: 'w1', url: 'https://example.com/?a=ü', events: '["alert.fired"]' };
    const rest = { is_active: 1, created_at: now };
    await webhooks.insert({ ...hook, ...rest });
    await webhooks.insert({ ...hook, ...rest, id: 'h2' });
    await webhooks.insert({ ...hook, ...rest, id: 'h3', workspace_id: 'w2' });
    expect(await webhooks.find('h1')).toEqual({ ...hook, ...rest });
    expect(idsOf(await webhooks.list({ workspaceId: 'w1', limit: 9 }))).toEqual(['h2', 'h1']);
    expect(idsOf(await webhooks.list({ limit: 9, after: { createdAt: now, id: 'h3' } }))).toEqual(['h2', 'h1']);
    await webhooks.update('h2', { is_active: 0 });
    await webhooks.update('h2', {});
    expect((await webhooks.find('h2'))?.is_active).toBe(0);

    const delivery = {
      webhook_id: 'h1',
      event: 'alert.fired',
      status: 'delivered',
      attempts: 0,
      response_status: null,
      error: null,
      body: '{"text":"a\\u0000b"}',
      ended_at: null,
    } as const;
    for (const [id, created_at] of [
      ['d1', now],
      ['d2', now],
      ['d3', now - 1],
      ['d4', now + 1],
    ] as const) {
      await webhooks.insertDelivery({ ...delivery, id, created_at }, 3);
    }
    await webhooks.insertDelivery({ ...delivery, id: 'e1', webhook_id: 'h3', created_at: now - 1 }, 3);
    expect(idsOf(await webhooks.deliveries('h1', { limit: 9 }))).toEqual(['d4', 'd2', 'd1']);
    expect(idsOf(await webhooks.deliveries('h1', { limit: 9, after: { createdAt: now, id: 'd2' } }))).toEqual(['d1']);
    await webhooks.updateDelivery('d1', { status: 'failed', response_status: 503, error: 'no', ended_at: now + 9 });
    expect(await webhooks.delivery('d1')).toEqual({
      ...delivery,
      id: 'd1',
      created_at: now,
      status: 'failed',
      response_status: 503,
      error: 'no',
      ended_at: now + 9,
    });
    await webhooks.deleteDeliveriesBefore(now);
    expect(await webhooks.delivery('e1')).toBeUndefined();
    expect(idsOf(await webhooks.deliveries('h1', { limit: 9 }))).toEqual(['d4', 'd2', 'd1']);
    await webhooks.insertDelivery({ ...delivery, id: 'e2', webhook_id: 'h3', created_at: now }, 3);
    await webhooks.delete('h2');
    await webhooks.forgetWorkspace('w1');
    expect(idsOf(await webhooks.list({ limit: 9 }))).toEqual(['h3']);
    expect([await webhooks.delivery('d1'), (await webhooks.delivery('e2'))?.id]).toEqual([undefined, 'e2']);
  });

  it('keeps runs of the playground for their author, and those that are shared for the workspace', async () => {
    const runs = new PlaygroundRepository({ db });
    const run = {
      workspace_id: 'w1',
      created_by: 'ada',
      title: 'When?',
      mode: 'answer',
      model: null,
      request: '{"query":"a\\u0000 ☂"}',
      reply: null,
      request_id: null,
      status: null,
      duration_ms: null,
      first_token_ms: null,
      is_shared: 0,
    } as const;
    await runs.insert({ ...run, id: 'r1', created_at: now, is_shared: 1 }, 3);
    await runs.insert({ ...run, id: 'r2', created_at: now, mode: 'chat', status: 200, duration_ms: 3_000_000_000 }, 3);
    await runs.insert({ ...run, id: 'r3', created_at: now + 1 }, 3);
    await runs.insert({ ...run, id: 'r4', created_at: now, workspace_id: 'w2' }, 1);
    await runs.insert({ ...run, id: 'r5', created_at: now, created_by: 'other' }, 1);
    await runs.insert({ ...run, id: 'r6', created_at: now, created_by: 'gone', is_shared: 1 }, 1);
    expect(await runs.find('w1', 'r2')).toEqual({
      ...run,
      id: 'r2',
      created_at: now,
      mode: 'chat',
      status: 200,
      duration_ms: 3_000_000_000,
      creator_name: 'Name of ada',
    });
    expect(await runs.find('w2', 'r2')).toBeUndefined();
    expect((await runs.find('w1', 'r5'))?.creator_name).toBe('Key other');
    expect((await runs.find('w1', 'r6'))?.creator_name).toBeNull();
    const own = { workspaceId: 'w1', createdBy: 'ada', limit: 9 };
    expect(idsOf(await runs.list(own))).toEqual(['r3', 'r2', 'r1']);
    expect(idsOf(await runs.list({ ...own, after: { createdAt: now, id: 'r2' } }))).toEqual(['r1']);
    expect(idsOf(await runs.list({ ...own, mode: 'chat' }))).toEqual(['r2']);
    expect(idsOf(await runs.list({ ...own, createdBy: null }))).toEqual(['r6', 'r1']);
    await runs.insert({ ...run, id: 'r7', created_at: now + 1 }, 3);
    expect(idsOf(await runs.list(own))).toEqual(['r7', 'r3', 'r2']);
    await runs.update('r7', { title: 'x', is_shared: 1 });
    await runs.update('r7', {});
    await runs.insert({ ...run, id: 'r8', created_at: now, workspace_id: 'w2' }, 1);
    await runs.forgetCreator('ada', 'w1');
    expect((await runs.find('w2', 'r8'))?.id).toBe('r8');
    await runs.forgetCreator('ada', null);
    expect(await runs.find('w2', 'r8')).toBeUndefined();
    await runs.forgetWorkspace('w1');
    expect(await runs.list({ ...own, createdBy: null })).toEqual([]);
  });
});
