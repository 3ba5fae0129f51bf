import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';
import { jsonHeaders, type SeenRequest, streamHeaders, toEventText, UpstreamServer } from '../upstream-server.ts';

let upstream: UpstreamServer;
let service: TestService;
let folder: string;

/** What the vendor says to a prompt: nothing else can be said to another one. */
const wordsFor = ({ body }: SeenRequest): string =>
  `said ${createHash('sha256').update(JSON.stringify(body.messages)).digest('hex').slice(0, 24)}`;

const usage = { prompt_tokens: 1000, completion_tokens: 100 };
const choice = (extra: object) => ({ id: 'c', model: 'm', choices: [{ index: 0, finish_reason: null, ...extra }] });

beforeAll(async () => {
  upstream = await UpstreamServer.start();
  folder = mkdtempSync(join(tmpdir(), 'parley-cache-'));
  const config = join(folder, 'parley.config.json');
  // A token costs 0.001, of the reply 0.005.
  const prices = { '*': { input: 1000, cached_input: 100, output: 5000 } };
  writeFileSync(
    config,
    JSON.stringify({ providers: { openai: { base_url: upstream.url, api_key: 'k', upstream_prices: prices } } }),
  );
  service = await startTestService({
    env: { PARLEY_CONFIG: config },
  });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  upstream.requests.length = 0;
  upstream.answer = (seen) => {
    const words = wordsFor(seen);
    if (seen.body.stream !== true) {
      const message = { role: 'assistant', content: words };
      return {
        headers: jsonHeaders,
        pieces: [JSON.stringify({ ...choice({ message, finish_reason: 'stop' }), usage })],
      };
    }
    const pieces = [...words.matchAll(/.{1,4}/g)].map(([content]) => choice({ delta: { content } }));
    const end = [choice({ delta: {}, finish_reason: 'stop' }), { ...choice({}), choices: [], usage }];
    return { headers: streamHeaders, pieces: [toEventText([...pieces, ...end]).join('') + 'data: [DONE]\n\n'] };
  };
});

const keyWith = async (settings: object): Promise<string> =>
  (await service.admin('POST', '/v1/admin/keys', settings)).json.key;
const ask = (body: object, headers: Record<string, string> = {}, key = 'test-key-0123456789') =>
  service.call('POST', '/v1/answer', { model: 'openai/m', ...body }, { authorization: `Bearer ${key}`, ...headers });
const cached = { 'x-parley-cache': '600' };

