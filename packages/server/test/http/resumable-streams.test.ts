import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../src/lib/app-error.ts';
import { cutStream } from '../cut-stream.ts';
import { ScriptedLanguageModel } from '../scripted-language-model.ts';
import { SteppedModel } from '../stepped-model.ts';
import { apiKey, eventsIn, routerOf, startTestService, type TestService } from '../test-service.ts';

let service: TestService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

const words = Array.from({ length: 12 }, (_, index) => `word${index} `);

async function withStepped(env: Record<string, string> = {}): Promise<{ test: TestService; model: SteppedModel }> {
  const model = new SteppedModel(words);
  service = await startTestService({ env, replacements: { models: routerOf(model) } });
  return { test: service, model };
}

const messages = [{ role: 'user', content: 'Count' }];
const tools = [{ name: 'add', description: 'Adds', input_schema: { type: 'object' } }];
const shapes: [path: string, body: object, last: string][] = [
  ['/v1/answer', { query: 'Count', stream: true }, '"done":true'],
  ['/v1/conversation', { messages, stream: true }, '"done":true'],
  ['/v1/agent', { messages, tools, stream: true }, '"done":true'],
  ['/v1/chat-completion', { model: 'small-1', messages, stream: true }, '[DONE]'],
  ['/v1/chat-completion/stream', { model: 'small-1', messages }, '[DONE]'],
  ['/v1/messages', { model: 'small-1', max_tokens: 50, messages, stream: true }, 'message_stop'],
  ['/v1/messages/stream', { model: 'small-1', max_tokens: 50, messages }, '[DONE]'],
  ['/v1/chat/completions', { model: 'small-1', messages, stream: true }, '[DONE]'],
  ['/v1/completions', { model: 'small-1', prompt: 'Count', stream: true }, '[DONE]'],
  ['/v1/responses', { model: 'small-1', input: 'Count', stream: true }, 'response.completed'],
];

const body = { query: 'Count', stream: true, resumable: true };
const numbersIn = (text: string): number[] => [...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number));
const withoutNumbers = (text: string): string => text.replaceAll(/^id: \d+\n/gm, '');
/** Records of a kind of call, the oldest first. */
async function recordsOf(test: TestService, endpoint = 'createAnswer'): Promise<Record<string, unknown>[]> {
  const { json } = await test.admin('GET', '/v1/admin/usage/records?limit=100');
  return json.data.filter((record: { endpoint: string }) => record.endpoint === endpoint).reverse();
}

