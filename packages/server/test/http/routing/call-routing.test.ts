import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestService } from '../../test-service.ts';
import type { UpstreamServer } from '../../upstream-server.ts';
import { refuses, startRoutingService, startServers } from './routing-service.ts';

vi.setConfig({ testTimeout: 60_000 });

let servers: UpstreamServer[];
let parley: TestService;

beforeAll(async () => {
  servers = await startServers('one', 'two', 'three');
  parley = await startRoutingService(servers);
  const more = [
    { data_policy: { data_collection: 'allow' }, region: 'us-east-1' },
    { data_policy: { data_collection: 'deny' }, region: 'eu-central-1' },
    { data_policy: { data_collection: 'deny', zero_retention: true } },
  ];
  for (const [index, id] of ['one', 'two', 'three'].entries()) {
    const made = await parley.admin('POST', '/v1/admin/providers', {
      id,
      type: 'openai',
      base_url: `${servers[index]?.url}/v1`,
      upstream_prices: { '*': { input: index + 1, output: 10 * (index + 1) } },
      ...more[index],
    });
    expect(made.status).toBe(200);
  }
  const engines = ['one/s', 'two/s', 'three/s'].map((engine, index) => ({ engine, weight: index === 0 ? 1e6 : 1e-6 }));
  await parley.admin('POST', '/v1/admin/routes', { id: 'all', engines });
  const pricing = { prompt: '0.01', completion: '0.02' };
  await parley.admin('POST', '/v1/admin/routes', { id: 'dear', engines: [{ engine: 'two/dear' }], pricing });
  await parley.admin('POST', '/v1/admin/routes', { id: 'first', engines: [{ engine: 'one/first' }] });
});
afterAll(async () => {
  await parley.close();
  for (const server of servers) await server.close();
});

const ask = async (body: object) => (await parley.call('POST', '/v1/answer', { query: 'Which?', ...body })).json;
const by = async (provider: object) => {
  const { answer, code, message } = await ask({ model: 'all', provider });
  return answer ?? `${code}: ${message}`;
};

it('goes where `provider` says', async () => {
  expect(await by({})).toBe('one');
  expect(await by({ only: ['two'] })).toBe('two');
  expect(await by({ only: ['three/s'] })).toBe('three');
  expect(await by({ ignore: ['one'], order: ['three'] })).toBe('three');
  expect(await by({ order: ['two', 'one'] })).toBe('two');
  expect(await by({ data_collection: 'deny', sort: 'price' })).toBe('two');
  expect(await by({ zdr: true })).toBe('three');
  expect(await by({ regions: ['eu-central-1'] })).toBe('two');
  expect(await by({ sort: { by: 'price' }, ignore: ['one'] })).toBe('two');
  expect(await by({ max_price: { prompt: 1.5 } })).toBe('one');
  expect(await by({ max_price: { completion: '20' }, order: ['three', 'two'] })).toBe('two');
});

it('says of each engine why none may be asked, and calls none', async () => {
  const before = servers.map(({ requests }) => requests.length);
  expect(await by({ only: ['nobody'] })).toContain('no_provider_fits');
  const dear = await by({ max_price: { prompt: 0.5 } });
  for (const part of ['no_provider_fits', 'one/s: its price for prompt is 1', 'three/s']) expect(dear).toContain(part);
  expect(servers.map(({ requests }) => requests.length)).toEqual(before);
});

it('asks no second engine with allow_fallbacks false', async () => {
  const [first] = servers;
  if (!first) throw new Error('no server');
  const before = first.answer;
  first.answer = () => refuses(400);
  expect(await by({ order: ['one'] })).toBe('two');
  const alone = await by({ order: ['one'], allow_fallbacks: false });
  first.answer = before;
  expect(alone).toContain('request_refused');
});

