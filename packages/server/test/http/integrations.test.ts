import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/features/integrations/definitions/manifest.ts';
import type { ModelEvent } from '../../src/ports/language-model.ts';
import { FakeVendor } from '../fake-vendor.ts';
import { finish, ScriptedLanguageModel } from '../scripted-language-model.ts';
import { eventsIn, routerOf, startTestService, type TestService } from '../test-service.ts';

const feature = (name: string, request: object, properties = {}, extra = {}) => ({
  name,
  description: `${name} of the shop.`,
  input_schema: { type: 'object', properties, additionalProperties: false, ...extra },
  request,
});
const manifestsAt = (url: string): unknown[] => [
  {
    id: 'shop',
    name: 'Shop',
    description: 'A shop.',
    base_url: url,
    auth: {
      method: 'API_KEY',
      headers: { authorization: 'Bearer {{connection.api_key}}' },
      probe: { method: 'GET', path: '/me' },
      help: 'Ask the shop for a key.',
    },
    features: [
      feature(
        'FIND',
        { method: 'GET', path: '/find', query: { q: '{{input.q}}' } },
        { q: { type: 'string', minLength: 2 }, limit: { type: 'integer' } },
        { required: ['q'] },
      ),
      feature('BREAK', { method: 'POST', path: '/break' }),
      feature('REFUSE', { method: 'GET', path: '/refuse' }),
      feature('BUSY', { method: 'GET', path: '/busy' }),
    ],
  },
  {
    id: 'cellar',
    name: 'Cellar',
    description: 'A cellar.',
    base_url: url,
    auth: { method: 'BASIC_AUTH', basic: { username: '{{connection.username}}', password: '{{connection.password}}' } },
    connection_fields: { site: { description: 'name of the site', pattern: '[a-z]+', required: true } },
    features: [feature('LIST', { method: 'GET', path: '/{{connection.site}}/list' })],
  },
  {
    id: 'park',
    name: 'Park',
    description: 'A park.',
    base_url: url,
    auth: { method: 'NONE' },
    features: [feature('WALK', { method: 'GET', path: '/walk' })],
  },
];
const json = (manifests: unknown[]) => manifests.map((manifest) => manifest as Manifest);

let vendor: FakeVendor;
let service: TestService;
let model: ScriptedLanguageModel;
const directory = mkdtempSync(join(tmpdir(), 'parley-shop-'));
let script: (step: number) => ModelEvent[] = () => [];
let step = 0;