describe('a stream that was cut', () => {
  it.each(shapes)('goes on at %s after its last event, with the same bytes', async (path, body, end) => {
    const { test, model } = await withStepped();
    model.allow(4);
    const cut = await cutStream(`${test.url}${path}`, { ...body, resumable: true }, (text) => text.includes('word3'));
    expect(cut.status).toBe(200);
    const id = cut.headers.get('x-parley-stream') ?? '';
    expect(id).toMatch(/^strm_\w+$/);
    expect(cut.text).not.toContain('word4');
    model.letGo();
    const key = { authorization: `Bearer ${apiKey}` };
    const rest = await test.call('GET', `/v1/streams/${id}`, undefined, { ...key, 'last-event-id': `${cut.last}` });
    expect(rest.status).toBe(200);
    expect(rest.headers.get('content-type')).toBe('text/event-stream');
    const whole = await test.call('GET', `/v1/streams/${id}?after=0`, undefined, key);
    expect(cut.text + rest.text).toBe(whole.text);
    const numbers = numbersIn(whole.text);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(whole.text).toContain('word11');
    expect(whole.text.trimEnd().split('\n\n').at(-1)).toContain(end);
    expect(model.calls).toBe(1);
  });

  it('says what an unbroken one says, and costs the same, once', async () => {
    const { test, model } = await withStepped();
    model.letGo();
    const plain = await test.call('POST', '/v1/answer', { query: 'Count', stream: true });
    const unbroken = await test.call('POST', '/v1/answer', { query: 'Count', stream: true, resumable: true });
    expect(plain.headers.get('x-parley-stream')).toBeNull();
    expect(withoutNumbers(unbroken.text)).toBe(plain.text);
    model.allow(5);
    const cut = await cutStream(`${test.url}/v1/answer`, body, (text) => text.includes('word4'));
    model.letGo();
    const rest = await test.call('GET', `/v1/streams/${cut.headers.get('x-parley-stream')}?after=${cut.last}`);
    expect(withoutNumbers(cut.text + rest.text)).toBe(plain.text);
    const records = await recordsOf(test);
    expect(records).toHaveLength(3);
    const costs = records.map(({ cost_usd, output_tokens, status }) => ({ cost_usd, output_tokens, status }));
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[2]).toEqual(costs[0]);
    expect(costs[0]).toMatchObject({ output_tokens: 5, status: 200 });
  });

  it('is read live by several at once', async () => {
    const { test, model } = await withStepped();
    model.allow(3);
    const cut = await cutStream(`${test.url}/v1/answer`, body, (text) => text.includes('word2'));
    const id = cut.headers.get('x-parley-stream');
    const readers = [0, 0, cut.last].map((after) => test.call('GET', `/v1/streams/${id}?after=${after}`));
    model.letGo();
    const [first, second, third] = await Promise.all(readers);
    expect(second?.text).toBe(first?.text);
    expect(cut.text + third?.text).toBe(first?.text);
    expect(first?.text).toContain('"done":true');
  });

  it('is kept as one record of contents with all that was said, however many connections read it', async () => {
    const { test, model } = await withStepped({ CALL_CONTENTS: 'keep' });
    model.allow(4);
    const cut = await cutStream(`${test.url}/v1/answer`, body, (text) => text.includes('word3'));
    const path = `/v1/streams/${cut.headers.get('x-parley-stream')}`;
    const readers = [0, cut.last].map((after) => test.call('GET', `${path}?after=${after}`));
    model.letGo();
    const [whole] = await Promise.all(readers);
    const call = async () => (await test.admin('GET', `/v1/admin/calls/${cut.headers.get('x-request-id')}`)).json;
    await vi.waitUntil(async () => (await call()).contents !== null, { timeout: 10_000 });
    const { contents } = await call();
    expect(contents.reply).toBe(whole?.text);
    expect(contents.reply).toContain('word11');
    expect(JSON.parse(contents.request)).toEqual(body);
    for (const { headers } of await Promise.all(readers)) {
      const read = await test.admin('GET', `/v1/admin/calls/${headers.get('x-request-id')}`);
      expect(read.json.contents ?? null).toBeNull();
    }
  });

  it('is read and stopped by the key that its own was rolled to, and by no other', async () => {
    const { test, model } = await withStepped();
    const { json: first } = await test.admin('POST', '/v1/admin/keys', { name: 'first' });
    const { json: stranger } = await test.admin('POST', '/v1/admin/keys', { name: 'stranger' });
    const of = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });
    model.allow(3);
    const cut = await cutStream(`${test.url}/v1/answer`, body, (text) => text.includes('word2'), first.key);
    const path = `/v1/streams/${cut.headers.get('x-parley-stream')}`;
    const { json: second } = await test.admin('POST', `/v1/admin/keys/${first.id}/roll`, { overlap_seconds: 0 });
    const { json: third } = await test.admin('POST', `/v1/admin/keys/${second.id}/roll`, { overlap_seconds: 60 });
    expect((await test.call('GET', path, undefined, of(stranger))).status).toBe(404);
    expect((await test.call('POST', `${path}/cancel`, undefined, of(stranger))).status).toBe(404);
    const reading = test.call('GET', `${path}?after=${cut.last}`, undefined, of(second));
    expect((await test.call('POST', `${path}/cancel`, undefined, of(third))).json).toMatchObject({
      status: 'cancelling',
    });
    expect((await reading).text).toContain('stream_cancelled');
    const after = await test.call('GET', `${path}?after=${cut.last}`, undefined, of(third));
    expect(after.text).toContain('stream_cancelled');
    // The other way round nothing is shared: what the successor begins is not its predecessor's.
    model.letGo();
    const begun = await test.call('POST', '/v1/answer', body, of(third));
    const own = `/v1/streams/${begun.headers.get('x-parley-stream')}`;
    expect((await test.call('GET', own, undefined, of(third))).status).toBe(200);
    expect((await test.call('GET', own, undefined, of(second))).status).toBe(404);
  });

  it('is stopped by a call, and pays for what was said', async () => {
    const { test, model } = await withStepped();
    model.allow(3);
    const cut = await cutStream(`${test.url}/v1/answer`, body, (text) => text.includes('word2'));
    const path = `/v1/streams/${cut.headers.get('x-parley-stream')}`;
    expect((await test.call('POST', `${path}/cancel`)).json).toEqual({ id: path.slice(12), status: 'cancelling' });
    const { text } = await test.call('GET', `${path}?after=${cut.last}`);
    expect(eventsIn(withoutNumbers(text))).toEqual([
      { error: 'The stream was stopped', code: 'stream_cancelled', done: true },
    ]);
    expect((await test.call('POST', `${path}/cancel`)).json).toEqual({ id: path.slice(12), status: 'ended' });
    expect(model.ended).toHaveLength(1);
    const [record] = await recordsOf(test);
    expect(record).toMatchObject({ status: 409, error_code: 'stream_cancelled' });
    expect(record?.cost_usd).toBeGreaterThan(0);
  });

  it('ends alone when nobody reads it, and not while somebody does', async () => {
    const { test, model } = await withStepped({ STREAM_READERLESS_SECONDS: '1' });
    model.allow(3);
    const cut = await cutStream(`${test.url}/v1/answer`, body, (text) => text.includes('word2'));
    const path = `/v1/streams/${cut.headers.get('x-parley-stream')}`;
    const reading = new AbortController();
    const headers = { authorization: `Bearer ${apiKey}` };
    const reader = await fetch(`${test.url}${path}`, { headers, signal: reading.signal });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(model.ended).toHaveLength(0);
    reading.abort();
    await expect(reader.text()).rejects.toThrow();
    await vi.waitFor(() => expect(model.ended).toHaveLength(1), 20_000);
    const { text } = await test.call('GET', `${path}?after=${cut.last}`);
    expect(eventsIn(withoutNumbers(text))).toMatchObject([{ code: 'stream_abandoned', done: true }]);
    expect(await recordsOf(test)).toMatchObject([{ status: 409, error_code: 'stream_abandoned' }]);
  });
});

