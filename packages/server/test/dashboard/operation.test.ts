import * as contract from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingGroups } from '../../src/config.ts';
import { type Browser, claim, join } from '../accounts/browser.ts';
import { FakeClock } from '../fake-clock.ts';
import { adminKey, apiKey, startTestService, type TestService } from '../test-service.ts';

/* Without a worker, so that jobs wait until they are asked about. */

const secret = 'canary-0123456789-canary';
const clock = new FakeClock();
let service: TestService;
let here: string;
let there: string;
let local: Browser;
beforeAll(async () => {
  service = await startTestService({
    env: {
      BRAVE_API_KEY: secret,
      METRICS_TOKEN: secret,
      PARLEY_SECRET: secret,
      SEARXNG_URL: `http://user:${secret}@127.0.0.1:1/path?key=${secret}`,
      CONTACT: 'ops@example.com',
    },
    replacements: { clock, takesJobs: false },
  });
  await claim(service, adminKey);
  [here = '', there = ''] = await Promise.all(
    ['Here', 'There'].map(async (name) => (await service.admin('POST', '/v1/admin/workspaces', { name })).json.id),
  );
  local = await join(service, { email: 'local@example.com', role: 'admin', workspaceId: here });
});
afterAll(() => service.close());

/** A response that is written in the background, which is a job; its id, and how to ask for it. */
async function waitingJob(workspaceId: string) {
  const { key } = (await service.admin('POST', '/v1/admin/keys', { name: 'K', workspace_id: workspaceId })).json;
  const headers = { authorization: `Bearer ${key}` };
  const body = { model: 'small-1', input: 'Hello', background: true };
  const { id } = (await service.call('POST', '/v1/responses', body, headers)).json;
  return { id, read: async () => (await service.call('GET', `/v1/responses/${id}`, undefined, headers)).json };
}

it('shows the jobs of the workspaces that the caller manages, and no others', async () => {
  const [ours, theirs] = [await waitingJob(here), await waitingJob(there)];
  const all = (await service.admin('GET', '/v1/admin/jobs?state=waiting')).json;
  expect(all.data.map(({ id }: { id: string }) => id)).toEqual([theirs.id, ours.id]);
  expect(all.counts).toEqual({ waiting: 2, running: 0, failed: 0 });
  expect(all.kinds).toContain(all.data[0].kind);
  expect(all.data[1]).toMatchObject({ state: 'waiting', workspace_id: here, attempt: 0, retryable: true, error: null });
  const own = (await local.call('GET', '/v1/admin/jobs')).json;
  expect([own.data.map(({ id }: { id: string }) => id), own.counts.waiting]).toEqual([[ours.id], 1]);
  expect((await local.call('GET', `/v1/admin/jobs?workspace_id=${there}`)).status).toBe(403);
  for (const action of ['retry', 'cancel']) {
    expect((await local.call('POST', `/v1/admin/jobs/${theirs.id}/${action}`)).status).toBe(404);
  }
  const paged = (await service.admin('GET', '/v1/admin/jobs?limit=1')).json;
  const next = (await service.admin('GET', `/v1/admin/jobs?limit=1&after=${paged.next}`)).json;
  expect([paged.data[0].id, next.data[0].id, next.has_more]).toEqual([theirs.id, ours.id, false]);
});

it('hurries a waiting job, cancels it, and refuses to run an ended one again', async () => {
  const { id } = await waitingJob(here);
  const one = `/v1/admin/jobs/${id}`;
  expect((await local.call('POST', `${one}/retry`)).json).toMatchObject({ id, state: 'waiting', retryable: true });
  const cancelled = (await local.call('POST', `${one}/cancel`)).json;
  expect(cancelled).toMatchObject({ id, state: 'failed', retryable: false });
  expect(cancelled.error).toContain('cancelled');
  const again = await service.admin('POST', `${one}/retry`);
  expect([again.status, again.json.code, again.json.message]).toEqual([
    409,
    'conflict',
    expect.stringContaining('start that again'),
  ]);
  expect((await service.admin('POST', `${one}/cancel`)).status).toBe(409);
  expect((await service.admin('POST', '/v1/admin/jobs/unknown/cancel')).status).toBe(404);
  const actions = (await service.admin('GET', `/v1/admin/audit?workspace_id=${here}`)).json.data;
  expect(actions.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['job.retry', 'job.cancel']),
  );
});

