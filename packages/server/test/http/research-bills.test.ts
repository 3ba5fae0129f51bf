import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LanguageModel } from '../../src/ports/language-model.ts';
import { sitePages } from '../research/research-site.ts';
import { scriptedVendor } from '../research/scripted-research-model.ts';
import { routerOf, startTestService, type TestService } from '../test-service.ts';

const pages = sitePages(12);
const instructions = 'How do tidal power stations store surplus energy?';
let site: Server;
let service: TestService;
/** Questions wait here until a test lets them go on. */
let gate: Promise<void> = Promise.resolve();
let asked = 0;

const vendor = scriptedVendor();
const model: LanguageModel = {
  ...vendor,
  async *stream(prompt, signal) {
    asked++;
    yield { type: 'usage', usage: { inputTokens: 70, cachedTokens: 0, outputTokens: 0 } };
    await Promise.race([
      gate,
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
    yield* vendor.stream(prompt, signal);
  },
};

beforeAll(async () => {
  site = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    if (url.pathname === '/w/rest.php/v1/search/page') {
      const list = pages.map(({ title }, index) => ({ id: index, key: `S${index}`, title, excerpt: 'a station' }));
      response.end(JSON.stringify({ pages: list }));
      return;
    }
    const page = pages[Number(/^\/wiki\/S(\d+)$/.exec(url.pathname)?.[1] ?? -1)];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page?.html ?? '');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  service = await startTestService({
    env: { WIKIPEDIA_URL: `http://${host}`, ALLOW_PRIVATE_ADDRESSES: host, PAGE_INTERVAL_MS: '0', PAGE_PROCESSES: '1' },
    replacements: { models: routerOf(model) },
  });
});
afterAll(async () => {
  await service.close();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});

const keyWith = async (settings: object): Promise<{ key: string; id: string }> =>
  (await service.admin('POST', '/v1/admin/keys', settings)).json;
const start = (key: string, more: object = {}) =>
  service.call(
    'POST',
    '/v1/deep-research',
    { instructions, depth: 'quick', background: true, ...more },
    { authorization: `Bearer ${key}` },
  );
const recordsOf = async (headers: Headers) =>
  (await service.admin('GET', `/v1/admin/usage/records?request_id=${headers.get('x-request-id')}`)).json.data;
const hold = () => {
  let release = () => {};
  gate = new Promise((resolve) => {
    release = resolve;
  });
  return () => release();
};

it('writes one record for a research call, waited for or in the background', async () => {
  const { key } = await keyWith({});
  const waited = await start(key, { background: false });
  expect(waited.json.status).toBe('completed');
  expect(await recordsOf(waited.headers)).toMatchObject([
    { endpoint: 'createDeepResearch', status: 200, cost_usd: expect.closeTo(waited.json.cost_usd, 6) },
  ]);
  const started = await start(key);
  expect(started.status).toBe(202);
  await expect.poll(() => recordsOf(started.headers)).toMatchObject([{ status: 200 }]);
});

it('does not begin what the budget of the key does not pay for', async () => {
  // A first question may need 2,000 tokens of output: $20.
  const { key } = await keyWith({ budget_usd: 10, budget_period: 'total' });
  const refused = await start(key);
  expect([refused.status, refused.json.code]).toEqual([402, 'budget_exceeded']);
});

it('holds each question against the budget and reports what it has when that is used up', async () => {
  const { key } = await keyWith({ budget_usd: 45, budget_period: 'total' });
  const { status, json, headers } = await start(key, { background: false });
  expect(status).toBe(200);
  const [record] = await recordsOf(headers);
  expect(record.cost_usd).toBeLessThanOrEqual(45);
  expect(json.status).toBe('completed');
});

it('charges a run whose key was revoked while it ran', async () => {
  const release = hold();
  const { key, id } = await keyWith({});
  const started = await start(key);
  expect(started.status).toBe(202);
  await service.admin('DELETE', `/v1/admin/keys/${id}`);
  release();
  await expect
    .poll(() => recordsOf(started.headers))
    .toMatchObject([{ key_id: id, status: 200, cost_usd: expect.any(Number) }]);
  expect((await recordsOf(started.headers))[0].cost_usd).toBeGreaterThan(0);
});

it('charges a question that was cut because its run was cancelled', async () => {
  const before = asked;
  const release = hold();
  const { key } = await keyWith({});
  const started = await start(key);
  const id = started.json.research_id;
  const headers = { authorization: `Bearer ${key}` };
  await expect.poll(() => asked).toBe(before + 1);
  await service.call('POST', `/v1/deep-research/${id}/cancel`, {}, headers);
  await expect
    .poll(() => recordsOf(started.headers))
    .toMatchObject([{ input_tokens: 70, cost_usd: expect.closeTo(0.07, 9) }]);
  release();
});
