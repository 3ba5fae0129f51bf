import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageRepository } from '../../src/features/money/billing/usage-repository.ts';
import type { UsageRow } from '../../src/features/money/billing/usage-row.ts';
import { CallFeedback } from '../../src/features/money/usage-reports/call-feedback.ts';
import { CallReports } from '../../src/features/money/usage-reports/call-reports.ts';
import { ReportRepository } from '../../src/features/money/usage-reports/report-repository.ts';
import { UsageReader } from '../../src/features/money/usage-reports/usage-reader.ts';
import { claim } from '../accounts/browser.ts';
import { hasPostgresServer, onBothDatabases } from '../database.ts';
import { FakeClock } from '../fake-clock.ts';
import { ScriptedLanguageModel } from '../scripted-language-model.ts';
import { adminKey, routerOf, startTestService } from '../test-service.ts';
import { usageRow } from '../usage-row.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 21, 12, 30);
const keyRow = {
  workspace_id: null,
  kind: 'key',
  name: 'Dashboard',
  prefix: '',
  hash: 'x',
  scopes: '[]',
  limits: '{}',
  budget_nanos: null,
  budget_period: 'month',
  confirm_changes: null,
  is_active: 1,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  created_at: 0,
} as const;

onBothDatabases('the ledger for people', (open) => {
  async function setup(rows: UsageRow[]) {
    const database = await open();
    const clock = new FakeClock(now);
    const ledger = new UsageRepository(database);
    await ledger.insert(rows);
    const repository = new ReportRepository(database);
    const flush = async () => {};
    const contents = { isOn: false, find: async () => null };
    const feedback = new CallFeedback({ db: database.db, clock, flush });
    const make = () => {
      const reader = new UsageReader({ repository, flush, clock });
      return new CallReports({ repository, reader, flush, clock, contents, feedback });
    };
    return { database, clock, ledger, repository, feedback, reports: make(), restart: make };
  }
  const at = (id: string, hoursAgo: number, more: Partial<UsageRow> = {}) =>
    usageRow(id, { created_at: now - hoursAgo * hour, ...more });

  it('lists calls by every filter, newest first, page by page', async () => {
    const { database, reports } = await setup([
      at('a', 3, { workspace_id: 'w1', status: 500, engine: 'x/y' }),
      at('b', 2, { workspace_id: 'w1', status: 404, duration_ms: 900 }),
      at('c', 1, { workspace_id: 'w2', model: null, endpoint: 'listFiles', key_id: 'k2' }),
    ]);
    const ids = async (query: object) => (await reports.list(query)).data.map(({ id }) => id).join('');
    expect(await ids({})).toBe('cba');
    expect(await ids({ workspace_id: 'w1' })).toBe('ba');
    expect(await ids({ status: 'failed' })).toBe('a');
    expect(await ids({ status: 'refused' })).toBe('b');
    expect(await ids({ status: 'error' })).toBe('ba');
    expect(await ids({ status: 'ok' })).toBe('c');
    expect(await ids({ slower_than_ms: 500 })).toBe('b');
    expect(await ids({ endpoint: 'listFiles' })).toBe('c');
    expect(await ids({ key_id: 'k2' })).toBe('c');
    expect(await ids({ engine: 'x/y' })).toBe('a');
    expect(await ids({ model: 'small-2' })).toBe('ba');
    expect(await ids({ request_id: 'request-b' })).toBe('b');
    expect(await ids({ from: new Date(now - 2 * hour).toISOString() })).toBe('cb');
    await database.db
      .insertInto('api_keys')
      .values({ ...keyRow, id: 'k2', source: 'dashboard' })
      .execute();
    expect(await ids({ source: 'dashboard' })).toBe('c');
    expect(await ids({ source: 'key' })).toBe('ba');
    expect((await reports.list({})).data.map(({ source }) => source)).toEqual(['dashboard', 'key', 'key']);
    const sum = async (source: 'key' | 'dashboard', interval: 'minute' | 'hour') => {
      const from = new Date(now - 4 * hour).toISOString();
      return (await reports.series({ source, interval, from })).total.requests;
    };
    for (const interval of ['minute', 'hour'] as const) {
      expect([await sum('dashboard', interval), await sum('key', interval)]).toEqual([1, 2]);
    }
    const first = await reports.list({ limit: 2 });
    expect(await ids({ limit: 2, after: first.next })).toBe('a');
    await expect(reports.get('request-a', 'w2', true)).rejects.toMatchObject({ code: 'not_found' });
    expect((await reports.get('request-a', 'w1', true)).calls[0]).toMatchObject({ id: 'a', key_name: null });
    await database.close();
  });

  it('keeps the last that was said of a call, each workspace for itself', async () => {
    const { database, clock, feedback, reports } = await setup([
      at('a', 3, { workspace_id: 'w1', request_id: 'shared' }),
      at('b', 2, { workspace_id: 'w2', request_id: 'shared' }),
      at('c', 1, { workspace_id: 'w1' }),
    ]);
    for (const id of ['w1', 'w2']) {
      await database.db.insertInto('workspaces').values({ id, name: id, created_at: 1, budget_nanos: null }).execute();
    }
    const said = async () => (await reports.list({})).data.map((call) => [call.id, call.feedback?.score ?? null]);
    await feedback.give('w1', { request_id: 'shared', score: -1, comment: 'Wrong year.' });
    clock.advance(1000);
    const last = await feedback.give('w1', { request_id: 'shared', score: 0.5 });
    expect(last).toEqual({
      request_id: 'shared',
      score: 0.5,
      comment: null,
      created_at: new Date(now + 1000).toISOString(),
    });
    expect(await said()).toEqual([
      ['c', null],
      ['b', null],
      ['a', 0.5],
    ]);
    expect((await reports.get('shared', 'w1', true)).calls[0]?.feedback).toEqual(last);
    const foreign = feedback.give('w2', { request_id: 'request-c', score: 1 });
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
    await feedback.forgetWorkspace('w1');
    expect((await said()).map(([, score]) => score)).toEqual([null, null, null]);
    await database.close();
  });

  it('reads the sums of hours in steps, each of them once', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) =>
      at(`r${index}`, 2 + (index % 2), { key_id: `k${index}`, model: index % 3 === 0 ? null : 'small-2' }),
    );
    const { database, reports, repository } = await setup([]);
    const ledger = new UsageRepository(database);
    for (let start = 0; start < rows.length; start += 500) await ledger.insert(rows.slice(start, start + 500));
    const range = { from: new Date(now - 5 * hour).toISOString(), to: new Date(now).toISOString() };
    expect((await reports.series({ ...range, interval: 'hour' })).total).toMatchObject({ requests: 2500 });
    expect(await repository.hours({ from: now - 5 * hour, to: now }, {}, null, 1000)).toHaveLength(1000);
    await database.close();
  });

  it('sums hours once and records of the present hour as they come, with the same result', async () => {
    const rows = Array.from({ length: 60 }, (_, index) =>
      at(`r${index}`, index / 2, { duration_ms: index + 1, status: index % 10 === 0 ? 500 : 200 }),
    );
    const { database, ledger, reports, repository } = await setup(rows);
    const first = await reports.series({ interval: 'hour' });
    expect(await repository.rolledUntil()).toBe(Date.UTC(2026, 10, 21, 12));
    const again = await reports.series({ interval: 'hour' });
    expect(again).toEqual(first);
    expect(first.groups[0]?.points).toHaveLength(25);
    const inRange = rows.filter((row) => row.created_at >= Date.parse(first.from));
    expect(first.total).toMatchObject({
      requests: inRange.length,
      errors: inRange.filter((row) => row.status >= 400).length,
      input_tokens: inRange.length * 10,
      cost_usd: (inRange.length * 1_000_000_007) / 1e9,
    });
    await ledger.insert([at('late', 0)]);
    expect((await reports.series({ interval: 'hour' })).total.requests).toBe(inRange.length + 1);
    await database.close();
  });

  it('tells calls whose price nobody knows from those that cost nothing, also in sums that were made once', async () => {
    const { database, reports } = await setup([
      at('a', 0.1, { is_unpriced: 1, cost_nanos: 0 }),
      at('b', 3, { is_unpriced: 1, cost_nanos: 0 }),
      at('c', 3, { cost_nanos: 0 }),
      at('d', 9, { status: 502, error_code: 'upstream_error' }),
    ]);
    for (const interval of ['hour', 'minute'] as const) {
      const from = new Date(now - 4 * hour).toISOString();
      expect((await reports.series({ interval, from })).total).toMatchObject({ requests: 3, unpriced_requests: 2 });
    }
    const known = (await reports.list({})).data.map(({ id, price_known }) => [id, price_known]);
    expect(Object.fromEntries(known)).toEqual({ a: false, b: false, c: true, d: true });
    expect((await reports.list({ status: 'failed' })).data).toMatchObject([{ id: 'd', error_code: 'upstream_error' }]);
    await database.close();
  });

  it('counts what a killed process brings in late once the service was started again', async () => {
    const { database, ledger, reports, restart } = await setup([at('a', 5)]);
    expect((await reports.series({ interval: 'hour' })).total.requests).toBe(1);
    await ledger.insert([at('late', 5), at('later', 30)]);
    expect((await restart().series({ interval: 'hour' })).total.requests).toBe(2);
    await database.close();
  });

  it('tells half and nearly all of the durations within 5 %', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => at(`r${index}`, 1, { duration_ms: (index + 1) * 10 }));
    const { database, reports } = await setup(rows);
    const { p50_ms, p95_ms } = (await reports.series({})).total;
    expect(Math.abs((p50_ms ?? 0) - 1000) / 1000).toBeLessThan(0.06);
    expect(Math.abs((p95_ms ?? 0) - 1900) / 1900).toBeLessThan(0.06);
    await database.close();
  });

  it('groups by key, model, endpoint and workspace, the largest first', async () => {
    const { database, reports } = await setup([
      at('a', 1, { model: 'm1', key_id: 'k1' }),
      at('b', 1, { model: 'm2', key_id: 'k1' }),
      at('c', 2, { model: 'm2', key_id: 'k2', workspace_id: 'w2' }),
      at('d', 2, { model: null, endpoint: 'listFiles' }),
    ]);
    const groups = async (group_by: 'key' | 'model' | 'endpoint' | 'workspace') =>
      (await reports.series({ group_by })).groups.map(({ group, total }) => [group, total.requests]);
    expect((await groups('model'))[0]).toEqual(['m2', 2]);
    expect(await groups('model')).toHaveLength(3);
    expect((await groups('key'))[0]).toEqual(['k1', 2]);
    expect(await groups('endpoint')).toEqual([
      ['createAnswer', 3],
      ['listFiles', 1],
    ]);
    expect((await reports.series({ workspace_id: 'w2' })).total.requests).toBe(1);
    await database.close();
  });

  it('shows many calls without holding anything up', async () => {
    const { database, ledger, reports } = await setup([]);
    const calls = database.dialect === 'postgres' && !hasPostgresServer ? 10_000 : 100_000;
    for (let start = 0; start < calls; start += 2000) {
      await ledger.insert(
        Array.from({ length: 2000 }, (_, index) =>
          at(`r${start + index}`, ((start + index) % 700) + 0.01, {
            workspace_id: `w${index % 5}`,
            duration_ms: index,
          }),
        ),
      );
    }
    const timed = async (work: () => Promise<unknown>) => {
      const begun = performance.now();
      await work();
      return Math.round(performance.now() - begun);
    };
    const month = { from: new Date(now - 29 * 24 * hour).toISOString(), interval: 'day' as const };
    const figures = {
      sumOnce: await timed(() => reports.series(month)),
      monthByDay: await timed(() => reports.series({ ...month, group_by: 'workspace' })),
      newest: await timed(() => reports.list({ limit: 100 })),
      ofWorkspace: await timed(() => reports.list({ limit: 100, workspace_id: 'w3' })),
    };
    console.info(JSON.stringify(figures));
    expect((await reports.series(month)).total.requests).toBeGreaterThan(calls * 0.99);
    expect(figures.monthByDay).toBeLessThan(2_000);
    expect(figures.newest + figures.ofWorkspace).toBeLessThan(500);
    await database.close();
  }, 120_000);
});

