import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/lib/app-error.ts';
import type { LanguageModel, ModelEvent } from '../../src/ports/language-model.ts';
import { FakeClock } from '../fake-clock.ts';
import { finish, ScriptedLanguageModel } from '../scripted-language-model.ts';
import { apiKey, eventsIn, routerOf, startTestService, type TestService } from '../test-service.ts';

const usage = { inputTokens: 100, cachedTokens: 20, outputTokens: 50 };
const reply: ModelEvent[] = [
  { type: 'text-delta', text: 'Four.' },
  { type: 'finish', reason: 'stop', usage },
];
const clock = new FakeClock();
const model = new ScriptedLanguageModel((prompt) => {
  const text = JSON.stringify(prompt.messages);
  if (text.includes('break off')) return [{ type: 'text-delta', text: 'Fo' }];
  if (text.includes('fail early')) return new AppError('upstream_overloaded', 'busy');
  return reply;
});
/** Breaks off after its first words. */
const cut: LanguageModel = {
  id: 'cut',
  embedded: false,
  async *stream() {
    yield { type: 'text-delta', text: 'The first words of an answer' };
    throw new AppError('upstream_cut', 'The answer was cut');
  },
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ replacements: { clock, models: routerOf(model) } });
});
afterAll(() => service.close());

const records = async (of: TestService, requestId: string) =>
  (await of.admin('GET', `/v1/admin/usage/records?request_id=${requestId}`)).json.data;
const textCalls: [path: string, body: object][] = [
  ['/v1/answer', { query: 'What is 2+2?' }],
  ['/v1/conversation', { messages: [{ role: 'user', content: 'What is 2+2?' }] }],
  [
    '/v1/agent',
    {
      messages: [{ role: 'user', content: 'What is 2+2?' }],
      tools: [{ name: 'add', description: 'Adds', input_schema: { type: 'object' } }],
    },
  ],
  ['/v1/chat-completion', { model: 'small-1', messages: [{ role: 'user', content: 'What is 2+2?' }] }],
  ['/v1/messages', { model: 'small-1', max_tokens: 100, messages: [{ role: 'user', content: 'What is 2+2?' }] }],
];

describe('the ledger', () => {
  it.each(textCalls)('%s: one record a call, streamed = plain', async (path, body) => {
    const plain = await service.call('POST', path, body);
    const streamed = await service.call('POST', path, { ...body, stream: true });
    expect([plain.status, streamed.status]).toEqual([200, 200]);
    const [first, ...others] = await records(service, plain.headers.get('x-request-id') ?? '');
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      input_tokens: 100,
      cached_tokens: 20,
      output_tokens: 50,
      cost_usd: 0.6,
      streamed: false,
    });
    const [second, ...more] = await records(service, streamed.headers.get('x-request-id') ?? '');
    expect(more).toEqual([]);
    expect({ ...second, request_id: '', created_at: '', streamed: false, duration_ms: 0 }).toEqual({
      ...first,
      request_id: '',
      created_at: '',
      duration_ms: 0,
    });
  });

  it('charges a reply that breaks off for what came, plain and streamed alike', async () => {
    const cutService = await startTestService({ replacements: { models: routerOf(cut) } });
    const plain = await cutService.call('POST', '/v1/answer', { query: 'Go' });
    const streamed = await cutService.call('POST', '/v1/answer', { query: 'Go', stream: true });
    expect(plain.status).toBe(502);
    expect(eventsIn(streamed.text).at(-1)).toMatchObject({ code: 'upstream_cut', done: true });
    const [first] = await records(cutService, plain.headers.get('x-request-id') ?? '');
    const [second] = await records(cutService, streamed.headers.get('x-request-id') ?? '');
    expect(first).toMatchObject({ status: 502, output_tokens: 7 });
    expect(second).toMatchObject({ status: 502, output_tokens: 7, cost_usd: first.cost_usd });
    await cutService.close();
  });

  it('records refused calls without cost', async () => {
    const invalid = await service.call('POST', '/v1/answer', { query: '' });
    const failed = await service.call('POST', '/v1/answer', { query: 'fail early' });
    expect([invalid.status, failed.status]).toEqual([400, 503]);
    for (const call of [invalid, failed]) {
      const [record] = await records(service, call.headers.get('x-request-id') ?? '');
      expect(record).toMatchObject({ status: call.status, cost_usd: 0, input_tokens: 0 });
    }
  });

  it('sums by key, model, endpoint, day and workspace', async () => {
    for (const group of ['key', 'model', 'endpoint', 'day', 'workspace']) {
      const { json } = await service.admin('GET', `/v1/admin/usage?group_by=${group}`);
      const sum = json.data.reduce((total: number, row: { cost_usd: number }) => total + row.cost_usd, 0);
      expect(json.total.cost_usd).toBeCloseTo(sum, 9);
      expect(json.total.requests).toBeGreaterThanOrEqual(textCalls.length * 2);
    }
    const { json } = await service.admin('GET', '/v1/admin/usage?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z');
    expect(json.total.requests).toBe(0);
  });
});

