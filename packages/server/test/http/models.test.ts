import { afterAll, beforeAll, expect, it } from 'vitest';
import { shortestMs } from '../shortest.ts';
import { apiKey, eventsIn, startTestService, type TestService } from '../test-service.ts';
import { jsonHeaders, streamHeaders, toEventText, UpstreamServer } from '../upstream-server.ts';

let upstream: UpstreamServer;
let parley: TestService;

const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const usage = { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 60 } };
const said = [chunk({ content: 'Blue ' }), chunk({ content: 'whales.' }), chunk({}, 'stop'), { choices: [], usage }];
const body = { choices: [{ message: { content: 'Blue whales.' }, finish_reason: 'stop' }], usage };

beforeAll(async () => {
  upstream = await UpstreamServer.start();
  parley = await startTestService({
    env: {
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      PARLEY_MODEL: 'openai/gpt',
      CHARGE: 'listed',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    },
  });
  upstream.answer = ({ body: asked }) =>
    asked.stream
      ? { headers: streamHeaders, pieces: [...toEventText(said), 'data: [DONE]\n\n'] }
      : { headers: jsonHeaders, pieces: [JSON.stringify(body)] };
});
afterAll(async () => {
  await parley.close();
  await upstream.close();
});

it('lists the models without a key, small-2 first, made at the time of the request', async () => {
  const { status, json } = await parley.call('GET', '/v1/models', undefined, {});
  expect(status).toBe(200);
  expect(json.data.slice(0, 2).map((model: { id: string }) => model.id)).toEqual(['small-2', 'small-1']);
  expect(Math.abs(json.data[0].created - Date.now() / 1000)).toBeLessThan(5);
  expect((await parley.call('GET', '/v1/models/small-1', undefined, {})).json).toMatchObject({ id: 'small-1' });
  const missing = await parley.call('GET', '/v1/models/small-9', undefined, {});
  expect([missing.status, missing.json.error]).toEqual([404, 'Model not found']);
});

it('refuses a wrong key that is sent to the list, which needs none, and no credentials of a proxy', async () => {
  const answer = async (headers: Record<string, string>, path = '/v1/models') =>
    (await parley.call('GET', path, undefined, headers)).json.code ?? 200;
  const { json } = await parley.admin('POST', '/v1/admin/keys', { name: 'Listing' });
  expect(await answer({ authorization: `Bearer ${json.key}` })).toBe(200);
  expect(await answer({ authorization: 'Basic b3BlbjpzZXNhbWU=' })).toBe(200);
  expect(await answer({ authorization: 'Bearer sk-wrong' })).toBe('invalid_api_key');
  expect(await answer({ 'x-api-key': 'sk-wrong' }, '/v1/models/small-1')).toBe('invalid_api_key');
  await parley.admin('DELETE', `/v1/admin/keys/${json.id}`);
  expect(await answer({ authorization: `Bearer ${json.key}` })).toBe('invalid_api_key');
});

it('shows a key that is limited to models these alone', async () => {
  const { json } = await parley.admin('POST', '/v1/admin/keys', { name: 'Narrow', models: ['small-1', 'openai/*'] });
  const by = { authorization: `Bearer ${json.key}` };
  const { data } = (await parley.call('GET', '/v1/models', undefined, by)).json;
  expect(data.map(({ id }: { id: string }) => id)).toEqual(['small-1']);
  const read = async (id: string) => (await parley.call('GET', `/v1/models/${id}`, undefined, by)).status;
  expect([await read('small-1'), await read('small-2')]).toEqual([200, 404]);
});

it('serves the listed names with the engine, and any model of a provider by its name', async () => {
  for (const [model, vendorModel] of [
    ['small-1', 'gpt'],
    ['openai/other', 'other'],
  ]) {
    const { json } = await parley.call('POST', '/v1/answer', { query: 'What is large?', model });
    expect(json).toMatchObject({
      success: true,
      answer: 'Blue whales.',
      model,
      usage: { input_tokens: 100, output_tokens: 10 },
    });
    expect(upstream.requests.at(-1)?.body).toMatchObject({ model: vendorModel, stream: false });
  }
  const unknown = await parley.call('POST', '/v1/answer', { query: 'What?', model: 'nobody/x' });
  expect([unknown.status, unknown.json.code]).toEqual([400, 'model_not_found']);
});

it('streams the same words and counts as it answers at once', async () => {
  const plain = await parley.call('POST', '/v1/conversation', {
    messages: [{ role: 'user', content: 'What is large?' }],
  });
  const streamed = await parley.call('POST', '/v1/conversation', {
    messages: [{ role: 'user', content: 'What is large?' }],
    stream: true,
  });
  const events = eventsIn(streamed.text) as Record<string, unknown>[];
  expect(events.map((event) => event.content ?? '').join('')).toBe(plain.json.response);
  expect(events.at(-1)).toMatchObject({ done: true, usage: plain.json.usage });
  const records = await parley.admin('GET', '/v1/admin/usage/records?limit=2');
  const costs = records.json.data.map((record: Record<string, unknown>) => [
    record.cost_usd,
    record.input_tokens,
    record.cached_tokens,
    record.output_tokens,
  ]);
  expect(costs[0]).toEqual(costs[1]);
  expect(costs[0]).toEqual([expect.closeTo(100 * 0.0008 + 10 * 0.0045, 9), 100, 60, 10]);
});

