import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestService } from '../../test-service.ts';
import type { UpstreamServer } from '../../upstream-server.ts';
import { refuses, startRoutingService, startServers } from './routing-service.ts';

// A hundred calls take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let servers: UpstreamServer[];
let parley: TestService;
const routes = '/v1/admin/routes';

beforeAll(async () => {
  servers = await startServers('one', 'two', 'three');
  parley = await startRoutingService(servers);
  for (const [index, id] of ['one', 'two', 'three'].entries()) {
    const prices = { '*': { input: index + 1, output: 10 * (index + 1) } };
    const base_url = `${servers[index]?.url}/v1`;
    await parley.admin('POST', '/v1/admin/providers', { id, type: 'openai', base_url, upstream_prices: prices });
  }
});
afterAll(async () => {
  await parley.close();
  for (const server of servers) await server.close();
});

const ask = async (model: string, more: object = {}, headers?: Record<string, string>) =>
  (await parley.call('POST', '/v1/answer', { query: 'Which one are you?', model, ...more }, headers)).json;
const server = (index: number): UpstreamServer => {
  const found = servers[index];
  if (!found) throw new Error('no server');
  return found;
};
/** While it runs, a server answers otherwise. */
async function while_<Result>(index: number, answer: UpstreamServer['answer'], run: () => Promise<Result>) {
  const before = server(index).answer;
  server(index).answer = answer;
  try {
    return await run();
  } finally {
    server(index).answer = before;
  }
}

it('adds a name that callers use at once, under its aliases too, and lists it', async () => {
  const made = await parley.admin('POST', routes, {
    id: 'fast',
    aliases: ['gpt-4o-mini', 'openai/gpt-4o-mini'],
    engines: [{ engine: 'one/small' }],
    description: 'For short questions',
  });
  expect(made.json).toMatchObject({
    id: 'fast',
    source: 'api',
    version: 1,
    engines: [{ engine: 'one/small', weight: 1 }],
  });
  for (const name of ['fast', 'gpt-4o-mini', 'openai/gpt-4o-mini']) {
    expect(await ask(name)).toMatchObject({ answer: 'one', model: 'fast', engine: 'one' });
  }
  const { json } = await parley.call('GET', '/v1/models');
  expect(json.data.map(({ id }: { id: string }) => id)).toContain('fast');
  const taken = await parley.admin('POST', routes, {
    id: 'other',
    aliases: ['gpt-4o-mini'],
    engines: [{ engine: 'one/x' }],
  });
  expect([taken.status, taken.json.code]).toEqual([409, 'conflict']);
});

it('refuses engines of providers that are not set up', async () => {
  for (const engine of ['nobody/x', 'one', 'one/', '/x']) {
    const refused = await parley.admin('POST', routes, { id: 'broken', engines: [{ engine }] });
    expect([engine, refused.status, refused.json.code]).toEqual([engine, 400, 'invalid_request']);
  }
});

it('changes a route, says who did, and goes one step back', async () => {
  await parley.admin('PUT', `${routes}/fast`, { version: 1, engines: [{ engine: 'two/small' }] });
  expect((await ask('fast')).answer).toBe('two');
  expect((await ask('gpt-4o-mini')).code).toBe('model_not_found');
  const late = await parley.admin('PUT', `${routes}/fast`, { version: 1, engines: [{ engine: 'one/small' }] });
  expect([late.status, late.json.code]).toEqual([409, 'conflict']);
  const none = await parley.admin('PUT', `${routes}/nobody`, { version: 1, engines: [{ engine: 'one/small' }] });
  expect([none.status, none.json.code]).toEqual([404, 'not_found']);
  const back = await parley.admin('POST', `${routes}/fast/revert`, {});
  expect(back.json).toMatchObject({ version: 3, aliases: ['gpt-4o-mini', 'openai/gpt-4o-mini'] });
  expect((await ask('fast')).answer).toBe('one');
  const named = await parley.admin('POST', `${routes}/fast/revert`, { version: 2 });
  expect(named.json).toMatchObject({ version: 4, engines: [{ engine: 'two/small' }] });
  const { json } = await parley.admin('GET', `${routes}/fast/versions`);
  expect(json.data).toHaveLength(4);
  expect(json.data[0]).toMatchObject({
    version: 4,
    action: 'revert',
    settings: { engines: [{ engine: 'two/small' }] },
  });
  expect(json.data[0].changed_by).toMatch(/^key_/);
  const audit = await parley.admin('GET', '/v1/admin/audit?action=route.update');
  expect(audit.json.data[0]).toMatchObject({ target: 'fast', actor: json.data[0].changed_by, details: { version: 2 } });
});