describe('budgets', () => {
  const spendingKey = async (settings: object) =>
    (await service.admin('POST', '/v1/admin/keys', settings)).json as { id: string; key: string };
  const ask = (key: string, path = '/v1/answer', body: object = { query: 'Hi', max_tokens: 50 }) =>
    service.call('POST', path, body, { authorization: `Bearer ${key}` });

  it('stops at the budget on every endpoint and starts anew in the next period', async () => {
    // 100 × 0.001 + 50 × 0.01 = 0.6 a call; a call is let in while its estimate still fits.
    const { key } = await spendingKey({ budget_usd: 1.2, budget_period: 'day' });
    expect((await ask(key)).status).toBe(200);
    expect((await ask(key)).status).toBe(200);
    for (const [path, body] of textCalls) {
      const refused = await ask(key, path, body);
      expect([path, refused.status]).toEqual([path, 402]);
    }
    expect((await ask(key)).json).toMatchObject({ success: false, error: 'Budget exceeded', code: 'budget_exceeded' });
    clock.advance(24 * 60 * 60_000);
    expect((await ask(key)).status).toBe(200);
  });

  it('never lets calls at the same time overrun together', async () => {
    const { key } = await spendingKey({ budget_usd: 1.5, budget_period: 'total' });
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask(key)));
    expect(replies.filter((one) => one.status === 200)).toHaveLength(2);
    expect(replies.filter((one) => one.status === 402)).toHaveLength(6);
  });

  it('counts all keys of a workspace against its budget', async () => {
    const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Thrifty', budget_usd: 0.7 })).json;
    const first = await spendingKey({ workspace_id: workspace.id });
    const second = await spendingKey({ workspace_id: workspace.id });
    expect((await ask(first.key)).status).toBe(200);
    expect((await ask(second.key)).status).toBe(402);
  });
});

describe('limits', () => {
  it('tells what is left and refuses past it with Retry-After', async () => {
    const { key } = (await service.admin('POST', '/v1/admin/keys', { limits: { requests_per_minute: 3 } })).json;
    const ask = () => service.call('GET', '/v1/models', undefined, { authorization: `Bearer ${key}` });
    const post = () => service.call('POST', '/v1/answer', { query: 'Hi' }, { authorization: `Bearer ${key}` });
    const first = await post();
    expect(first.headers.get('ratelimit-limit')).toBe('3');
    expect(first.headers.get('ratelimit-remaining')).toBe('2');
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    await post();
    await post();
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ error: 'Rate limit exceeded', code: 'rate_limit_exceeded' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    clock.advance(20_000);
    expect((await post()).status).toBe(200);
    expect((await ask()).status).not.toBe(503);
  });

  it('limits tokens a minute', async () => {
    const { key } = (await service.admin('POST', '/v1/admin/keys', { limits: { tokens_per_minute: 330 } })).json;
    const post = () => service.call('POST', '/v1/answer', { query: 'Hi' }, { authorization: `Bearer ${key}` });
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(429);
    clock.advance(60_000);
    expect((await post()).status).toBe(200);
  });

  it('limits open streams', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: LanguageModel = {
      id: 'slow',
      embedded: false,
      async *stream() {
        yield { type: 'text-delta', text: 'a' };
        await gate;
        yield finish();
      },
    };
    const own = await startTestService({ replacements: { models: routerOf(slow) } });
    const { key } = (await own.admin('POST', '/v1/admin/keys', { limits: { open_streams: 1 } })).json;
    const open = () =>
      fetch(`${own.url}/v1/answer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query: 'x', stream: true }),
      });
    const first = await open();
    expect(first.status).toBe(200);
    expect((await open()).status).toBe(429);
    release();
    expect(eventsIn(await first.text()).at(-1)).toMatchObject({ done: true });
    expect((await open()).status).toBe(200);
    await own.close();
  });
});

it('uses the key that the test service was started with', async () => {
  expect((await service.call('POST', '/v1/answer', { query: 'x' }, { 'x-api-key': apiKey })).status).toBe(200);
});
