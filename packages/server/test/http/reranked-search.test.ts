import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JsonServer, startJsonServer } from '../json-server.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { longestWaitMs, uploadFile } from '../upload-file.ts';

let upstream: JsonServer;
let service: TestService;
let plain: TestService;
let id: string;

/** Knows what a passage is worth by how often "truly" stands in it. */
const scores = ({ documents }: { documents: string[] }) =>
  documents.map((text, index) => ({ index, relevance_score: (text.match(/truly/g)?.length ?? 0) / 10 }));
const well: JsonServer['reply'] = ({ body }) => ({ body: { results: scores(body), usage: { total_tokens: 500 } } });

beforeAll(async () => {
  upstream = await startJsonServer(well);
  const config = {
    providers: {
      ranker: {
        type: 'jina',
        base_url: `${upstream.url}/v1`,
        upstream_prices: { best: { input: 2, output: 0, request: 0.001 } },
      },
    },
  };
  const { writeFileSync, mkdtempSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const path = join(mkdtempSync(join(tmpdir(), 'parley-config-')), 'parley.config.json');
  writeFileSync(path, JSON.stringify(config));
  service = await startTestService({ env: { PARLEY_CONFIG: path, RERANK_MODEL: 'ranker/best' } });
  plain = await startTestService();
  id = (await service.call('POST', '/v1/collections', { name: 'Ranked' })).json.id;
  const files: string[] = [];
  for (let number = 0; number < 5; number++) {
    const text = `The ferry leaves the harbour at ${number} o'clock${' truly'.repeat(number)}.${' It also waits.'.repeat(number)}`;
    files.push((await uploadFile(service, `${number}.txt`, text)).json.file_id);
  }
  await service.call('POST', `/v1/collections/${id}/files`, { file_ids: files });
  const areReady = async () => (await service.call('GET', `/v1/collections/${id}`)).json.files.ready === files.length;
  await vi.waitUntil(areReady, longestWaitMs);
});
beforeEach(() => {
  upstream.reply = well;
  upstream.calls.length = 0;
});
afterAll(async () => {
  await service.close();
  await plain.close();
  await upstream.close();
});

const search = async (body: object = {}) =>
  (
    await service.call('POST', `/v1/collections/${id}/search`, {
      query: 'When does the ferry leave the harbour?',
      ...body,
    })
  ).json;
const names = (answer: { results: { filename: string }[] }) => answer.results.map(({ filename }) => filename);

describe('a search with RERANK_MODEL', () => {
  it('has the best put in order by the model, says its scores and charges for them', async () => {
    const answer = await search({ top_k: 3 });
    expect(names(answer)).toEqual(['4.txt', '3.txt', '2.txt']);
    expect(answer.rerank).toEqual({ model: 'ranker/best', error: null });
    expect(answer.results[0]).toMatchObject({ score: 0.4, scores: { rerank: 0.4 } });
    expect(answer.results[0].scores.lexical).toBeGreaterThan(0);
    expect(upstream.calls[0]?.body.documents).toHaveLength(5);
    const { json } = await service.admin('GET', '/v1/admin/usage/records?limit=1');
    expect(json.data[0]).toMatchObject({ model: 'ranker/best', input_tokens: 500 });
    expect(json.data[0].cost_usd).toBeCloseTo(500 * 2e-6 + 0.001, 9);
  });

  it('keeps the order of the search with rerank false, and asks nobody', async () => {
    const answer = await search({ rerank: false });
    expect(answer.rerank).toBeNull();
    expect(names(answer)[0]).toBe('0.txt');
    expect(upstream.calls).toHaveLength(0);
  });

  it.each<[string, JsonServer['reply'], RegExp]>([
    ['too few scores', ({ body }) => ({ body: { results: scores(body).slice(1) } }), /^upstream_invalid/],
    [
      'no numbers',
      ({ body }) => ({ body: JSON.stringify({ results: scores(body) }).replace('0.4', 'NaN') }),
      /^upstream_/,
    ],
    ['a limit', () => ({ status: 429, headers: { 'retry-after': '60' }, body: {} }), /^upstream_rate_limited/],
    ['an empty body', () => ({ body: '' }), /^upstream_/],
    ['nothing for too long', () => null, /^upstream_timeout/],
  ])(
    'leaves the order as it was and says so when the answer is %s',
    async (_, reply, reason) => {
      const before = names(await search({ rerank: false }));
      upstream.reply = reply;
      const answer = await search();
      expect(names(answer)).toEqual(before);
      expect(answer.rerank.model).toBe('ranker/best');
      expect(answer.rerank.error).toMatch(reason);
      expect(answer.results[0].scores.rerank).toBeUndefined();
    },
    90_000,
  );

  it('brings the numbers of a model without a scale to 0 to 1', async () => {
    upstream.reply = ({ body }) => ({
      body: {
        results: scores(body).map(({ index, relevance_score }) => ({
          index,
          relevance_score: relevance_score * 50 - 10,
        })),
      },
    });
    const answer = await search();
    expect(names(answer)[0]).toBe('4.txt');
    const all = answer.results.map(({ score }: { score: number }) => score);
    expect(Math.max(...all)).toBeLessThanOrEqual(1);
    expect(Math.min(...all)).toBeGreaterThan(0);
  });

  it('is used where an answer is made from a collection, and paid by its call', async () => {
    const { json } = await service.call('POST', '/v1/answer', {
      query: 'When does the ferry leave the harbour?',
      collection_ids: [id],
    });
    expect(json.success).toBe(true);
    expect(upstream.calls.length).toBeGreaterThan(0);
    expect(upstream.calls[0]?.body.query).toBe('When does the ferry leave the harbour?');
  });

  it('says what is missing when it is asked for and there is none', async () => {
    const made = await plain.call('POST', '/v1/collections', { name: 'Plain' });
    const reply = await plain.call('POST', `/v1/collections/${made.json.id}/search`, { query: 'x', rerank: true });
    expect(reply.status).toBe(400);
    expect(reply.json.message).toContain('RERANK_MODEL');
  });
});

describe('POST /v1/rerank', () => {
  const documents = ['It waits.', 'The ferry truly leaves at nine.', { text: 'truly truly' }];
  const rerank = (body: object, of = service) =>
    of.call('POST', '/v1/rerank', { query: 'When does the ferry leave?', documents, ...body });

  it('puts texts in the order of the model that ranks, and charges what it counted', async () => {
    const { status, json, headers } = await rerank({ top_n: 2, return_documents: true });
    expect([status, json.model]).toEqual([200, 'ranker/best']);
    expect(json.results).toEqual([
      { index: 2, relevance_score: 0.2, document: { text: 'truly truly' } },
      { index: 1, relevance_score: 0.1, document: { text: 'The ferry truly leaves at nine.' } },
    ]);
    const id = headers.get('x-request-id');
    const [record] = (await service.admin('GET', `/v1/admin/usage/records?request_id=${id}`)).json.data;
    expect(record).toMatchObject({
      model: 'ranker/best',
      cost_usd: expect.closeTo(500 * 2e-6 + 0.001, 9),
      status: 200,
    });
  });

  it('says so when the model fails, where a search would keep its order', async () => {
    upstream.reply = () => ({ status: 500, body: {} });
    const { status, json } = await rerank({});
    expect([status, json.error.code]).toEqual([502, 'upstream_error']);
  });

  it('is served by the embedded engines where nothing ranks, or when they are named', async () => {
    const { json } = await rerank({ model: 'lexical' });
    expect([json.model, json.results[0].index, json.results]).toEqual(['lexical', 1, expect.any(Array)]);
    expect((await rerank({}, plain)).json).toMatchObject({ model: 'lexical', results: [{ index: 1 }, {}, {}] });
    const unknown = await rerank({ model: 'nobody/knows' }, plain);
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 'model_not_found']);
  });

  it.each([
    ['documents', { documents: [] }],
    ['documents[1]', { documents: ['a', ' '] }],
    ['query', { query: '' }],
    ['top_n', { top_n: 0 }],
    ['documents', { documents: Array.from({ length: 26 }, () => 'word '.repeat(8000)) }],
  ])('names %s when it cannot be used', async (param, body) => {
    const { status, json } = await rerank(body, plain);
    expect([status, json.error.param]).toEqual([400, param]);
  });
});