describe('over HTTP', () => {
  it('counts what people do in the dashboard, marked, and never that they look', async () => {
    const service = await startTestService();
    const owner = await claim(service, adminKey);
    const calls = async (query = '') => (await service.admin('GET', `/v1/admin/calls?${query}`)).json.data;
    const requests = async () => (await owner.call('GET', '/v1/admin/overview')).json.today.requests;
    for (const path of [
      '/v1/files',
      '/v1/collections',
      '/v1/media',
      '/v1/integrations',
      '/v1/files/none',
      '/v1/models',
    ]) {
      await owner.call('GET', path);
    }
    expect((await owner.call('POST', '/v1/files/metadata', { file_ids: [crypto.randomUUID()] })).status).toBe(200);
    expect(await calls()).toEqual([]);
    expect(await requests()).toBe(0);
    await owner.call('POST', '/v1/answer', { query: 'When?', context: 'It was opened on 4 May 1932.' });
    await service.call('GET', '/v1/files');
    expect(await requests()).toBe(2);
    expect(await calls('source=dashboard')).toMatchObject([{ endpoint: 'createAnswer', source: 'dashboard' }]);
    expect(await calls('source=key')).toMatchObject([{ endpoint: 'listFiles', source: 'key' }]);
    await service.close();
  });

  it('warns of calls whose price nobody knows, and says so in each of them', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'parley-unpriced-')), 'parley.config.json');
    writeFileSync(file, JSON.stringify({ providers: { hosted: { base_url: 'https://models.example.com/v1' } } }));
    const model = new ScriptedLanguageModel(['Blue.'], 'hosted/m');
    const free = { input: 0, output: 0, cachedInput: 0, cacheWrite: 0 };
    const service = await startTestService({
      env: { PARLEY_CONFIG: file },
      replacements: { models: routerOf(model, free) },
    });
    expect((await service.call('POST', '/v1/answer', { query: 'What?', model: 'hosted/m' })).status).toBe(200);
    const [call] = (await service.admin('GET', '/v1/admin/calls')).json.data;
    expect(call).toMatchObject({ engine: 'hosted/m', cost_usd: 0, price_known: false });
    const { today, misconfigurations } = (await service.admin('GET', '/v1/admin/overview')).json;
    expect(today).toMatchObject({ requests: 1, cost_usd: 0, unpriced_requests: 1 });
    const warning = misconfigurations.find(({ id }: { id: string }) => id === 'unpriced-calls');
    expect(warning).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/One call.*Budgets and alerts/),
    });
    await service.close();
    rmSync(dirname(file), { recursive: true });
  });

  it('names the field of a time that cannot be shown', async () => {
    const service = await startTestService();
    await service.call('GET', '/v1/files');
    const ask = (query: string) => service.admin('GET', `/v1/admin/usage/series?${query}`);
    const wrong = await ask('from=2026-01-01T00:00:00Z&to=2026-06-01T00:00:00Z&interval=minute');
    expect([wrong.status, wrong.json.error]).toEqual([400, 'from and to are not valid']);
    expect((await ask('from=2026-06-01T00:00:00Z&to=2026-01-01T00:00:00Z')).status).toBe(400);
    const right = await ask(`group_by=key&interval=minute&from=${new Date(Date.now() - hour).toISOString()}`);
    expect(right.json.groups[0]).toMatchObject({ label: 'From the environment', total: { requests: 1 } });
    const [call] = (await service.admin('GET', '/v1/admin/calls')).json.data;
    expect(call).toMatchObject({ endpoint: 'listFiles', key_name: 'From the environment', status: 200 });
    const detail = await service.admin('GET', `/v1/admin/calls/${call.request_id}`);
    expect(detail.json).toMatchObject({ contents: null, contents_kept: false, calls: [{ id: call.id }] });
    expect(call.feedback).toBeNull();
    const give = (body: object) => service.call('POST', '/v1/feedback', body);
    const given = await give({ request_id: call.request_id, score: 1, comment: 'Complete.' });
    expect([given.status, given.json]).toEqual([200, expect.objectContaining({ score: 1, comment: 'Complete.' })]);
    const [shown] = (await service.admin('GET', `/v1/admin/calls?request_id=${call.request_id}`)).json.data;
    expect(shown.feedback).toEqual(given.json);
    const unknown = await give({ request_id: 'req_nobody', score: 1 });
    expect([unknown.status, unknown.json.message]).toEqual([404, expect.stringContaining('request_id')]);
    for (const body of [{ request_id: call.request_id, score: 2 }, { request_id: call.request_id }]) {
      const wrong = await give(body);
      expect([wrong.status, JSON.stringify(wrong.json)]).toEqual([400, expect.stringContaining('score')]);
    }
    await service.close();
  });
});
