import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../src/ports/language-model.ts';
import { FakeClock } from '../fake-clock.ts';
import { FakeVendor } from '../fake-vendor.ts';
import { finish, ScriptedLanguageModel } from '../scripted-language-model.ts';
import { routerOf, startTestService, type TestService } from '../test-service.ts';

const feature = (name: string, method: string, extra: object = {}) => ({
  name,
  description: `${name} of the shop.`,
  input_schema: { type: 'object', properties: { item: { type: 'string' } }, additionalProperties: false },
  request: { method, path: `/${name.toLowerCase()}` },
  ...extra,
});
const shopAt = (url: string) => ({
  id: 'shop',
  name: 'Shop',
  description: 'A shop.',
  base_url: url,
  auth: { method: 'API_KEY', headers: { authorization: 'Bearer {{connection.api_key}}' } },
  features: [
    feature('FIND', 'GET'),
    feature('BUY', 'POST'),
    feature('SEARCH', 'POST', { changes: false }),
    feature('RING', 'GET', { changes: true }),
  ],
});

const clock = new FakeClock();
const directory = mkdtempSync(join(tmpdir(), 'parley-confirm-'));
let vendor: FakeVendor;
let service: TestService;
let keys: Record<'always' | 'agents' | 'never', string>;
let inputs = { item: 'tea' };
let step = 0;
/** Paths that the third party saw. */
let seen: string[] = [];

const model = new ScriptedLanguageModel((): ModelEvent[] =>
  step++ === 0
    ? [{ type: 'tool-call', id: 'c1', name: 'shop__BUY', arguments: JSON.stringify(inputs) }, finish('tool-calls')]
    : [{ type: 'text-delta', text: 'Well.' }, finish()],
);