describe('whose stream it is', () => {
  it('is told to the key that began it alone', async () => {
    const { test, model } = await withStepped();
    model.letGo();
    const { headers } = await test.call('POST', '/v1/answer', body);
    const path = `/v1/streams/${headers.get('x-parley-stream')}`;
    const { json: other } = await test.admin('POST', '/v1/admin/keys', { name: 'Other' });
    const { json: workspace } = await test.admin('POST', '/v1/admin/workspaces', { name: 'Elsewhere' });
    const { json: foreign } = await test.admin('POST', '/v1/admin/keys', { workspace_id: workspace.id });
    for (const key of [other.key, foreign.key]) {
      const as = { authorization: `Bearer ${key}` };
      for (const [method, address] of [
        ['GET', path],
        ['POST', `${path}/cancel`],
      ] as const)
        expect(await test.call(method, address, undefined, as)).toMatchObject({
          status: 404,
          json: { code: 'stream_not_found' },
        });
    }
    expect((await test.call('GET', path)).status).toBe(200);
  });

  it('is forgotten with its end user and its workspace', async () => {
    const { test, model } = await withStepped();
    model.letGo();
    const { json: workspace } = await test.admin('POST', '/v1/admin/workspaces', { name: 'Elsewhere' });
    const { json: made } = await test.admin('POST', '/v1/admin/keys', { workspace_id: workspace.id });
    const as = { authorization: `Bearer ${made.key}` };
    const begun = await test.call('POST', '/v1/answer', { ...body, metadata: { user_id: 'ann' } }, as);
    const path = `/v1/streams/${begun.headers.get('x-parley-stream')}`;
    expect((await test.call('GET', path, undefined, as)).status).toBe(200);
    const erased = await test.admin('POST', '/v1/admin/erasures', {
      workspace_id: workspace.id,
      user_id: 'ann',
    });
    expect(erased.status).toBe(200);
    expect((await test.call('GET', path, undefined, as)).status).toBe(404);
  });
});

