import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JsonServer, startJsonServer } from '../../json-server.ts';
import { apiKey, startTestService, type TestService } from '../../test-service.ts';

let vendor: JsonServer;
let service: TestService;
let plain: TestService;
let client: OpenAI;

const judged = (text: unknown) => {
  const isThreat = JSON.stringify(text).includes('find you');
  return {
    flagged: isThreat,
    categories: { violence: isThreat, 'self-harm': null },
    category_scores: { violence: isThreat ? 0.93 : 0.001 },
    category_applied_input_types: { violence: ['text'] },
  };
};
/** As https://platform.openai.com/docs/api-reference/moderations/object shows it. */
const well: JsonServer['reply'] = ({ body: { input } }) => {
  const each = Array.isArray(input) && typeof input[0] === 'string' ? input : [input];
  return { body: { id: 'modr-1', model: 'omni-moderation-2024-09-26', results: each.map(judged) } };
};

beforeAll(async () => {
  vendor = await startJsonServer(well);
  const path = join(mkdtempSync(join(tmpdir(), 'parley-config-')), 'parley.config.json');
  const base_url = `${vendor.url}/v1`;
  const judge = { type: 'openai', base_url, api_key: 'sk-judge', upstream_prices: { paid: { input: 10, output: 0 } } };
  writeFileSync(path, JSON.stringify({ providers: { judge, ranker: { type: 'jina', base_url } } }));
  service = await startTestService({ env: { PARLEY_CONFIG: path, MODERATION_MODEL: 'judge/omni-moderation-latest' } });
  plain = await startTestService();
  client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey, maxRetries: 0 });
});
beforeEach(() => {
  vendor.reply = well;
  vendor.calls.length = 0;
});
afterAll(async () => {
  await service.close();
  await plain.close();
  await vendor.close();
});

const moderate = (body: object, of = service) => of.call('POST', '/v1/moderations', body);
const recordOf = async (headers: Headers) =>
  (await service.admin('GET', `/v1/admin/usage/records?request_id=${headers.get('x-request-id')}`)).json.data[0];

describe('POST /v1/moderations', () => {
  it("gives OpenAI's client what the vendor says, by the model that it names", async () => {
    const one = await client.moderations.create({ model: 'omni-moderation-latest', input: 'I will find you.' });
    expect(one).toMatchObject({ id: 'modr-1', model: 'judge/omni-moderation-latest' });
    expect(one.results).toEqual([
      {
        flagged: true,
        categories: { violence: true, 'self-harm': false },
        category_scores: { violence: 0.93 },
        category_applied_input_types: { violence: ['text'] },
      },
    ]);
    expect(vendor.calls[0]).toMatchObject({
      path: '/v1/moderations',
      headers: { authorization: 'Bearer sk-judge' },
      body: { model: 'omni-moderation-latest', input: 'I will find you.' },
    });
    const parts: OpenAI.ModerationMultiModalInput[] = [
      { type: 'text', text: 'Good day.' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
    ];
    const both = await client.moderations.create({ input: parts });
    expect(both.results.map(({ flagged }) => flagged)).toEqual([false]);
    expect(vendor.calls[1]?.body.input).toEqual(parts);
    const each = await client.moderations.create({ input: ['Good day.', 'I will find you.'] });
    expect(each.results.map(({ flagged }) => flagged)).toEqual([false, true]);
  });

  it('has each call in the ledger: at 0 where the vendor takes nothing, else by its price', async () => {
    const free = await moderate({ input: 'Good day.' });
    expect(await recordOf(free.headers)).toMatchObject({
      model: 'judge/omni-moderation-latest',
      cost_usd: 0,
      status: 200,
    });
    vendor.reply = (call) => ({ body: { ...Object(well(call)?.body), usage: { total_tokens: 700 } } });
    const paid = await moderate({ input: 'Good day.', model: 'judge/paid' });
    expect(paid.json.model).toBe('judge/paid');
    expect(await recordOf(paid.headers)).toMatchObject({
      model: 'judge/paid',
      input_tokens: 700,
      cost_usd: expect.closeTo(0.007, 9),
    });
  });

  it('tells what is flagged by the categories where a vendor leaves it out', async () => {
    const results = [
      { categories: { pii: true }, category_scores: { pii: 0.8 } },
      { categories: { pii: false }, category_scores: { pii: 0.1 } },
    ];
    vendor.reply = () => ({ body: { id: 'm', model: 'x', results } });
    const { json } = await moderate({ input: ['a', 'b'] });
    expect(json.results).toEqual(results.map((one) => ({ ...one, flagged: one.categories.pii })));
  });

  it.each<[string, JsonServer['reply'], number, string]>([
    ['fewer judgements than texts', () => ({ body: { results: [judged('a')] } }), 502, 'upstream_invalid'],
    ['a judgement without categories', () => ({ body: { results: [{}, {}] } }), 502, 'upstream_invalid'],
    ['a failure', () => ({ status: 500, body: {} }), 502, 'upstream_error'],
  ])('passes nothing for a judgement when the vendor answers with %s', async (_, reply, status, code) => {
    vendor.reply = reply;
    const answer = await moderate({ input: ['a', 'b'] });
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });

  it('says what to connect where nothing judges, and what there is when another is named', async () => {
    const none = await moderate({ input: 'Good day.' }, plain);
    expect([none.status, none.json.error.code]).toEqual([503, 'model_not_configured']);
    expect(none.json.error.message).toContain('MODERATION_MODEL');
    expect(none.headers.get('x-should-retry')).toBe('false');
    for (const model of ['nobody/knows', 'ranker/best', 'ollama/any', 'judge/']) {
      const unknown = await moderate({ input: 'Good day.', model });
      expect([unknown.status, unknown.json.error.param]).toEqual([404, 'model']);
    }
    expect(vendor.calls).toHaveLength(0);
  });

  it('asks no vendor for a model that the key is not limited to', async () => {
    const { json } = await service.admin('POST', '/v1/admin/keys', { name: 'narrow', models: ['small-1'] });
    const refused = await service.call(
      'POST',
      '/v1/moderations',
      { input: 'x' },
      { authorization: `Bearer ${json.key}` },
    );
    expect([refused.status, vendor.calls.length]).toEqual([403, 0]);
  });

  it.each([
    ['input', {}],
    ['input', { input: ' ' }],
    ['input', { input: [] }],
    ['input', { input: Array.from({ length: 5 }, () => 'x'.repeat(900_000)) }],
    ['input', { input: [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }] }],
    ['model', { input: 'x', model: '' }],
  ])('names %s when it cannot be used', async (param, body) => {
    const { status, json } = await moderate(body);
    expect(status).toBe(400);
    expect(json.error.param).toMatch(new RegExp(`^${param}`));
  });
});