it('tells every setting with its value and where it comes from, and no secret', async () => {
  const { text, json } = await service.admin('GET', '/v1/admin/settings');
  expect(text).not.toContain(secret);
  expect(text).not.toContain(adminKey);
  const told = json.sections.flatMap(({ settings }: { settings: { name: string }[] }) => settings);
  const named = (name: string) => told.find((setting: { name: string }) => setting.name === name);
  for (const { name } of settingGroups.flatMap(({ settings }) => settings)) expect(named(name)).toBeDefined();
  expect(named('BRAVE_API_KEY')).toMatchObject({ value: true, source: 'environment', secret: true });
  expect(named('TAVILY_API_KEY')).toMatchObject({ value: null, source: 'default', secret: true });
  expect(named('LOG_LEVEL')).toMatchObject({ value: 'silent', source: 'environment', secret: false });
  expect(named('PAGE_INTERVAL_MS')).toMatchObject({ value: 200, source: 'default' });
  expect(named('SEARXNG_URL').value).toBe('http://127.0.0.1:1/path');
  expect(named('CONTACT').value).toBe('ops@example.com');
  expect((await local.call('GET', '/v1/admin/settings')).status).toBe(403);
});

it('changes how long things are kept, and holds what makes no sense back', async () => {
  const path = '/v1/admin/settings';
  expect((await service.admin('GET', path)).json.retention).toEqual({
    usage_days: null,
    audit_days: null,
    playground_days: 90,
    contents_days: 7,
    files_days: null,
    runs_days: null,
    pictures_days: null,
    contents: 'none',
    contents_keys: [],
    contents_masked: false,
  });
  const changed = await service.admin('PATCH', path, { retention: { audit_days: 365, playground_days: null } });
  const ofContents = { contents: 'none', contents_keys: [], contents_masked: false };
  const others = { files_days: null, runs_days: null, pictures_days: null, ...ofContents };
  const retention = { usage_days: null, audit_days: 365, playground_days: null, contents_days: 7, ...others };
  expect([changed.status, changed.json.retention]).toEqual([200, retention]);
  for (const wrong of [{ usage_days: 2 }, { audit_days: 0 }, { playground_days: 'x' }, { contents_days: null }]) {
    expect((await service.admin('PATCH', path, { retention: wrong })).status).toBe(400);
  }
  expect((await local.call('PATCH', path, { retention })).status).toBe(403);
  expect((await service.admin('GET', path)).json.retention).toEqual(retention);
  const [last] = (await service.admin('GET', '/v1/admin/audit?action=settings.update')).json.data;
  expect(last.details).toEqual({ audit_days: 365, playground_days: null });
});

it('has a route for every endpoint of the contract', () => {
  const served = new Set(service.service.endpoints.map(({ id }) => id));
  const isEndpoint = (value: unknown): value is contract.Endpoint =>
    typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value;
  const typed = Object.entries(contract)
    .filter(([name]) => /endpoints$/i.test(name))
    .flatMap(([, group]): unknown[] => Object.values(group))
    .filter(isEndpoint);
  expect(typed.length).toBeGreaterThan(80);
  expect(typed.filter(({ id }) => !served.has(id)).map(({ id }) => id)).toEqual([]);
});

it('names the file that a job reads', async () => {
  const body = new FormData();
  body.append('file', new Blob(['The ferry leaves at nine.'], { type: 'text/plain' }), 'ferry.txt');
  const headers = { authorization: `Bearer ${apiKey}` };
  const uploaded = await fetch(`${service.url}/v1/files/upload`, { method: 'POST', body, headers });
  const { file_id } = (await uploaded.json()) as { file_id: string };
  const [job] = (await service.admin('GET', '/v1/admin/jobs?kind=process-file')).json.data;
  expect(job).toMatchObject({ subject_id: file_id, subject_name: 'ferry.txt' });
});