describe('what is refused', () => {
  it('a stream of which nothing may be kept', async () => {
    const { test, model } = await withStepped();
    const refused = await test.call('POST', '/v1/answer', { ...body, store: false });
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request', error: 'resumable is not valid' } });
    const { json: key } = await test.admin('POST', '/v1/admin/keys', { name: 'Quiet', store: false });
    const quiet = await test.call(
      'POST',
      '/v1/chat/completions',
      { model: 'small-1', messages, stream: true, resumable: true },
      {
        authorization: `Bearer ${key.key}`,
      },
    );
    expect(quiet).toMatchObject({ status: 400, json: { error: { param: 'resumable' } } });
    expect(model.calls).toBe(0);
  });

  it('an event that is no number, and events that are no longer kept', async () => {
    const long = Array.from({ length: 600 }, (_, index) => ({
      type: 'text-delta' as const,
      text: `${index} `.repeat(20),
    }));
    const end = {
      type: 'finish' as const,
      reason: 'stop' as const,
      usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1 },
    };
    service = await startTestService({
      env: { STREAM_MAX_KB: '16' },
      replacements: { models: routerOf(new ScriptedLanguageModel([[...long, end]])) },
    });
    const { headers, text } = await service.call('POST', '/v1/answer', body);
    expect(text).toContain('599 599');
    const path = `/v1/streams/${headers.get('x-parley-stream')}`;
    expect(await service.call('GET', `${path}?after=3`)).toMatchObject({
      status: 410,
      json: { code: 'stream_events_gone' },
    });
    const last = numbersIn(text).at(-1) ?? 0;
    expect((await service.call('GET', `${path}?after=${last - 2}`)).text).toBe(
      text.slice(text.indexOf(`id: ${last - 1}\n`)),
    );
    const key = { authorization: `Bearer ${apiKey}` };
    expect(await service.call('GET', path, undefined, { ...key, 'last-event-id': 'one' })).toMatchObject({
      status: 400,
    });
    expect(await service.call('GET', `${path}?after=${last}`)).toMatchObject({ status: 200, text: '' });
  });

  it('more open streams than a workspace may have; those that have ended make room', async () => {
    const { test, model } = await withStepped({ STREAMS_PER_WORKSPACE: '2' });
    model.allow(1);
    const begin = () => cutStream(`${test.url}/v1/answer`, body, (text) => text.includes('word0'));
    const [first] = [await begin(), await begin()];
    expect(await test.call('POST', '/v1/answer', body)).toMatchObject({
      status: 429,
      json: { code: 'rate_limit_exceeded' },
    });
    model.letGo();
    const path = `/v1/streams/${first.headers.get('x-parley-stream')}`;
    expect((await test.call('GET', path)).text).toContain('"done":true');
    expect((await test.call('POST', '/v1/answer', body)).status).toBe(200);
    expect((await test.call('GET', path)).status).toBe(404);
  });
});

it('answers what fails before the first event as an ordinary error, and keeps nothing of it', async () => {
  const busy = new ScriptedLanguageModel([new AppError('upstream_overloaded', 'The provider is busy')]);
  service = await startTestService({ replacements: { models: routerOf(busy) } });
  const reply = await service.call('POST', '/v1/answer', body);
  expect(reply).toMatchObject({ status: 503, json: { code: 'upstream_overloaded' } });
  expect(reply.headers.get('x-parley-stream')).toBeNull();
  expect(await recordsOf(service)).toHaveLength(1);
});

it('lets a stream without a reader end when the service stops', async () => {
  const { test, model } = await withStepped({ SHUTDOWN_GRACE_MS: '20000' });
  model.allow(3);
  await cutStream(`${test.url}/v1/answer`, body, (text) => text.includes('word2'));
  let isClosed = false;
  service = null;
  const closed = test.close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isClosed).toBe(false);
  expect(model.ended).toHaveLength(0);
  model.letGo();
  await closed;
  expect(model.ended).toHaveLength(0);
});