beforeAll(async () => {
  vendor = await new FakeVendor().start();
  vendor.answer(({ url }) => {
    seen.push(new URL(url).pathname);
    return { body: { ok: true } };
  });
  writeFileSync(join(directory, 'shop.json'), JSON.stringify(shopAt(vendor.url)));
  service = await startTestService({
    env: { INTEGRATIONS_DIR: directory, ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${vendor.port}` },
    replacements: { models: routerOf(model), clock },
  });
  const make = async (settings: object) => (await service.admin('POST', '/v1/admin/keys', settings)).json.key;
  keys = {
    always: await make({ confirm_changes: 'always' }),
    agents: await make({}),
    never: await make({ confirm_changes: 'never' }),
  };
  for (const user_id of ['ann', 'bob']) await post(keys.agents, 'integrations/shop/connect', { user_id, api_key: 'k' });
});
afterAll(async () => {
  await service.close();
  await vendor.close();
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  seen = [];
  step = 0;
  inputs = { item: 'tea' };
});

const post = (key: string, path: string, body: object) =>
  service.call('POST', `/v1/${path}`, body, { authorization: `Bearer ${key}` });
const run = (key: string, body: object) =>
  post(key, 'integrations/shop/execute', { user_id: 'ann', feature_name: 'BUY', inputs: { item: 'tea' }, ...body });
const agent = (key: string, body: object = {}) => {
  step = 0;
  return post(key, 'agent', {
    messages: [{ role: 'user', content: 'Buy tea' }],
    integrations: [{ id: 'shop' }],
    user_id: 'ann',
    execute: true,
    ...body,
  });
};
const token = async (): Promise<string> => (await run(keys.always, {})).json.confirm;

describe('features that change things', () => {
  it('are told apart by their method, or by what the manifest says', async () => {
    const { json } = await service.call('GET', '/v1/integrations/shop');
    const changes = json.features.map((each: { name: string; changes: boolean }) => [each.name, each.changes]);
    expect(Object.fromEntries(changes)).toEqual({ FIND: false, BUY: true, SEARCH: false, RING: true });
  });

  it('wait for a confirmation that says what would be done, and happen once with it', async () => {
    const asked = await run(keys.always, {});
    expect(asked).toMatchObject({
      status: 409,
      json: {
        code: 'confirmation_required',
        integration_id: 'shop',
        feature_name: 'BUY',
        user_id: 'ann',
        inputs: { item: 'tea' },
        expires_at: new Date(clock.now() + 600_000).toISOString(),
      },
    });
    expect(seen).toEqual([]);
    const confirm = asked.json.confirm;
    expect(await run(keys.always, { confirm })).toMatchObject({ status: 200, json: { result: { ok: true } } });
    expect(seen).toEqual(['/buy']);
    expect(await run(keys.always, { confirm })).toMatchObject({ status: 409, json: { code: 'confirmation_required' } });
    expect(seen).toEqual(['/buy']);
  });

  it.each([
    ['other inputs', { inputs: { item: 'coffee' } }],
    ['another feature', { feature_name: 'RING' }],
    ['another user', { user_id: 'bob' }],
    ['a made up token', { confirm: 'confirm_0123456789' }],
  ])('are not confirmed by a token for something else: %s', async (_, changed) => {
    const confirm = await token();
    const reply = await run(keys.always, { confirm, ...changed });
    expect(reply).toMatchObject({ status: 409, json: { code: 'confirmation_required' } });
    expect(seen).toEqual([]);
    expect((await run(keys.always, { confirm })).status).toBe(200);
  });

  it('are not confirmed from another workspace', async () => {
    const { json: other } = await service.admin('POST', '/v1/admin/workspaces', { name: 'Other' });
    const made = await service.admin('POST', '/v1/admin/keys', { workspace_id: other.id, confirm_changes: 'always' });
    await post(made.json.key, 'integrations/shop/connect', { user_id: 'ann', api_key: 'k' });
    const confirm = await token();
    expect((await run(made.json.key, { confirm })).status).toBe(409);
    expect(seen).toEqual([]);
  });

  it('are not confirmed after ten minutes, and only once by two at a time', async () => {
    const late = await token();
    clock.advance(600_000);
    expect((await run(keys.always, { confirm: late })).status).toBe(409);
    const confirm = await token();
    const both = await Promise.all([run(keys.always, { confirm }), run(keys.always, { confirm })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(seen).toEqual(['/buy']);
  });

  it('are asked about only when they could be done', async () => {
    expect((await run(keys.always, { user_id: 'nobody' })).json.code).toBe('integration_not_connected');
    expect((await run(keys.always, { inputs: { colour: 1 } })).json.code).toBe('invalid_inputs');
  });

  it('leave what only reads alone', async () => {
    for (const feature_name of ['FIND', 'SEARCH']) expect((await run(keys.always, { feature_name })).status).toBe(200);
  });

  it('stand in the audit log, asked and done', async () => {
    const confirm = await token();
    await run(keys.always, { confirm });
    const { json } = await service.admin('GET', '/v1/admin/audit?action=integration.execute&limit=2');
    expect(json.data.map((event: { details: object }) => event.details)).toMatchObject([
      { outcome: 'ok', confirmed: true },
      { outcome: 'confirmation_required' },
    ]);
    expect(JSON.stringify(json)).not.toContain(confirm);
  });
});

describe('the setting of a key', () => {
  it('asks agents by default, and not the caller who names the call', async () => {
    expect((await run(keys.agents, {})).status).toBe(200);
    const { executed_calls: calls, response } = (await agent(keys.agents)).json;
    expect(seen).toEqual(['/buy']);
    expect(response).toBe('Well.');
    expect(calls).toMatchObject([
      {
        name: 'shop__BUY',
        success: false,
        result: { error: 'confirmation_required' },
        confirmation: { integration_id: 'shop', feature_name: 'BUY', user_id: 'ann', inputs: { item: 'tea' } },
      },
    ]);
    // The model must not have what its user is asked for.
    expect(JSON.stringify(model.prompts)).not.toContain(calls[0].confirmation.confirm);
  });

  it('lets an agent do what was confirmed, in the same words, once', async () => {
    const confirm = (await agent(keys.agents)).json.executed_calls[0].confirmation.confirm;
    inputs = { item: 'diamonds' };
    expect((await agent(keys.agents, { confirm })).json.executed_calls[0].success).toBe(false);
    expect(seen).toEqual([]);
    inputs = { item: 'tea' };
    expect((await agent(keys.agents, { confirm })).json.executed_calls[0].success).toBe(true);
    expect((await agent(keys.agents, { confirm })).json.executed_calls[0].success).toBe(false);
    expect(seen).toEqual(['/buy']);
  });

  it('lets the caller do what an agent asked for by the plain call', async () => {
    const confirmation = (await agent(keys.always)).json.executed_calls[0].confirmation;
    const { confirm, user_id, feature_name, inputs: wanted } = confirmation;
    expect((await run(keys.always, { confirm, user_id, feature_name, inputs: wanted })).status).toBe(200);
    expect(seen).toEqual(['/buy']);
  });

  it('says so in chat-completion too, and never asks where it is told not to', async () => {
    const { result } = (
      await post(keys.agents, 'chat-completion', {
        model: 'small-2',
        messages: [{ role: 'user', content: 'Tea' }],
        integrations: [{ id: 'shop' }],
        user_id: 'ann',
        execute: true,
      })
    ).json;
    expect(result.executed_calls[0].confirmation.feature_name).toBe('BUY');
    expect((await agent(keys.never)).json.executed_calls[0].success).toBe(true);
    expect(seen).toEqual(['/buy']);
  });

  it('is shown, changed, taken back with null, kept when the key is rolled, and no matter of admin keys', async () => {
    const path = '/v1/admin/keys';
    const { json: key } = await service.admin('POST', path, { confirm_changes: null });
    expect(key.confirm_changes).toBe('agents');
    const patch = async (value: unknown) => service.admin('PATCH', `${path}/${key.id}`, { confirm_changes: value });
    expect((await patch('always')).json.confirm_changes).toBe('always');
    expect((await service.admin('POST', `${path}/${key.id}/roll`, {})).json.confirm_changes).toBe('always');
    expect((await patch(null)).json.confirm_changes).toBe('agents');
    expect((await patch('sometimes')).status).toBe(400);
    const admin = await service.admin('POST', path, { kind: 'admin', confirm_changes: 'always' });
    expect(admin).toMatchObject({ status: 400, json: { error: 'confirm_changes is not valid' } });
    expect((await service.admin('POST', path, { kind: 'admin' })).json.confirm_changes).toBeNull();
  });
});
