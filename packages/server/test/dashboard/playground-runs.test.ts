import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, claim, join } from '../accounts/browser.ts';
import { adminKey, startTestService, type TestService } from '../test-service.ts';

const path = '/v1/playground/runs';
let service: TestService;
let workspaceId: string;
let ada: Browser;
let ben: Browser;
beforeAll(async () => {
  service = await startTestService();
  await claim(service, adminKey);
  workspaceId = (await service.admin('POST', '/v1/admin/workspaces', { name: 'W' })).json.id;
  ada = await join(service, { email: 'ada@example.com', role: 'member', workspaceId });
  ben = await join(service, { email: 'ben@example.com', role: 'member', workspaceId });
});
afterAll(() => service.close());

const run = {
  mode: 'answer',
  request: { query: 'When was the bridge opened?', model: 'small-1' },
  reply: { answer: 'In 1932.' },
};

it('keeps what was tried for its author, and shows it to others of the workspace once it is shared', async () => {
  const made = await ada.call('POST', path, { ...run, request_id: 'req_1', status: 200, duration_ms: 12 });
  expect(made.json).toMatchObject({
    title: 'When was the bridge opened?',
    model: 'small-1',
    mine: true,
    shared: false,
    created_by: { name: 'ada' },
    reply: { answer: 'In 1932.' },
  });
  const one = `${path}/${made.json.id}`;
  expect((await ben.call('GET', one)).status).toBe(404);
  expect((await ben.call('GET', path)).json.data).toEqual([]);
  expect((await ada.call('PATCH', one, { shared: true, title: 'The bridge' })).json.shared).toBe(true);
  expect((await ben.call('GET', one)).json).toMatchObject({ title: 'The bridge', mine: false, request: run.request });
  expect((await ben.call('GET', `${path}?shared=true`)).json.data).toHaveLength(1);
  expect((await ben.call('PATCH', one, { shared: false })).status).toBe(403);
  expect((await ben.call('DELETE', one)).status).toBe(403);
  const stranger = await service.call('GET', one);
  expect(stranger.status).toBe(404);
  expect((await ada.call('DELETE', one)).json.deleted).toBe(true);
  expect((await ben.call('GET', one)).status).toBe(404);
});

it('pages through the newest, filters by shape, and refuses what is too large with the sizes', async () => {
  for (const title of ['a', 'b', 'c']) await ben.call('POST', path, { ...run, title });
  await ben.call('POST', path, { ...run, mode: 'chat', title: 'd' });
  const first = (await ben.call('GET', `${path}?limit=3`)).json;
  expect(first.data.map(({ title }: { title: string }) => title)).toEqual(['d', 'c', 'b']);
  const rest = (await ben.call('GET', `${path}?limit=3&after=${first.next}`)).json;
  expect([rest.data.map(({ title }: { title: string }) => title), rest.has_more]).toEqual([['a'], false]);
  expect((await ben.call('GET', `${path}?mode=chat`)).json.data).toHaveLength(1);
  const large = await ben.call('POST', path, { ...run, reply: { answer: 'x'.repeat(300_000) } });
  expect([large.status, large.json.message]).toEqual([413, expect.stringContaining('262144')]);
});

it('goes with the person and with the workspace', async () => {
  await ben.call('POST', path, { ...run, shared: true });
  const members = (await service.admin('GET', `/v1/admin/members?workspace_id=${workspaceId}`)).json.data;
  const { id } = members.find(({ user }: { user: { name: string } }) => user.name === 'ben');
  await service.admin('DELETE', `/v1/admin/members/${id}`);
  expect((await ada.call('GET', `${path}?shared=true`)).json.data).toEqual([]);
  await ada.call('POST', path, run);
  expect((await service.admin('DELETE', `/v1/admin/workspaces/${workspaceId}`)).status).toBe(200);
  expect((await ada.call('GET', '/v1/session')).status).toBe(401);
});
