import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test-service.ts';
import { jsonHeaders, UpstreamServer } from '../../upstream-server.ts';

const post = (test: TestService, body: object) => test.call('POST', '/v1/embeddings', body);
const recordOf = async (test: TestService, headers: Headers) =>
  (await test.admin('GET', `/v1/admin/usage/records?request_id=${headers.get('x-request-id')}`)).json.data[0];

describe('POST /v1/embeddings with the embedded sentence encoder', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService({ env: { EMBEDDING_MODEL: 'multilingual-e5-small' } });
  });
  afterAll(() => test.close());

  it('gives vectors of meaning under its own name, and under those of the models of text', async () => {
    const input = ['The dog sleeps.', 'Der Hund schläft.', 'The invoice is overdue.'];
    const { status, json, headers } = await post(test, { model: 'small-2', input });
    expect([status, json.model, json.usage.prompt_tokens]).toEqual([200, 'multilingual-e5-small', expect.any(Number)]);
    const [english, german, other] = json.data.map(({ embedding }: { embedding: number[] }) => embedding) as number[][];
    expect(english).toHaveLength(384);
    const likeness = (a: number[] = [], b: number[] = []) => a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0);
    expect(likeness(english, english)).toBeCloseTo(1, 3);
    expect(likeness(english, german)).toBeGreaterThan(likeness(english, other) + 0.03);
    expect(await recordOf(test, headers)).toMatchObject({ model: 'multilingual-e5-small', cost_usd: 0, status: 200 });
    const named = await post(test, { model: 'multilingual-e5-small', input: input[0] });
    expect(likeness(named.json.data[0].embedding, english)).toBeCloseTo(1, 3);
    const list = (await test.call('GET', '/v1/models')).json.data.map(({ id }: { id: string }) => id);
    expect(list).toEqual(expect.arrayContaining(['multilingual-e5-small', 'lexical']));
  });

  it.each([
    ['dimensions', { input: 'x', dimensions: 128 }],
    ['input', { input: 'word '.repeat(9000) }],
  ])('names %s when it cannot be used', async (param, fields) => {
    const { status, json } = await post(test, { model: 'multilingual-e5-small', ...fields });
    expect([status, json.error.param]).toEqual([400, param]);
  });
});

describe('POST /v1/embeddings with hashed words', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.close());

  it("answers in OpenAI's shape, each text in its place, for nothing", async () => {
    const { status, json, headers } = await post(test, { model: 'lexical', input: ['one bridge', 'two bridges'] });
    expect([status, json.object, json.model]).toEqual([200, 'list', 'lexical']);
    expect(json.data.map(({ index, embedding }: never) => [index, (embedding as number[]).length])).toEqual([
      [0, 512],
      [1, 512],
    ]);
    expect(json.usage.prompt_tokens).toBeGreaterThan(0);
    expect(await recordOf(test, headers)).toMatchObject({ model: 'lexical', cost_usd: 0, status: 200 });
  });

  it('gives the same numbers as base64, and vectors of the length that is asked for', async () => {
    const input = 'The bridge was built in 1932.';
    const plain = await post(test, { model: 'lexical', input, dimensions: 32 });
    const packed = await post(test, { model: 'lexical', input, dimensions: 32, encoding_format: 'base64' });
    const bytes = Buffer.from(packed.json.data[0].embedding, 'base64');
    const numbers = Array.from({ length: 32 }, (_, index) => bytes.readFloatLE(index * 4));
    expect(numbers.map(Math.fround)).toEqual(plain.json.data[0].embedding.map(Math.fround));
  });

  it.each([
    ['input', { input: [1, 2, 3] }],
    ['input', { input: [[1, 2], [3]] }],
    ['input[1]', { input: ['a', ' '] }],
    ['input', { input: [] }],
    ['dimensions', { dimensions: 513 }],
    ['encoding_format', { encoding_format: 'hex' }],
  ])('names %s when it cannot be used', async (param, fields) => {
    const { status, json } = await post(test, { model: 'lexical', input: 'x', ...fields });
    expect([status, json.error.param]).toEqual([400, param]);
  });

  it('answers 404 for a model that is not there', async () => {
    const { status, json } = await post(test, { model: 'text-embedding-3-small', input: 'x' });
    expect([status, json.error.code, json.error.param]).toEqual([404, 'model_not_found', 'model']);
  });

  it('lists models in a shape that clients of OpenAI and Anthropic read, lexical among them', async () => {
    const { json } = await test.call('GET', '/v1/models');
    expect(json).toMatchObject({ object: 'list', has_more: false, first_id: 'small-2' });
    expect(json.data[0]).toMatchObject({ object: 'model', type: 'model', display_name: 'Small 2', owned_by: 'parley' });
    expect(json.data.map(({ id }: { id: string }) => id)).toContain('lexical');
    const agent = await test.call('GET', '/v1/models/agent');
    expect([agent.status, agent.json.id, agent.json.context_length]).toEqual([200, 'agent', 200_000]);
  });
});