beforeAll(async () => {
  vendor = await new FakeVendor().start();
  vendor.answer(({ url, headers }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/refuse' || headers.authorization === 'Bearer dead-key')
      return { status: 401, body: { error: 'no' } };
    if (pathname === '/break') return { status: 422, body: { message: 'Out of order' } };
    if (pathname === '/busy') return { status: 429, headers: { 'retry-after': '120' }, body: { message: 'Slow down' } };
    return { body: { path: pathname, q: searchParams.get('q') } };
  });
  mkdirSync(directory, { recursive: true });
  for (const manifest of json(manifestsAt(vendor.url)))
    writeFileSync(join(directory, `${manifest.id}.json`), JSON.stringify(manifest));
  model = new ScriptedLanguageModel(() => script(step++));
  service = await startTestService({
    env: { INTEGRATIONS_DIR: directory, ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${vendor.port}` },
    replacements: { models: routerOf(model) },
  });
});
afterAll(async () => {
  await service.close();
  await vendor.close();
  rmSync(directory, { recursive: true });
});

const connect = (id: string, body: object) => service.call('POST', `/v1/integrations/${id}/connect`, body);
const execute = (id: string, body: object) => service.call('POST', `/v1/integrations/${id}/execute`, body);

describe('integrations over HTTP', () => {
  it('lists a bare array and shows one', async () => {
    const list = await service.call('GET', '/v1/integrations');
    expect(list.json).toHaveLength(25);
    const one = await service.call('GET', '/v1/integrations/shop');
    expect(one.json).toMatchObject({
      id: 'shop',
      name: 'Shop',
      auth_method: 'API_KEY',
      tried_methods: ['API_KEY'],
      features: [
        { name: 'FIND', parameters: { q: 'string', limit: 'integer' }, input_schema: { required: ['q'] } },
        {},
        {},
        {},
      ],
    });
    // Nothing of it can be asked to find out whether the password is right.
    expect((await service.call('GET', '/v1/integrations/cellar')).json).toMatchObject({
      auth_methods: ['BASIC_AUTH'],
      tried_methods: [],
    });
  });

  it.each([
    ['GET', '/v1/integrations/nowhere', undefined, 404, 'Integration not found', 'integration_not_found', {}],
    [
      'POST',
      '/v1/integrations/nowhere/connect',
      { user_id: 'u' },
      404,
      'Integration not found',
      'integration_not_found',
      {},
    ],
    [
      'POST',
      '/v1/integrations/shop/connect',
      {},
      400,
      'User ID required',
      'invalid_request',
      { instructions: expect.any(String) },
    ],
    ['POST', '/v1/integrations/shop/connect', { user_id: 7 }, 400, expect.any(String), 'invalid_request', {}],
    [
      'POST',
      '/v1/integrations/shop/connect',
      { user_id: 'u' },
      400,
      'API key required',
      'invalid_request',
      { instructions: 'Ask the shop for a key.' },
    ],
    [
      'POST',
      '/v1/integrations/shop/connect',
      { user_id: 'u', api_key: 'dead-key' },
      400,
      'Credentials were refused',
      'invalid_credentials',
      {},
    ],
    [
      'POST',
      '/v1/integrations/cellar/connect',
      { user_id: 'u', username: 'a' },
      400,
      'Username and password required',
      'invalid_request',
      { instructions: expect.any(String) },
    ],
    [
      'POST',
      '/v1/integrations/cellar/connect',
      { user_id: 'u', username: 'a', password: 'b' },
      400,
      'Connection fields required',
      'invalid_request',
      {},
    ],
    [
      'POST',
      '/v1/integrations/github/connect',
      { user_id: 'u' },
      503,
      'Integration is not configured',
      'integration_not_configured',
      { missing_settings: ['INTEGRATION_GITHUB_CLIENT_ID', 'INTEGRATION_GITHUB_CLIENT_SECRET'] },
    ],
    ['POST', '/v1/integrations/shop/execute', { user_id: 'u' }, 400, 'Feature name required', 'invalid_request', {}],
    ['POST', '/v1/integrations/shop/execute', { feature_name: 'FIND' }, 400, 'User ID required', 'invalid_request', {}],
    [
      'POST',
      '/v1/integrations/shop/execute',
      { user_id: 'u', feature_name: 'FLY' },
      400,
      'Feature not found',
      'feature_not_found',
      { available_features: ['FIND', 'BREAK', 'REFUSE', 'BUSY'] },
    ],
    [
      'POST',
      '/v1/integrations/shop/execute',
      { user_id: 'u', feature_name: 'FIND', inputs: 'x' },
      400,
      'Invalid inputs',
      'invalid_inputs',
      {},
    ],
    [
      'POST',
      '/v1/integrations/shop/execute',
      { user_id: 'nobody', feature_name: 'FIND', inputs: { q: 'tea' } },
      409,
      'Integration is not connected',
      'integration_not_connected',
      { integration_id: 'shop', user_id: 'nobody' },
    ],
    ['DELETE', '/v1/integrations/shop/connections/nobody', undefined, 404, 'Connection not found', 'not_found', {}],
  ])('%s %s %j is %i', async (method, path, body, status, error, code, fields) => {
    const reply = await service.call(method, path, body);
    expect(reply.status).toBe(status);
    expect(reply.json).toMatchObject({
      success: false,
      error,
      message: expect.any(String),
      code,
      request_id: expect.any(String),
      ...fields,
    });
  });

  it('names every problem of the inputs by path', async () => {
    const reply = await execute('shop', { user_id: 'u', feature_name: 'find', inputs: { limit: 'many', colour: 1 } });
    expect(reply.json.problems).toEqual([
      { path: '/q', message: 'is required' },
      { path: '/colour', message: 'is not an input of this feature' },
      { path: '/limit', message: 'must be integer' },
    ]);
  });

  it('connects, runs, lists and disconnects', async () => {
    expect((await connect('shop', { user_id: 'u', api_key: 'good-key' })).json).toEqual({
      success: true,
      message: 'Successfully connected to Shop',
      integration_id: 'shop',
      user_id: 'u',
    });
    expect((await execute('shop', { user_id: 'u', feature_name: 'find', inputs: { q: 'tea' } })).json).toEqual({
      success: true,
      result: { path: '/find', q: 'tea' },
      integration_id: 'shop',
      feature_name: 'FIND',
      user_id: 'u',
    });
    expect((await execute('shop', { user_id: 'u', feature_name: 'BREAK', inputs: {} })).json).toMatchObject({
      error: 'Feature execution failed',
      code: 'feature_execution_failed',
      details: 'HTTP 422: Out of order',
    });
    const busy = await execute('shop', { user_id: 'u', feature_name: 'BUSY' });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([502, '120']);
    // One feature is refused, the probe is not: the connection stays.
    expect((await execute('shop', { user_id: 'u', feature_name: 'REFUSE' })).status).toBe(502);
    const listed = await service.call('GET', '/v1/integrations/shop/connections?user_id=u');
    expect(listed.json.data).toMatchObject([{ user_id: 'u', status: 'connected', auth_method: 'API_KEY' }]);
    expect(listed.text).not.toContain('good-key');
    expect((await service.call('DELETE', '/v1/integrations/shop/connections/u')).json).toMatchObject({
      success: true,
      deleted: true,
    });
    expect((await execute('shop', { user_id: 'u', feature_name: 'FIND', inputs: { q: 'tea' } })).status).toBe(409);
  });

  it('gives a dead key up after its refusal was confirmed', async () => {
    const hook = await service.admin('POST', '/v1/admin/webhooks', {
      url: 'https://hooks.example/',
      events: ['connection.lost'],
    });
    await connect('shop', { user_id: 'dying', api_key: 'good-key' });
    vendor.answer(() => ({ status: 401, body: { error: 'gone' } }));
    const reply = await execute('shop', { user_id: 'dying', feature_name: 'FIND', inputs: { q: 'tea' } });
    expect(reply).toMatchObject({
      status: 409,
      json: { error: 'Integration must be connected again', code: 'needs_reconnect' },
    });
    const told = async () => (await service.admin('GET', `/v1/admin/webhooks/${hook.json.id}/deliveries`)).json.data;
    await expect.poll(async () => (await told()).length).toBe(1);
    expect(JSON.parse((await told())[0].body)).toMatchObject({
      type: 'connection.lost',
      data: { connection: { integration_id: 'shop', user_id: 'dying', reason: expect.any(String) } },
    });
    await connect('park', { user_id: 'dying' });
    const all = (await service.call('GET', '/v1/connections?user_id=dying')).json;
    expect(all.data).toMatchObject([
      { integration_id: 'park', user_id: 'dying', status: 'connected' },
      { integration_id: 'shop', user_id: 'dying', status: 'needs_reconnect' },
    ]);
    expect(all.integrations).toEqual({
      park: { connected: 1, needs_reconnect: 0 },
      shop: { connected: 0, needs_reconnect: 1 },
    });
    const first = (await service.call('GET', '/v1/connections?limit=1')).json;
    const rest = (await service.call('GET', `/v1/connections?after=${first.next}`)).json;
    expect([first.data[0].integration_id, rest.data[0].integration_id, rest.has_more]).toEqual(['park', 'shop', false]);
    const broken = (await service.call('GET', '/v1/connections?status=needs_reconnect')).json;
    expect([broken.data.length, broken.integrations]).toEqual([1, all.integrations]);
    const elsewhere = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Other' })).json;
    const { key } = (await service.admin('POST', '/v1/admin/keys', { workspace_id: elsewhere.id, name: 'K' })).json;
    const none = await service.call('GET', '/v1/connections', undefined, { authorization: `Bearer ${key}` });
    expect(none.json).toEqual({ data: [], has_more: false, next: null, integrations: {} });
    vendor.answer(({ url }) => ({ body: { path: new URL(url).pathname, q: new URL(url).searchParams.get('q') } }));
  });

  it('uses connection fields, and needs no connection where no credentials are needed', async () => {
    expect(
      (await connect('cellar', { user_id: 'u', username: 'a', password: 'b', fields: { site: 'north' } })).status,
    ).toBe(200);
    expect((await execute('cellar', { user_id: 'u', feature_name: 'LIST' })).json.result.path).toBe('/north/list');
    expect((await execute('park', { user_id: 'u', feature_name: 'WALK' })).json.result.path).toBe('/walk');
    expect((await connect('park', { user_id: 'u' })).json.message).toBe('Successfully connected to Park');
  });

  it('shows a page that runs nothing when an authorization cannot be finished', async () => {
    const page = await service.call(
      'GET',
      '/v1/integrations/auth-callback?state=%3Cscript%3E&error=%3Cscript%3E',
      undefined,
      {},
    );
    expect(page.status).toBe(400);
    expect(page.text).not.toContain('<script>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('models with integrations', () => {
  const tool = (name: string, input: object, id = `call_${name}`): ModelEvent => ({
    type: 'tool-call',
    id,
    name,
    arguments: JSON.stringify(input),
  });
  const agent = (body: object) => {
    step = 0;
    model.prompts.length = 0;
    return service.call('POST', '/v1/agent', { messages: [{ role: 'user', content: 'Find tea' }], ...body });
  };
  const shop = { integrations: [{ id: 'shop', features: ['find'] }], user_id: 'buyer' };
  beforeAll(() => connect('shop', { user_id: 'buyer', api_key: 'good-key' }));

  it('returns calls like any other when it is not told to run them', async () => {
    script = () => [tool('shop__FIND', { q: 'tea' }), finish('tool-calls')];
    const reply = await agent(shop);
    expect(reply.json.tool_calls).toEqual([{ id: 'call_shop__FIND', name: 'shop__FIND', inputs: { q: 'tea' } }]);
    expect(model.prompts[0]?.tools?.map((each) => each.name)).toEqual(['shop__FIND']);
    expect(JSON.stringify(model.prompts)).not.toContain('good-key');
  });

  it('runs them, gives the model the results, and says what was run', async () => {
    script = (at) =>
      at === 0
        ? [{ type: 'text-delta', text: 'Looking.' }, tool('shop__FIND', { q: 'tea' }), finish('tool-calls')]
        : [{ type: 'text-delta', text: 'There is tea.' }, finish()];
    const reply = await agent({ ...shop, execute: true });
    expect(reply.json).toMatchObject({
      response: 'Looking.\n\nThere is tea.',
      tool_calls: null,
      executed_calls: [
        { name: 'shop__FIND', inputs: { q: 'tea' }, success: true, result: { path: '/find', q: 'tea' } },
      ],
      usage: { input_tokens: 20, output_tokens: 10 },
    });
    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      results: [{ toolName: 'shop__FIND', result: { q: 'tea' } }],
    });
  });

  it('streams the same, one event for each call that was run', async () => {
    script = (at) =>
      at === 0
        ? [tool('shop__FIND', { q: 'tea' }), finish('tool-calls')]
        : [{ type: 'text-delta', text: 'Tea.' }, finish()];
    const events = eventsIn((await agent({ ...shop, execute: true, stream: true })).text);
    expect(events).toMatchObject([
      { executed_call: { name: 'shop__FIND', success: true } },
      { content: 'Tea.' },
      { tokens: 30 },
      { done: true },
    ]);
  });

  it('stops after eight rounds and hands out calls of the caller', async () => {
    script = (at) => [tool('shop__FIND', { q: `tea ${at}` }, `c${at}`), finish('tool-calls')];
    const reply = await agent({ ...shop, execute: true });
    expect(reply.json.executed_calls).toHaveLength(8);
    expect(reply.json.tool_calls).toBeNull();
    expect(model.prompts).toHaveLength(9);
    expect(model.prompts[8]?.toolChoice).toBe('none');
    const own = { name: 'ring', description: 'Ring.', input_schema: { type: 'object', properties: {} } };
    script = () => [tool('shop__FIND', { q: 'tea' }, 'a'), tool('ring', {}, 'b'), finish('tool-calls')];
    const mixed = await agent({ ...shop, execute: true, tools: [own] });
    expect(mixed.json.tool_calls.map((each: { name: string }) => each.name)).toEqual(['ring']);
    // Ours ran before; the model was asked once more with what they said, and called both again.
    expect(mixed.json.executed_calls).toHaveLength(2);
  });

  it('tells the model what went wrong instead of failing', async () => {
    script = (at) =>
      at === 0
        ? [tool('shop__FIND', { q: 'tea' }), finish('tool-calls')]
        : [{ type: 'text-delta', text: 'Please connect.' }, finish()];
    const reply = await agent({ ...shop, user_id: 'stranger', execute: true });
    expect(reply.json.executed_calls).toMatchObject([
      { success: false, result: { error: 'integration_not_connected' } },
    ]);
    expect(reply.json.response).toBe('Please connect.');
  });

  it('serves chat-completion the same way', async () => {
    step = 0;
    script = (at) =>
      at === 0
        ? [tool('shop__FIND', { q: 'tea' }), finish('tool-calls')]
        : [{ type: 'text-delta', text: 'Tea.' }, finish()];
    const body = { model: 'small-2', messages: [{ role: 'user', content: 'Tea?' }], ...shop, execute: true };
    const reply = await service.call('POST', '/v1/chat-completion', body);
    expect(reply.json.result).toMatchObject({
      response: [{ role: 'assistant', content: 'Tea.' }],
      executed_calls: [{ name: 'shop__FIND', success: true }],
    });
  });

  it.each([
    [{ integrations: [{ id: 'shop' }] }, 400, 'User ID required'],
    [{ integrations: [{ id: 'nowhere' }], user_id: 'u' }, 404, 'Integration not found'],
    [{ integrations: [{ id: 'shop', features: ['FLY'] }], user_id: 'u' }, 400, 'Feature not found'],
    [{}, 400, 'tools are required'],
  ])('refuses %j', async (body, status, error) => {
    expect(await agent(body)).toMatchObject({ status, json: { error } });
  });

  it('needs a key with the scope', async () => {
    const { json: key } = await service.admin('POST', '/v1/admin/keys', { name: 'text only', scopes: ['text'] });
    const body = { messages: [{ role: 'user', content: 'Hi' }], ...shop };
    const reply = await service.call('POST', '/v1/agent', body, { authorization: `Bearer ${key.key}` });
    expect(reply).toMatchObject({ status: 403, json: { error: 'Forbidden' } });
  });
});
