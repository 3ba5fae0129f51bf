import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeVendor } from '../../fake-vendor.ts';
import { finish, ScriptedLanguageModel } from '../../scripted-language-model.ts';
import { apiKey, routerOf, startTestService, type TestService } from '../../test-service.ts';
import { connectClient, eras, textOf } from './connect-client.ts';

const feature = (name: string, method: string) => ({
  name,
  description: `${name} of the shop.`,
  input_schema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
  request: { method, path: `/${name.toLowerCase()}` },
});
const shopAt = (url: string) => ({
  id: 'shop',
  name: 'Shop',
  description: 'A shop.',
  base_url: url,
  auth: { method: 'API_KEY', headers: { authorization: 'Bearer {{connection.api_key}}' } },
  features: [feature('FIND', 'GET'), feature('BUY', 'POST')],
});

const directory = mkdtempSync(join(tmpdir(), 'parley-mcp-'));
/** Never answers, as a search engine that hangs. */
const silent = createServer(() => {});
let vendor: FakeVendor;
let service: TestService;
let seen: string[] = [];
beforeAll(async () => {
  vendor = await new FakeVendor().start();
  vendor.answer(({ url }) => {
    seen.push(new URL(url).pathname);
    return { body: { ok: true } };
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  writeFileSync(join(directory, 'shop.json'), JSON.stringify(shopAt(vendor.url)));
  service = await startTestService({
    env: {
      INTEGRATIONS_DIR: directory,
      WIKIPEDIA_URL: `http://127.0.0.1:${port}`,
      ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${vendor.port},127.0.0.1:${port}`,
    },
    replacements: {
      models: routerOf(new ScriptedLanguageModel(() => [{ type: 'text-delta', text: 'Well.' }, finish()])),
    },
  });
  await service.call('POST', '/v1/integrations/shop/connect', { user_id: 'ann', api_key: 'k' });
});
afterAll(async () => {
  await service.close();
  await vendor.close();
  silent.closeAllConnections();
  silent.close();
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  seen = [];
});

const runs = async () => (await service.call('GET', '/v1/deep-research?limit=1')).json.data[0];

describe.each(eras)('with a client of the era %s', (era) => {
  it('tells of the progress of research, and ends it when the client cancels', async () => {
    const { client } = await connectClient(service.url, { key: apiKey, era });
    const stop = new AbortController();
    const told: string[] = [];
    const call = client.callTool(
      { name: 'deep_research', arguments: { instructions: `Tides of ${era}?`, depth: 'quick' } },
      { signal: stop.signal, onprogress: ({ message }) => void told.push(message ?? '') },
    );
    await vi.waitFor(async () => {
      expect(told.length).toBeGreaterThan(0);
      expect((await runs()).status).toBe('running');
    }, 60_000);
    stop.abort();
    await expect(call).rejects.toThrow();
    await vi.waitFor(async () => expect((await runs()).status).toBe('cancelled'), 60_000);
    await client.close();
  });

  it('ends research when its client is gone', async () => {
    const { client } = await connectClient(service.url, { key: apiKey, era });
    const call = client.callTool({ name: 'deep_research', arguments: { instructions: `Waves of ${era}?` } });
    await vi.waitFor(async () => expect((await runs()).status).toBe('running'), 60_000);
    await client.close();
    await expect(call).rejects.toThrow();
    await vi.waitFor(async () => expect((await runs()).status).toBe('cancelled'), 60_000);
  });

  it('starts research in the background, looks at it and cancels it', async () => {
    const { client } = await connectClient(service.url, { key: apiKey, era });
    const started = await client.callTool({
      name: 'deep_research',
      arguments: { instructions: 'Tides?', background: true },
    });
    const { research_id } = started.structuredContent as { research_id: string };
    const looked = await client.callTool({ name: 'get_research', arguments: { research_id } });
    expect(looked.structuredContent).toMatchObject({ research_id });
    const cancelled = await client.callTool({ name: 'cancel_research', arguments: { research_id } });
    expect(cancelled.structuredContent).toMatchObject({ status: 'cancelled' });
    await client.close();
  });

  it("has the features that the user of the header has connected as tools, and no one else's", async () => {
    const names = async (headers: Record<string, string>) => {
      const { client } = await connectClient(service.url, { key: apiKey, era, headers });
      const { tools } = await client.listTools();
      await client.close();
      return tools.filter(({ name }) => name.startsWith('shop__'));
    };
    expect(await names({ 'x-parley-user': 'ann' })).toMatchObject([
      { name: 'shop__FIND', annotations: { readOnlyHint: true, destructiveHint: false } },
      { name: 'shop__BUY', annotations: { readOnlyHint: false, destructiveHint: true } },
    ]);
    expect(await names({ 'x-parley-user': 'bob' })).toEqual([]);
    expect(await names({})).toEqual([]);
  });

  it('runs what reads, and keeps what changes for a word of the user that no model sees', async () => {
    const headers = { 'x-parley-user': 'ann' };
    const { client } = await connectClient(service.url, { key: apiKey, era, headers });
    const found = await client.callTool({ name: 'shop__FIND', arguments: { item: 'tea' } });
    expect(found.structuredContent).toMatchObject({ result: { ok: true } });
    const held = await client.callTool({ name: 'shop__BUY', arguments: { item: 'tea' } });
    expect(held.isError).toBe(true);
    expect(textOf(held)).toContain('confirmation_required');
    const confirmation = held._meta?.['parley/confirmation'] as { confirm: string };
    expect(textOf(held)).not.toContain(confirmation.confirm);
    expect(seen).toEqual(['/find']);
    const word = { 'parley/confirm': confirmation.confirm };
    const bought = await client.callTool({ name: 'shop__BUY', arguments: { item: 'tea' }, _meta: word });
    expect(bought.structuredContent).toMatchObject({ result: { ok: true } });
    const again = await client.callTool({ name: 'shop__BUY', arguments: { item: 'tea' }, _meta: word });
    expect(again.isError).toBe(true);
    expect(seen).toEqual(['/find', '/buy']);
    await client.close();
  });

  it('runs a feature for a user whom an argument names, never for another than the header does', async () => {
    const use = { integration_id: 'shop', feature_name: 'find', inputs: { item: 'tea' } };
    const { client } = await connectClient(service.url, { key: apiKey, era });
    const found = await client.callTool({ name: 'use_integration', arguments: { ...use, user_id: 'ann' } });
    expect(found.structuredContent).toMatchObject({ result: { ok: true } });
    const nobody = await client.callTool({ name: 'use_integration', arguments: use });
    expect(textOf(nobody)).toContain('User ID required');
    const listed = await client.callTool({
      name: 'list_integrations',
      arguments: { integration_id: 'shop', user_id: 'ann' },
    });
    expect(listed.structuredContent).toMatchObject({ integrations: [{ id: 'shop', connected: true }] });
    await client.close();
    const { client: bob } = await connectClient(service.url, { key: apiKey, era, headers: { 'x-parley-user': 'bob' } });
    const refused = await bob.callTool({ name: 'use_integration', arguments: { ...use, user_id: 'ann' } });
    expect(textOf(refused)).toContain('another user');
    const unconnected = await bob.callTool({ name: 'use_integration', arguments: use });
    expect(textOf(unconnected)).toContain('integration_not_connected');
    expect(seen).toEqual(['/find']);
    await bob.close();
  });

  it('counts what a tool costs, and stops at the budget of the key', async () => {
    const key = (await service.admin('POST', '/v1/admin/keys', { budget_usd: 0.1, budget_period: 'total' })).json.key;
    const { client } = await connectClient(service.url, { key, era });
    const ask = () => client.callTool({ name: 'answer', arguments: { query: 'Why?', max_tokens: 3 } });
    let last = await ask();
    expect(textOf(last)).toBe('Well.');
    for (let n = 0; n < 10 && !last.isError; n++) last = await ask();
    expect(textOf(last)).toContain('budget_exceeded');
    await client.close();
  });
});

it.each(eras)('asks the user through a client of the era %s before it changes something', async (era) => {
  const { client } = await connectClient(service.url, {
    key: apiKey,
    era,
    headers: { 'x-parley-user': 'ann' },
    options: { capabilities: { elicitation: { form: {} } } },
  });
  const asked: string[] = [];
  let agrees = false;
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return agrees ? { action: 'accept', content: { confirmed: true } } : { action: 'decline' };
  });
  const declined = await client.callTool({ name: 'shop__BUY', arguments: { item: 'tea' } });
  expect(declined.isError).toBe(true);
  expect(seen).toEqual([]);
  agrees = true;
  const bought = await client.callTool({ name: 'shop__BUY', arguments: { item: 'tea' } });
  expect(bought.structuredContent).toMatchObject({ result: { ok: true } });
  expect(asked).toEqual(Array(2).fill('BUY of shop changes something: {"item":"tea"}'));
  expect(seen).toEqual(['/buy']);
  await client.close();
});

it('ends the work of a request that its client cancels while it keeps listening', async () => {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = (message: object, more: Record<string, string> = {}) =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const begun = await send({ id: 0, method: 'initialize', params });
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
  await begun.text();
  const wanted = { name: 'deep_research', arguments: { instructions: 'Currents?' } };
  const begunAt = performance.now();
  const working = await send({ id: 'r-1', method: 'tools/call', params: wanted }, session);
  // The head does not wait for the first heartbeat.
  expect(performance.now() - begunAt).toBeLessThan(12_000);
  const cancel = (requestId: string) => send({ method: 'notifications/cancelled', params: { requestId } }, session);
  await vi.waitFor(async () => expect((await runs()).status).toBe('running'), 60_000);
  expect((await cancel('r-2')).status).toBe(202);
  expect((await runs()).status).toBe('running');
  await cancel('r-1');
  // The stream ends by itself.
  await working.text();
  await vi.waitFor(async () => expect((await runs()).status).toBe('cancelled'), 60_000);
});