it('shares calls by weight', async () => {
  await parley.admin('POST', routes, {
    id: 'shared',
    engines: [
      { engine: 'one/s', weight: 3 },
      { engine: 'two/s', weight: 1 },
    ],
  });
  const answers = [];
  for (let calls = 0; calls < 120; calls++) answers.push((await ask('shared')).answer);
  const ones = answers.filter((answer) => answer === 'one').length;
  // Of 120 calls 90 are expected; less than 65 or more than 113 come about once in a million times.
  expect(ones).toBeGreaterThan(64);
  expect(ones).toBeLessThan(114);
});

it('goes on by the kind of fault', async () => {
  await parley.admin('POST', routes, {
    id: 'chained',
    engines: [{ engine: 'one/s' }],
    fallbacks: ['two/s'],
    fallbacks_by: { context: ['three/long'], content_filter: ['three/free'] },
  });
  const tooLong = () => ({
    status: 400,
    headers: { 'content-type': 'application/json' },
    pieces: [JSON.stringify({ error: { message: 'maximum context length', code: 'context_length_exceeded' } })],
  });
  const long = await while_(0, tooLong, () => ask('chained', { max_tokens: 5 }));
  expect(long).toMatchObject({ answer: 'three', engine: 'three' });
  expect(server(2).requests.at(-1)?.body.model).toBe('long');
  const failed = await while_(
    0,
    () => refuses(500),
    () => ask('chained'),
  );
  expect(failed).toMatchObject({ answer: 'two' });
  const withheld = JSON.stringify({ choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] });
  const answer = () => ({ headers: { 'content-type': 'application/json' }, pieces: [withheld] });
  expect(await while_(0, answer, () => ask('chained'))).toMatchObject({ answer: 'three' });
  expect(server(2).requests.at(-1)?.body.model).toBe('free');
});

it('keeps each user on one side of a canary, gives it its share, and sends tags to it', async () => {
  await parley.admin('POST', routes, {
    id: 'trial',
    engines: [{ engine: 'one/s' }],
    canary: { engine: 'two/new', share: 0.3, tags: ['beta'] },
  });
  const sides = new Map<string, string>();
  for (let user = 0; user < 100; user++) {
    const { answer } = await ask('trial', { user_id: `u${user}` });
    sides.set(`u${user}`, answer);
  }
  const tried = [...sides.values()].filter((answer) => answer === 'two').length;
  expect(tried).toBeGreaterThan(10);
  expect(tried).toBeLessThan(50);
  for (const [user, side] of [...sides].slice(0, 20)) expect((await ask('trial', { user_id: user })).answer).toBe(side);
  const [kept] = [...sides].find(([, answer]) => answer === 'one') ?? [];
  const headers = { authorization: 'Bearer test-key-0123456789', 'x-parley-tags': 'beta' };
  expect((await ask('trial', { user_id: kept }, headers)).answer).toBe('two');
  // A larger share keeps those who are on it.
  await parley.admin('PUT', `${routes}/trial`, {
    engines: [{ engine: 'one/s' }],
    canary: { engine: 'two/new', share: 0.6 },
  });
  for (const [user] of [...sides].filter(([, answer]) => answer === 'two'))
    expect((await ask('trial', { user_id: user })).answer).toBe('two');
  // A canary that fails costs nobody a reply.
  const rescued = await while_(
    1,
    () => refuses(500),
    async () => {
      const answers = [];
      for (const [user] of [...sides].filter(([, side]) => side === 'two').slice(0, 5)) {
        answers.push((await ask('trial', { user_id: user })).answer);
      }
      return answers;
    },
  );
  expect(new Set(rescued)).toEqual(new Set(['one']));
});

