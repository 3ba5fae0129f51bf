import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claim, join as joinAs } from '../accounts/browser.ts';
import { adminKey, apiKey, startTestService, type TestService } from '../test-service.ts';
import { UpstreamServer } from '../upstream-server.ts';

/* The price of a model that nobody knew, set while the service runs. */

const engine = 'acme/large';
let upstream: UpstreamServer;
let service: TestService;
let folder: string;
beforeAll(async () => {
  upstream = await UpstreamServer.start();
  upstream.answer = () => {
    const choice = { index: 0, delta: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' };
    const usage = { prompt_tokens: 100_000, completion_tokens: 50_000 };
    const chunk = { id: 'c', object: 'chat.completion.chunk', choices: [choice], usage };
    return {
      headers: { 'content-type': 'text/event-stream' },
      pieces: [`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`],
    };
  };
  folder = mkdtempSync(join(tmpdir(), 'parley-prices-'));
  const config = join(folder, 'parley.config.json');
  const acme = { type: 'openai', base_url: `${upstream.url}/v1`, api_key: 'k' };
  writeFileSync(config, JSON.stringify({ providers: { acme } }));
  service = await startTestService({ env: { PARLEY_MODEL: engine, PARLEY_CONFIG: config } });
  await claim(service, adminKey);
});
afterAll(async () => {
  await service.close();
  await upstream.close();
  rmSync(folder, { recursive: true });
});

const ask = () => service.call('POST', '/v1/answer', { query: 'Is it so?' }, { authorization: `Bearer ${apiKey}` });
const costOf = async (reply: { headers: Headers }) =>
  (await service.admin('GET', `/v1/admin/calls/${reply.headers.get('x-request-id')}`)).json.calls[0].cost_usd;
const put = (body: object) => service.admin('PUT', '/v1/admin/models/price', body);
const engineState = async () => {
  const { engines } = (await service.admin('GET', '/v1/admin/models')).json;
  return engines.find((one: { engine: string }) => one.engine === engine);
};

it('is in force at once for calls that begin then, is written to the audit log, and can be taken back', async () => {
  expect(await costOf(await ask())).toBe(0);
  const prices = { input_usd: 2, output_usd: 8 };
  expect((await put({ engine, prices })).json).toEqual({ engine, prices });
  expect(await costOf(await ask())).toBeCloseTo(0.2 + 0.4, 9);
  expect(await engineState()).toMatchObject({ price: 'set', upstream_prices: prices });
  const { data } = (await service.admin('GET', '/v1/admin/audit?action=price.set')).json;
  expect(data[0]).toMatchObject({ target: engine, details: { prices } });
  await put({ engine, prices: { input_usd: 4, output_usd: 8 } });
  expect(await costOf(await ask())).toBeCloseTo(0.4 + 0.4, 9);
  await put({ engine, prices: null });
  expect(await costOf(await ask())).toBe(0);
  expect(await engineState()).toMatchObject({ upstream_prices: null });
});

it('is taken of engines of this service alone, within bounds, and from admins of the installation', async () => {
  const prices = { input_usd: 1, output_usd: 1 };
  expect((await put({ engine: 'nobody/large', prices })).status).toBe(404);
  expect((await put({ engine: 'acme', prices })).status).toBe(400);
  expect((await put({ engine, prices: { input_usd: -1, output_usd: 1 } })).status).toBe(400);
  const workspaceId = (await service.admin('GET', '/v1/admin/workspaces')).json.data[0].id;
  const local = await joinAs(service, { email: 'local@example.com', role: 'admin', workspaceId });
  expect((await local.call('PUT', '/v1/admin/models/price', { engine, prices })).status).toBe(403);
});

it('is taken of a model whose provider was added while the service runs', async () => {
  const keys = [{ name: 'first', value: 'k' }];
  const provider = { id: 'late', type: 'openai', base_url: 'https://models.example.com/v1', keys };
  const added = await service.admin('POST', '/v1/admin/providers', provider);
  expect([added.status, added.text]).toEqual([200, expect.any(String)]);
  await service.admin('POST', '/v1/admin/routes', { id: 'late-route', engines: [{ engine: 'late/m' }] });
  const shown = async () => {
    const { engines } = (await service.admin('GET', '/v1/admin/models')).json;
    return engines.find((one: { engine: string }) => one.engine === 'late/m');
  };
  expect(await shown()).toMatchObject({ price: 'unknown', upstream_prices: null });
  expect((await put({ engine: 'late/m', prices: { input_usd: 2, output_usd: 8 } })).status).toBe(200);
  expect(await shown()).toMatchObject({ price: 'set', upstream_prices: { input_usd: 2, output_usd: 8 } });
});