it('answers with the error of the provider, without its words', async () => {
  const before = upstream.answer;
  upstream.answer = () => ({
    status: 429,
    headers: { ...jsonHeaders, 'retry-after': '60' },
    pieces: ['{"error":{"message":"org 10.11.12.13"}}'],
  });
  const limited = await parley.call('POST', '/v1/answer', { query: 'What?', model: 'openai/limited' });
  expect([limited.status, limited.json.code, limited.headers.get('retry-after')]).toEqual([
    429,
    'upstream_rate_limited',
    '60',
  ]);
  expect(limited.text).not.toContain('10.11.12.13');
  const recordOf = async ({ headers }: { headers: Headers }) =>
    (await parley.admin('GET', `/v1/admin/usage/records?request_id=${headers.get('x-request-id')}`)).json.data[0];
  const named = {
    engine: 'openai/limited',
    model: 'openai/limited',
    status: 429,
    error_code: 'upstream_rate_limited',
    first_token_ms: null,
  };
  expect(await recordOf(limited)).toMatchObject(named);
  const down = await parley.call('POST', '/v1/answer', { query: 'What?', model: 'anthropic/x', stream: true });
  expect([down.status, down.json.code]).toEqual([502, 'upstream_unavailable']);
  expect(await recordOf(down)).toMatchObject({
    engine: 'anthropic/x',
    status: 502,
    error_code: 'upstream_unavailable',
    rounds: expect.arrayContaining([
      expect.objectContaining({
        engine: 'anthropic/x',
        error: 'upstream_unavailable',
        started_ms: expect.any(Number),
        duration_ms: expect.any(Number),
      }),
    ]),
  });
  upstream.answer = before;
});

it('shows as its health what was seen last of an engine, and counts what failed', async () => {
  const before = upstream.answer;
  const seen = async () => {
    const { engines } = (await parley.admin('GET', '/v1/admin/models')).json;
    const { capabilities } = (await parley.admin('GET', '/v1/admin/overview')).json;
    return [
      engines.find(({ engine }: { engine: string }) => engine === 'openai/gpt'),
      capabilities.find(({ capability }: { capability: string }) => capability === 'text'),
    ];
  };
  await parley.call('POST', '/v1/answer', { query: 'What?' });
  expect(await seen()).toMatchObject([{ state: 'working' }, { state: 'ok' }]);
  upstream.answer = () => ({ status: 401, headers: jsonHeaders, pieces: ['{}'] });
  expect((await parley.call('POST', '/v1/answer', { query: 'What?' })).status).toBe(502);
  const [engine, text] = await seen();
  expect(engine).toMatchObject({ state: 'failing', seen_at: expect.any(String) });
  expect(text).toMatchObject({ state: 'degraded', seen_at: engine.seen_at, reason: expect.stringContaining('502') });
  upstream.answer = before;
  await parley.call('POST', '/v1/answer', { query: 'What?' });
  expect(await seen()).toMatchObject([{ state: 'working' }, { state: 'ok' }]);
});

it('closes the call of the provider within 100 ms when the client leaves', async () => {
  const before = upstream.answer;
  upstream.answer = ({ body: asked }) =>
    asked.stream
      ? { headers: streamHeaders, pieces: toEventText(said.slice(0, 1)), afterwards: 'hold' }
      : { headers: jsonHeaders, pieces: ['{'], afterwards: 'hold' };
  const closes = async (stream: boolean) => {
    const seen = upstream.requests.length;
    const client = new AbortController();
    const answer = fetch(`${parley.url}/v1/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'What?', stream }),
      signal: client.signal,
    }).catch(() => null);
    await expect.poll(() => upstream.requests.length).toBe(seen + 1);
    if (stream) await (await answer)?.body?.getReader().read();
    const from = performance.now();
    client.abort();
    await upstream.requests[seen]?.left;
    const tookMs = performance.now() - from;
    await answer;
    return tookMs;
  };
  for (const stream of [true, false]) expect(await shortestMs(100, () => closes(stream))).toBeLessThan(100);
  upstream.answer = before;
});

it('answers with the finish reason length when the limit was reached while the model was thinking', async () => {
  const message = { role: 'assistant', content: '', reasoning_content: 'Hm' };
  const thought = { ...body, choices: [{ index: 0, finish_reason: 'length', message }] };
  const usual = upstream.answer;
  upstream.answer = () => ({ headers: jsonHeaders, pieces: [JSON.stringify(thought)] });
  const answer = await parley.call('POST', '/v1/answer', { query: 'What is large?' });
  const messages = [{ role: 'user', content: 'What is large?' }];
  const limited = await parley.call('POST', '/v1/messages', { messages, max_tokens: 9, model: 'small-1' });
  upstream.answer = usual;
  expect(answer).toMatchObject({ status: 200, json: { success: true, answer: '' } });
  expect([limited.status, limited.json.stop_reason]).toEqual([200, 'max_tokens']);
});