it('asks a shadow the same without waiting for it, and records what it cost', async () => {
  await parley.admin('POST', routes, {
    id: 'watched',
    engines: [{ engine: 'one/s' }],
    shadow: { engine: 'three/candidate' },
  });
  const from = server(2).requests.length;
  const held = await while_(
    2,
    () => ({ headers: {}, pieces: [], afterwards: 'hold' as const }),
    async () => {
      const startedAt = performance.now();
      const reply = await ask('watched');
      return { reply, took: performance.now() - startedAt };
    },
  );
  expect(held.reply).toMatchObject({ answer: 'one', engine: 'one' });
  // It waits for what is held for a minute and more.
  expect(held.took).toBeLessThan(20_000);
  await expect.poll(() => server(2).requests.length).toBe(from + 1);
  expect((await ask('watched')).answer).toBe('one');
  const records = async () => {
    const { json } = await parley.admin('GET', '/v1/admin/usage/records?limit=20');
    return json.data.filter(({ endpoint }: { endpoint: string }) => endpoint === 'shadow');
  };
  await expect.poll(async () => (await records()).length, { timeout: 5_000 }).toBe(1);
  const [record] = await records();
  expect(record).toMatchObject({
    model: 'watched',
    engine: 'three/candidate',
    cost_usd: 0,
    input_tokens: 100,
    output_tokens: 10,
  });
  // 100 tokens at $3 and 10 at $30 a million.
  expect(record.upstream_cost_usd).toBeCloseTo((100 * 3 + 10 * 30) / 1e6, 12);
  expect(server(2).requests.at(-1)?.body).toMatchObject({ model: 'candidate' });
});

it('asks a second engine when the first is silent', async () => {
  await parley.admin('POST', routes, {
    id: 'hedged',
    engines: [{ engine: 'one/s' }],
    fallbacks: ['two/s'],
    hedge_after_ms: 50,
  });
  const reply = await while_(
    0,
    () => ({ headers: {}, pieces: [], afterwards: 'hold' as const }),
    () => ask('hedged'),
  );
  expect(reply).toMatchObject({ answer: 'two' });
});

it('says which engine a call would get, and why', async () => {
  const dry = async (body: object) => (await parley.admin('POST', `${routes}/dry-run`, body)).json;
  const requests = servers.map(({ requests: seen }) => seen.length);
  const shared = await dry({ model: 'shared' });
  expect(
    shared.order.map(({ engine, share }: { engine: string; share: number }) => [engine, share]).toSorted(),
  ).toEqual([
    ['one/s', 0.75],
    ['two/s', 0.25],
  ]);
  expect(shared.why).toContain('by weight');
  const beta = await dry({ model: 'shared', provider: { only: ['two'] } });
  expect(beta).toMatchObject({ engine: 'two/s', left_out: [{ engine: 'one/s', why: 'only names others' }] });
  const tried = await dry({ model: 'trial', user: 'somebody', tags: [] });
  expect(tried.canary).toMatchObject({ engine: 'two/new', chosen: expect.any(Boolean) });
  expect(tried.canary.why).toContain('somebody');
  const after = await dry({ model: 'chained', after: 'context' });
  expect(after).toMatchObject({ engine: 'three/long', order: [{ engine: 'three/long', role: 'fallback' }] });
  expect((await dry({ model: 'chained', after: 'rate' })).engine).toBe('two/s');
  expect((await dry({ model: 'watched' })).shadow).toBe('three/candidate');
  expect((await dry({ model: 'nobody' })).code).toBe('model_not_found');
  expect(servers.map(({ requests: seen }) => seen.length)).toEqual(requests);
});

it('tries a route with one small call that casts no shadow', async () => {
  const from = server(2).requests.length;
  const tried = await parley.admin('POST', `${routes}/watched/test`);
  expect(tried.json).toMatchObject({ ok: true, engine: 'one/s', text: 'one', error: null });
  expect(server(2).requests.length).toBe(from);
});

it('takes a route out', async () => {
  expect((await parley.admin('DELETE', `${routes}/shared`)).json).toEqual({ id: 'shared', deleted: true });
  expect((await ask('shared')).code).toBe('model_not_found');
  expect((await parley.admin('GET', `${routes}/shared`)).status).toBe(404);
});
