import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callbackOf, crmManifest, crmSettings, keyAuth, oauthAt } from '../crm-manifest.ts';
import { FakeVendor } from '../fake-vendor.ts';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

let service: TestService;
let old: FakeVendor;
let other: FakeVendor;
let tokens = 0;

beforeAll(async () => {
  old = await new FakeVendor().start();
  other = await new FakeVendor().start();
  for (const vendor of [old, other]) {
    vendor.answer(({ url }) =>
      url.endsWith('/token')
        ? { body: { access_token: `access-${++tokens}`, refresh_token: `refresh-${tokens}`, token_type: 'bearer' } }
        : { body: { ok: true } },
    );
  }
  service = await startTestService({
    env: {
      ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${old.port},127.0.0.1:${other.port}`,
      INTEGRATIONS_CALLBACK_ORIGINS: 'https://app.example',
      ...crmSettings,
    },
  });
});
afterAll(async () => {
  await service.close();
  await Promise.all([old.close(), other.close()]);
});
beforeEach(() => {
  old.requests.length = 0;
  other.requests.length = 0;
});

const add = async (vendor: FakeVendor, auth: object = keyAuth) => {
  const reply = await service.admin('POST', '/v1/admin/integrations', crmManifest(vendor, auth));
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('crm')]);
};
const remove = () => service.admin('DELETE', '/v1/admin/integrations/crm');
const withKey = (key: string) => ({ authorization: `Bearer ${key}` });
const connect = (body: object, key = apiKey) =>
  service.call('POST', '/v1/integrations/crm/connect', { user_id: 'ann', ...body }, withKey(key));
const run = (key = apiKey) =>
  service.call('POST', '/v1/integrations/crm/execute', { user_id: 'ann', feature_name: 'LIST' }, withKey(key));
const signIn = async (key = apiKey) => {
  const { json } = await connect({}, key);
  return () => fetch(callbackOf(service.url, json.redirect_url));
};
const revoked = (vendor: FakeVendor) =>
  vendor.requests
    .filter(({ url }) => url.endsWith('/revoke'))
    .map(({ body }) => new URLSearchParams(body).get('token'));

it('hands no credentials to an integration made again under the id of a removed one', async () => {
  await add(old);
  expect((await connect({ api_key: 'planted-secret-0123' })).status).toBe(200);
  expect((await run()).status).toBe(200);
  await remove();
  await add(other);
  expect((await run()).json.code).toBe('integration_not_connected');
  expect(JSON.stringify(other.requests)).not.toContain('planted-secret');
  await remove();
});

it('revokes and erases what a removed integration was connected with, sign-ins under way too', async () => {
  await add(old, oauthAt(old));
  expect((await (await signIn())()).status).toBe(200);
  const underWay = await signIn();
  await remove();
  expect(revoked(old)).toEqual([`refresh-${tokens}`]);
  expect((await underWay()).status).toBe(400);
  await add(other, oauthAt(other));
  expect((await run()).json.code).toBe('integration_not_connected');
  await remove();
});

it('sends users back only to origins that the operator allows', async () => {
  await add(old, oauthAt(old));
  expect((await connect({ callback_url: 'https://app.example/done' })).status).toBe(200);
  for (const callback_url of ['https://evil.example/', 'https://app.example.evil.example/', 'http://app.example/']) {
    expect((await connect({ callback_url })).json.error).toBe('Invalid callback_url');
  }
  await remove();
});

it('takes no answer that another issuer gave', async () => {
  await add(old, oauthAt(old));
  const { json } = await connect({});
  const before = tokens;
  const refused = await fetch(callbackOf(service.url, json.redirect_url, `&iss=${encodeURIComponent(other.url)}`));
  expect([refused.status, tokens]).toEqual([400, before]);
  await remove();
});

it('revokes the grants of a deleted workspace, and ends sign-ins with the key they were begun under', async () => {
  await add(old, oauthAt(old));
  const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Brief' })).json;
  const { key, id } = (await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.id })).json;
  expect((await (await signIn(key))()).status).toBe(200);
  const underWay = await signIn(key);
  await service.admin('DELETE', `/v1/admin/keys/${id}`);
  const before = tokens;
  expect(await (await underWay()).text()).toContain('key');
  expect(tokens).toBe(before);
  await service.admin('DELETE', `/v1/admin/workspaces/${workspace.id}`);
  expect(revoked(old)).toEqual([`refresh-${before}`]);
  await remove();
});

it('forgets a user with all connections, and keeps no state in a kept answer', async () => {
  await add(old, oauthAt(old));
  expect((await (await signIn())()).status).toBe(200);
  const kept = await service.call(
    'POST',
    '/v1/integrations/crm/connect',
    { user_id: 'ann' },
    {
      ...withKey(apiKey),
      'idempotency-key': 'oauth',
    },
  );
  const again = await service.call(
    'POST',
    '/v1/integrations/crm/connect',
    { user_id: 'ann' },
    {
      ...withKey(apiKey),
      'idempotency-key': 'oauth',
    },
  );
  expect([again.status, again.text === kept.text]).toEqual([200, false]);
  const forgotten = await service.call('DELETE', '/v1/integrations/users/ann');
  expect(forgotten.json).toEqual({ success: true, user_id: 'ann', deleted: true, connections: 1, revoked: 1 });
  const { text } = await service.admin('GET', '/v1/admin/audit?limit=100');
  expect(text).not.toContain('"ann"');
  expect((await run()).json.code).toBe('integration_not_connected');
  await remove();
});