describe('replies that are kept', () => {
  it('are given to the same question again, cost nothing, and say what they save', async () => {
    const first = await ask({ query: 'What is a lever?' }, cached);
    const again = await ask({ query: 'What is a lever?' }, cached);
    expect([first, again].map(({ headers }) => headers.get('x-parley-cache'))).toEqual(['miss', 'hit']);
    expect(again.json.answer).toBe(first.json.answer);
    expect(again.headers.get('x-parley-engine')).toBe('openai/m');
    expect(upstream.requests).toHaveLength(1);
    const id = again.headers.get('x-request-id');
    const record = (await service.admin('GET', `/v1/admin/usage/records?request_id=${id}`)).json.data[0];
    expect(record).toMatchObject({ input_tokens: 0, output_tokens: 0, cost_usd: 0, saved_usd: 1.5, attempts: 0 });
    expect(record.rounds).toMatchObject([{ engine: 'openai/m', from_cache: true, saved_usd: 1.5, output_tokens: 0 }]);
    const { total } = (await service.admin('GET', '/v1/admin/usage/series?interval=hour')).json;
    expect(total).toMatchObject({ cost_usd: 1.5, saved_usd: 1.5 });
  });

  it('are not given where nobody asked for it, with "off", or when they are too old', async () => {
    const key = await keyWith({ limits: { cache_seconds: 600 } });
    await ask({ query: 'What is a wheel?' }, {}, key);
    const byKey = await ask({ query: 'What is a wheel?' }, {}, key);
    expect(byKey.headers.get('x-parley-cache')).toBe('hit');
    const plain = await ask({ query: 'What is a wheel?' });
    const off = await ask({ query: 'What is a wheel?' }, { 'x-parley-cache': 'off' }, key);
    expect([plain, off].map(({ headers }) => headers.get('x-parley-cache'))).toEqual([null, null]);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const late = await ask({ query: 'What is a wheel?' }, { 'x-parley-cache': '1' }, key);
    expect(late.headers.get('x-parley-cache')).toBe('miss');
    expect(upstream.requests).toHaveLength(4);
    const wrong = await ask({ query: 'x' }, { 'x-parley-cache': 'soon' });
    expect(wrong).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    expect(wrong.json.error).toContain('x-parley-cache');
  });

  it('come as streams where streams are asked for, to the official client too', async () => {
    const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'test-key-0123456789', defaultHeaders: cached });
    const read = async () => {
      const { data, response } = await client.chat.completions
        .create({ model: 'openai/m', messages: [{ role: 'user', content: 'What is a pulley?' }], stream: true })
        .withResponse();
      const pieces: string[] = [];
      for await (const chunk of data) pieces.push(chunk.choices[0]?.delta.content ?? '');
      return { pieces: pieces.filter((piece) => piece !== ''), outcome: response.headers.get('x-parley-cache') };
    };
    const first = await read();
    const again = await read();
    expect([first.outcome, again.outcome]).toEqual(['miss', 'hit']);
    expect(again.pieces.join('')).toBe(first.pieces.join(''));
    expect(again.pieces.length).toBeGreaterThan(1);
    const whole = await client.chat.completions.create({
      model: 'openai/m',
      messages: [{ role: 'user', content: 'What is a pulley?' }],
    });
    expect(whole.choices[0]?.message.content).toBe(first.pieces.join(''));
    expect(upstream.requests).toHaveLength(1);
  });

  it('are asked for once by those who ask at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask({ query: 'What is a screw?' }, cached)));
    expect(new Set(replies.map(({ json }) => json.answer)).size).toBe(1);
    expect(upstream.requests).toHaveLength(1);
  });

  it('are not those of a call that failed', async () => {
    const answer = upstream.answer;
    upstream.answer = () => ({ status: 400, headers: jsonHeaders, pieces: ['{"error":{"message":"no"}}'] });
    const failed = await Promise.all([1, 2].map(() => ask({ query: 'What is a wedge?' }, cached)));
    expect(failed.map(({ status }) => status)).toEqual([400, 400]);
    upstream.answer = answer;
    expect((await ask({ query: 'What is a wedge?' }, cached)).headers.get('x-parley-cache')).toBe('miss');
  });

  it('are others for a file that changed, another file, another workspace, other settings', async () => {
    const upload = async (text: string) => (await uploadFile(service, 'rates.txt', text)).json.file_id;
    const [one, other] = [await upload('The rate is 4 euros.'), await upload('The rate is 5 euros.')];
    const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name: 'other' })).json.id;
    const theirs = await keyWith({ workspace_id: workspace });
    const query = 'What is the rate?';
    const outcomes: (string | null)[] = [];
    for (const [body, key] of [
      [{ query, file_ids: [one] }],
      [{ query, file_ids: [one] }],
      [{ query, file_ids: [other] }],
      [{ query }],
      [{ query }, theirs],
      [{ query, temperature: 0.1 }],
      [{ query, context: 'The rate is 6 euros.' }],
    ] as [object, string?][])
      outcomes.push((await ask(body, cached, key)).headers.get('x-parley-cache'));
    expect(outcomes).toEqual(['miss', 'hit', 'miss', 'miss', 'miss', 'miss', 'miss']);
    const refused = await ask({ query, file_ids: [one] }, cached, theirs);
    expect(refused.status).toBe(404);
  });
});

