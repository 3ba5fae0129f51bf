import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestService } from '../../test-service.ts';
import type { UpstreamServer } from '../../upstream-server.ts';
import { refuses, says, startRoutingService, startServers } from './routing-service.ts';

// A hundred calls take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let servers: UpstreamServer[];
let parley: TestService;
const providers = '/v1/admin/providers';

beforeAll(async () => {
  servers = await startServers('one', 'two');
  parley = await startRoutingService(servers, { GROQ_API_KEY: 'gsk_of_the_environment' });
});
afterAll(async () => {
  await parley.close();
  for (const server of servers) await server.close();
});

const ask = (model: string, more: object = {}) =>
  parley.call('POST', '/v1/answer', { query: 'Which one are you?', model, ...more });

it('adds a provider that serves calls at once, and never shows its keys again', async () => {
  const secret = 'sk-very-secret-0123456789';
  const made = await parley.admin('POST', providers, {
    id: 'acme',
    type: 'openai',
    base_url: `${servers[0]?.url}/v1`,
    keys: [{ name: 'first', value: secret }],
    headers: { 'x-team': 'team-secret-0123456789' },
    region: 'eu-central-1',
  });
  expect(made.status).toBe(200);
  expect(made.json).toMatchObject({
    id: 'acme',
    source: 'api',
    version: 1,
    keys: [{ name: 'first', weight: 1, state: 'ready', cooling_ms: 0 }],
    header_names: ['x-team'],
    region: 'eu-central-1',
  });
  const answered = await ask('acme/small');
  expect(answered.json).toMatchObject({ answer: 'one', engine: 'acme' });
  expect(servers[0]?.requests.at(-1)?.headers).toMatchObject({
    authorization: `Bearer ${secret}`,
    'x-team': 'team-secret-0123456789',
  });
  const shown = [made, await parley.admin('GET', providers), await parley.admin('GET', `${providers}/acme`)];
  const versions = await parley.admin('GET', `${providers}/acme/versions`);
  for (const { text } of [...shown, versions]) expect(text).not.toContain('secret');
  const files = readdirSync(parley.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  for (const file of files) {
    expect(readFileSync(join(file.parentPath, file.name)).includes('very-secret-0123456789')).toBe(false);
  }
});

it('lists what the environment gives and refuses to change it', async () => {
  const { json } = await parley.admin('GET', providers);
  const groq = json.data.find(({ id }: { id: string }) => id === 'groq');
  expect(groq).toMatchObject({ source: 'environment', version: null, keys: [{ name: 'GROQ_API_KEY' }] });
  expect(JSON.stringify(json)).not.toContain('gsk_of_the_environment');
  for (const [method, path, body] of [
    ['PATCH', `${providers}/groq`, { region: 'eu' }],
    ['DELETE', `${providers}/groq`, undefined],
    ['POST', providers, { id: 'groq', keys: [{ name: 'mine', value: 'gsk_2' }] }],
    ['POST', `${providers}/groq/revert`, {}],
    ['PUT', '/v1/admin/routes/small-1', { engines: [{ engine: 'groq/x' }] }],
  ] as const) {
    const refused = await parley.admin(method, path, body);
    expect([path, refused.status, refused.json.code]).toEqual([path, 409, 'set_at_start']);
  }
});

it('refuses addresses that the operator did not open, and says what is wrong with others', async () => {
  const create = async (body: object) => {
    const { status, json } = await parley.admin('POST', providers, { type: 'openai', ...body });
    return [status, json.code];
  };
  const open = `${servers[0]?.url}/v1`;
  expect(await create({ id: 'inside', base_url: 'http://127.0.0.1:9/v1' })).toEqual([400, 'url_not_allowed']);
  expect(await create({ id: 'meta', base_url: 'http://169.254.169.254/v1' })).toEqual([400, 'url_not_allowed']);
  expect(await create({ id: 'nowhere' })).toEqual([400, 'invalid_request']);
  expect(await create({ id: 'mistral' })).toEqual([400, 'invalid_request']);
  expect(await create({ id: 'x', base_url: open, keys: [{ name: 'a' }] })).toEqual([400, 'invalid_request']);
  expect(await create({ id: 'x', base_url: open, headers: { a: 'b\r\nc' } })).toEqual([400, 'invalid_request']);
  expect(await create({ id: 'x', base_url: open, vendor: 'nobody' })).toEqual([400, 'invalid_request']);
  expect(await create({ id: 'acme', base_url: open })).toEqual([409, 'conflict']);
});

it('changes a provider, keeps keys that are not sent, and takes one step back', async () => {
  const changed = await parley.admin('PATCH', `${providers}/acme`, {
    version: 1,
    base_url: `${servers[1]?.url}/v1`,
    keys: [{ name: 'first' }, { name: 'second', value: 'sk-2', weight: 3 }],
    headers: null,
  });
  expect(changed.json).toMatchObject({
    version: 2,
    keys: [{ name: 'first' }, { name: 'second', weight: 3 }],
    header_names: [],
  });
  expect((await ask('acme/small')).json.answer).toBe('two');
  const late = await parley.admin('PATCH', `${providers}/acme`, { version: 1, region: 'us' });
  expect([late.status, late.json.code]).toEqual([409, 'conflict']);
  const none = await parley.admin('PATCH', `${providers}/nobody`, { version: 1, region: 'us' });
  expect([none.status, none.json.code]).toEqual([404, 'not_found']);
  const back = await parley.admin('POST', `${providers}/acme/revert`, {});
  expect(back.json).toMatchObject({ version: 3, base_url: `${servers[0]?.url}/v1`, header_names: ['x-team'] });
  expect((await ask('acme/small')).json.answer).toBe('one');
  expect(servers[0]?.requests.at(-1)?.headers.authorization).toBe('Bearer sk-very-secret-0123456789');
  const { json } = await parley.admin('GET', `${providers}/acme/versions`);
  expect(json.data.map((one: { version: number; action: string }) => [one.version, one.action])).toEqual([
    [3, 'revert'],
    [2, 'update'],
    [1, 'create'],
  ]);
  const audit = await parley.admin('GET', '/v1/admin/audit?action=provider.revert');
  expect(audit.json.data[0]).toMatchObject({ target: 'acme', details: { version: 3 } });
});

it('leaves a key alone that is refused or limited, and goes on with the others', async () => {
  const [server] = servers;
  if (!server) throw new Error('no server');
  await parley.admin('POST', providers, {
    id: 'many',
    type: 'openai',
    base_url: `${server.url}/v1`,
    keys: [
      { name: 'revoked', value: 'sk-revoked', weight: 1000 },
      { name: 'limited', value: 'sk-limited', weight: 1000 },
      { name: 'good', value: 'sk-good', weight: 0.001 },
    ],
  });
  const before = server.answer;
  server.answer = ({ headers, body }) =>
    headers.authorization === 'Bearer sk-revoked'
      ? refuses(401)
      : headers.authorization === 'Bearer sk-limited'
        ? refuses(429, { 'retry-after': '30' })
        : says('good', body);
  const from = server.requests.length;
  for (let calls = 0; calls < 5; calls++) expect((await ask('many/x')).json.answer).toBe('good');
  server.answer = before;
  const used = server.requests.slice(from).map(({ headers }) => headers.authorization);
  expect(used.filter((key) => key === 'Bearer sk-revoked').length).toBeLessThanOrEqual(1);
  expect(used.filter((key) => key === 'Bearer sk-limited').length).toBeLessThanOrEqual(1);
  const { json } = await parley.admin('GET', `${providers}/many`);
  const states = Object.fromEntries(json.keys.map((key: { name: string; state: string }) => [key.name, key.state]));
  expect(states).toEqual({ revoked: 'unauthorized', limited: 'rate_limited', good: 'ready' });
  const limited = json.keys.find(({ name }: { name: string }) => name === 'limited');
  expect(limited.cooling_ms).toBeGreaterThan(20_000);
  expect(limited.cooling_ms).toBeLessThanOrEqual(30_000);
});

it('sends a provider no more than its limit allows', async () => {
  await parley.admin('POST', providers, {
    id: 'slow',
    type: 'openai',
    base_url: `${servers[0]?.url}/v1`,
    limits: { requests_per_minute: 2 },
  });
  const codes = [];
  for (let calls = 0; calls < 4; calls++) {
    const { status, json } = await ask('slow/x');
    codes.push(json.code ?? status);
  }
  expect(codes).toEqual([200, 200, 'upstream_rate_limited', 'upstream_rate_limited']);
});

it('tries a provider with one small call, and says what failed', async () => {
  const fine = await parley.admin('POST', `${providers}/acme/test`, { model: 'small' });
  expect(fine.json).toMatchObject({ ok: true, engine: 'acme/small', text: 'one', input_tokens: 100, error: null });
  expect(servers[0]?.requests.at(-1)?.body).toMatchObject({ model: 'small', max_tokens: 64 });
  const [server] = servers;
  if (!server) throw new Error('no server');
  const before = server.answer;
  server.answer = () => refuses(401);
  const failed = await parley.admin('POST', `${providers}/acme/test`, { model: 'small' });
  server.answer = before;
  expect(failed.status).toBe(200);
  expect(failed.json).toMatchObject({ ok: false, error: { code: 'upstream_unauthorized' } });
  const unknown = await parley.admin('POST', `${providers}/nobody/test`, {});
  expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found']);
});

it('takes a provider out once no route names it', async () => {
  await parley.admin('POST', '/v1/admin/routes', { id: 'fast', engines: [{ engine: 'many/x' }] });
  const used = await parley.admin('DELETE', `${providers}/many`);
  expect([used.status, used.json.code]).toEqual([409, 'conflict']);
  expect(used.json.message).toContain('fast');
  await parley.admin('DELETE', '/v1/admin/routes/fast');
  expect((await parley.admin('DELETE', `${providers}/many`)).json).toEqual({ id: 'many', deleted: true });
  expect((await ask('many/x')).json.code).toBe('model_not_found');
  expect((await parley.admin('GET', `${providers}/many`)).status).toBe(404);
  const back = await parley.admin('POST', `${providers}/many/revert`, {});
  expect(back.json).toMatchObject({ id: 'many', version: 3 });
  expect((await ask('many/x')).json.answer).toBe('one');
});

it('asks for the admin key', async () => {
  for (const path of [providers, '/v1/admin/routes']) {
    expect((await parley.call('GET', path)).status).toBe(403);
    expect((await parley.call('GET', path, undefined, {})).status).toBe(401);
  }
});