describe('POST /v1/embeddings with a connected model', () => {
  let upstream: UpstreamServer;
  let folder: string;
  let test: TestService;
  const vectors = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ index, embedding: [index + 1, 0, 0, 2] })).reverse();
  beforeAll(async () => {
    upstream = await UpstreamServer.start();
    folder = mkdtempSync(join(tmpdir(), 'parley-embeddings-'));
    const config = join(folder, 'parley.config.json');
    // Behind another address the vendor's own list does not hold.
    const openai = { base_url: `${upstream.url}/v1`, upstream_prices: { '*': { input: 0.02, output: 0 } } };
    writeFileSync(config, JSON.stringify({ providers: { openai } }));
    test = await startTestService({
      env: {
        PARLEY_CONFIG: config,
        OPENAI_API_KEY: 'sk-test',
        EMBEDDING_MODEL: 'openai/text-embedding-3-small',
      },
    });
  });
  afterAll(async () => {
    await test.close();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const answerWell = () => {
    upstream.answer = ({ body }) => ({
      headers: jsonHeaders,
      pieces: [
        JSON.stringify({
          data: vectors((body.input as string[]).length),
          usage: { prompt_tokens: 9, total_tokens: 9 },
        }),
      ],
    });
  };

  it('passes the call on under the full or the bare name, in batches, and remembers what it has', async () => {
    answerWell();
    upstream.requests.length = 0;
    const input = Array.from({ length: 2048 }, (_, index) => `text ${index}`);
    const first = await post(test, { model: 'text-embedding-3-small', input, dimensions: 4 });
    expect([first.status, first.json.model]).toEqual([200, 'openai/text-embedding-3-small']);
    const asked = () => upstream.requests.map(({ path, body }) => [path, (body.input as string[]).length]);
    expect(asked()).toEqual([['/v1/embeddings', 2048]]);
    expect(upstream.requests[0]?.body).toMatchObject({ model: 'text-embedding-3-small', dimensions: 4 });
    expect(first.json.data[0].embedding[0]).toBeCloseTo(1 / Math.sqrt(5), 6);
    expect(first.json.data).toHaveLength(2048);
    const again = await post(test, { model: 'openai/text-embedding-3-small', input, dimensions: 4 });
    expect([again.status, upstream.requests.length]).toEqual([200, 1]);
    expect(again.json.usage.prompt_tokens).toBe(0);
    // More tokens than the vendor takes in one call.
    const long = ['a', 'b', 'c'].map((letter) => `${letter} word `.repeat(60_000));
    const split = await post(test, { model: 'text-embedding-3-small', input: long, dimensions: 4 });
    expect([split.status, split.json.data.length, split.json.usage.prompt_tokens]).toEqual([200, 3, 27]);
    expect(asked().slice(1)).toEqual(Array(3).fill(['/v1/embeddings', 1]));
  });

  it('tries again when the vendor is busy, and charges what the vendor counted once', async () => {
    let calls = 0;
    upstream.answer = ({ body }) =>
      calls++ === 0
        ? { status: 503, headers: jsonHeaders, pieces: ['{"error":{"message":"busy"}}'] }
        : {
            headers: jsonHeaders,
            pieces: [
              JSON.stringify({ data: vectors((body.input as string[]).length), usage: { prompt_tokens: 1_000_000 } }),
            ],
          };
    const { status, headers } = await post(test, { model: 'text-embedding-3-small', input: 'again' });
    expect([status, calls]).toEqual([200, 2]);
    expect(await recordOf(test, headers)).toMatchObject({
      input_tokens: 1_000_000,
      cost_usd: 0.02,
      engine: 'openai/text-embedding-3-small',
    });
  });

  it.each([
    ['too few vectors', { data: [] }],
    [
      'vectors of different lengths',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 1, embedding: [1, 2] },
        ],
      },
    ],
    [
      'something that is no number',
      {
        data: [
          { index: 0, embedding: [1, null] },
          { index: 1, embedding: ['x', 2] },
        ],
      },
    ],
    [
      'nothing but zeros',
      {
        data: [
          { index: 0, embedding: [0, 0] },
          { index: 1, embedding: [0, 0] },
        ],
      },
    ],
  ])('takes no %s from a vendor', async (_name, body) => {
    upstream.answer = () => ({ headers: jsonHeaders, pieces: [JSON.stringify(body)] });
    const { status, json, headers } = await post(test, {
      model: 'text-embedding-3-small',
      input: ['odd one', 'odd two'],
    });
    expect([status, json.error.code]).toEqual([502, 'upstream_invalid']);
    expect(await recordOf(test, headers)).toMatchObject({ engine: 'openai/text-embedding-3-small', status: 502 });
  });
});