it('gives nobody the words for another prompt, in a thousand calls of six keys of three workspaces', async () => {
  const keys: { key: string; file: string }[] = [];
  for (const name of ['a', 'b', 'c']) {
    const { id } = (await service.admin('POST', '/v1/admin/workspaces', { name })).json;
    for (const own of [1, 2]) {
      const key = await keyWith({ workspace_id: id, limits: { cache_seconds: 600, requests_per_minute: null } });
      const headers = { authorization: `Bearer ${key}` };
      const file = (
        await uploadFile(service, 'own.txt', `Secret of ${name}${own}: ${name.repeat(9)}${own}.`, {}, headers)
      ).json;
      keys.push({ key, file: file.file_id });
    }
  }
  const seen = new Map<string, Set<string>>();
  let hits = 0;
  for (let round = 0; round < 50; round++) {
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const number = (round * 20 + at) % 7;
        const owner = keys[(round + at) % keys.length]!;
        const withFile = (round + at) % 2 === 0;
        const body = { query: `Question ${number}?`, ...(withFile && { file_ids: [owner.file] }) };
        const reply = await ask(body, {}, owner.key);
        expect(reply.status).toBe(200);
        if (reply.headers.get('x-parley-cache') === 'hit') hits++;
        // The vendor's words follow from the prompt alone: the same file and question always get the same ones.
        const what = `${number} ${withFile ? owner.file : ''}`;
        seen.set(what, (seen.get(what) ?? new Set()).add(reply.json.answer));
      }),
    );
  }
  expect(hits).toBeGreaterThan(900);
  expect([...seen.values()].map(({ size }) => size)).toEqual([...seen.values()].map(() => 1));
  const withFiles = [...seen].filter(([what]) => !what.endsWith(' ')).map(([, answers]) => [...answers][0]);
  expect(new Set(withFiles).size).toBe(withFiles.length);
});

describe('the cache in numbers', () => {
  it('says what it holds and saves by key and model, and is cleared by them, by nobody but who manages it', async () => {
    const [one, other] = [await keyWith({ name: 'one' }), await keyWith({ name: 'other' })];
    const idOf = async (name: string) =>
      (await service.admin('GET', '/v1/admin/keys?limit=100')).json.data.find(
        (key: { name: string }) => key.name === name,
      ).id;
    const [first, second] = [await idOf('one'), await idOf('other')];
    await service.admin('DELETE', '/v1/admin/cache');
    for (const query of ['What is a pulley?', 'What is a wedge?', 'What is a pulley?'])
      await ask({ query }, cached, one);
    await ask({ query: 'What is a screw?', model: 'openai/n' }, cached, one);
    await ask({ query: 'What is a wheel?' }, cached, other);
    const { json } = await service.admin('GET', `/v1/admin/cache?key_id=${first}`);
    expect(json).toMatchObject({ entries: 3, hits: 1, misses: 3, saved_usd: 1.5, limit_bytes: 64_000_000 });
    expect(json.bytes).toBeGreaterThan(1500);
    expect(json.data).toMatchObject([
      { key_id: first, model: 'openai/m', entries: 2, hits: 1, misses: 2, saved_usd: 1.5 },
      { key_id: first, model: 'openai/n', entries: 1, hits: 0, misses: 1, saved_usd: 0 },
    ]);
    const clear = async (query: string) => (await service.admin('DELETE', `/v1/admin/cache${query}`)).json.removed;
    expect(await clear(`?key_id=${second}&model=openai/n`)).toBe(0);
    expect(await clear(`?key_id=${first}&model=openai/n`)).toBe(1);
    expect((await ask({ query: 'What is a pulley?' }, cached, one)).headers.get('x-parley-cache')).toBe('hit');
    expect(await clear(`?key_id=${first}`)).toBe(2);
    const again = await Promise.all([
      ask({ query: 'What is a pulley?' }, cached, one),
      ask({ query: 'What is a wheel?' }, cached, other),
    ]);
    expect(again.map(({ headers }) => headers.get('x-parley-cache'))).toEqual(['miss', 'hit']);
    const { json: workspace } = await service.admin('POST', '/v1/admin/workspaces', { name: 'elsewhere' });
    expect(await clear(`?workspace_id=${workspace.id}`)).toBe(0);
    for (const method of ['GET', 'DELETE']) {
      const refused = await service.call(method, '/v1/admin/cache', undefined, { authorization: `Bearer ${one}` });
      expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
    }
    const { json: audit } = await service.admin('GET', '/v1/admin/audit?limit=20');
    expect(audit.data.filter(({ action }: { action: string }) => action === 'cache.clear').length).toBeGreaterThan(3);
  });
});