it('refuses by its name what it cannot meet', async () => {
  for (const [provider, field] of [
    [{ quantizations: ['fp8'] }, 'provider.quantizations'],
    [{ preferred_min_throughput: 50 }, 'provider.preferred_min_throughput'],
    [{ enforce_distillable_text: true }, 'provider.enforce_distillable_text'],
    [{ max_price: { image: 1 } }, 'provider.max_price.image'],
    [{ sort: { by: 'price', partition: 'none' } }, 'provider.sort.partition'],
  ] as const) {
    const refused = await ask({ model: 'all', provider });
    expect([refused.code, refused.message]).toEqual(['invalid_request', expect.stringContaining(field)]);
  }
  expect((await ask({ model: 'all', provider: { sort: 'beauty' } })).code).toBe('invalid_request');
});

it('goes on to the names of `models`, says which answered, and charges that name', async () => {
  const [first] = servers;
  if (!first) throw new Error('no server');
  expect(await ask({ models: ['first', 'dear'] })).toMatchObject({ answer: 'one', model: 'first' });
  const before = first.answer;
  first.answer = () => refuses(500);
  const rescued = await ask({ model: 'first', models: ['dear'] });
  first.answer = before;
  expect(rescued).toMatchObject({ answer: 'two', model: 'dear', engine: 'two' });
  const records = await parley.admin('GET', '/v1/admin/usage/records?limit=1');
  expect(records.json.data[0]).toMatchObject({ model: 'dear', engine: 'two/dear' });
  expect(records.json.data[0].cost_usd).toBeCloseTo(100 * 0.01 + 10 * 0.02, 9);
  expect((await ask({ model: 'first', models: ['nobody'] })).code).toBe('model_not_found');
});

it('holds every name to what the key may use', async () => {
  const made = await parley.admin('POST', '/v1/admin/keys', { name: 'Narrow', models: ['first'] });
  const headers = { authorization: `Bearer ${made.json.key}` };
  const call = async (body: object) =>
    (await parley.call('POST', '/v1/answer', { query: 'Which?', ...body }, headers)).json.code ?? 200;
  expect(await call({ model: 'first' })).toBe(200);
  expect(await call({ model: 'first', models: ['dear'] })).toBe('forbidden');
});

it('takes both fields in every shape', async () => {
  const provider = { only: ['three'] };
  const messages = [{ role: 'user', content: 'Which?' }];
  const call = async (path: string, body: object) => (await parley.call('POST', path, body)).text;
  const shapes: [string, object][] = [
    ['/v1/answer', { query: 'Which?' }],
    ['/v1/conversation', { messages }],
    ['/v1/agent', { messages, tools: [{ name: 'note', description: 'Notes', input_schema: { type: 'object' } }] }],
    ['/v1/chat-completion', { messages: [{ type: 'message', role: 'user', content: 'Which?' }] }],
    ['/v1/completions', { prompt: 'Which?' }],
    ['/v1/chat/completions', { messages }],
    ['/v1/responses', { input: 'Which?' }],
    ['/v1/messages', { messages, max_tokens: 20 }],
  ];
  for (const [path, body] of shapes) {
    const from = servers.map(({ requests }) => requests.length);
    const text = await call(path, { model: 'all', models: ['first'], provider, ...body });
    const asked = servers.map(({ requests }, index) => requests.length - (from[index] ?? 0));
    expect([path, asked, text]).toEqual([path, [0, 0, 1], expect.anything()]);
    const refused = await call(path, { model: 'all', provider: { quantizations: ['fp8'] }, ...body });
    expect([path, refused]).toEqual([path, expect.stringContaining('provider.quantizations')]);
  }
});

it('hands both on to OpenRouter for its own models', async () => {
  const [first] = servers;
  if (!first) throw new Error('no server');
  const made = await parley.admin('POST', '/v1/admin/providers', {
    id: 'openrouter',
    base_url: `${first.url}/v1`,
    keys: [],
  });
  expect(made.status).toBe(200);
  const provider = { quantizations: ['fp8'], order: ['deepinfra'] };
  for (const path of ['/v1/chat/completions', '/v1/messages']) {
    const messages = [{ role: 'user', content: 'Which?' }];
    const body = { model: 'openrouter/a/b', models: ['c/d'], provider, messages, max_tokens: 20 };
    expect((await parley.call('POST', path, body)).status).toBe(200);
    expect(first.requests.at(-1)?.body).toMatchObject({ model: 'a/b', models: ['c/d'], provider });
  }
});
