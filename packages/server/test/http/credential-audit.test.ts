import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callbackOf, crmManifest, crmSettings, oauthAt } from '../crm-manifest.ts';
import { FakeVendor } from '../fake-vendor.ts';
import { TestMcpServer } from '../mcp-server.ts';
import { startTestService, type TestService } from '../test-service.ts';

/* Whatever reaches a third party with stored credentials is counted there, and must stand in the audit log. */

let vendor: FakeVendor;
let mcp: TestMcpServer;
let service: TestService;
let workspaceId: string;
let tokens = 0;
/** Access tokens from this one on are taken. */
let accepted = 1;

beforeAll(async () => {
  vendor = await new FakeVendor().start();
  vendor.answer(({ url, headers }) => {
    if (url.endsWith('/token')) {
      return { body: { access_token: `access-${++tokens}`, refresh_token: `refresh-${tokens}`, token_type: 'bearer' } };
    }
    if (url.endsWith('/revoke')) return { body: {} };
    const number = Number(headers.authorization?.split('-')[1]);
    return number >= accepted ? { body: { ok: true } } : { status: 401, body: { error: 'expired' } };
  });
  mcp = await new TestMcpServer().start();
  mcp.authorize = (token) => (token === 'right-token-0123' ? null : 'Bearer');
  service = await startTestService({
    env: {
      ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${vendor.port},127.0.0.1:${mcp.port}`,
      ...crmSettings,
    },
  });
  workspaceId = (await service.admin('GET', '/v1/admin/workspaces')).json.data[0].id;
  await service.admin('POST', '/v1/admin/integrations', crmManifest(vendor, oauthAt(vendor)));
  await service.admin('POST', '/v1/admin/integrations', {
    id: 'locked',
    mcp: { url: mcp.url, auth_method: 'API_KEY' },
  });
  const { json } = await service.call('POST', '/v1/integrations/crm/connect', { user_id: 'ann' });
  await fetch(callbackOf(service.url, json.redirect_url));
  const locked = { user_id: 'ann', api_key: 'right-token-0123' };
  await service.call('POST', '/v1/integrations/locked/connect', locked);
});
afterAll(async () => {
  await service.close();
  await Promise.all([vendor.close(), mcp.close()]);
});
beforeEach(async () => {
  vendor.requests.length = 0;
  known = new Set((await events()).map(({ id }) => id));
});

interface AuditedEvent {
  id: string;
  action: string;
  target: string;
  workspace_id: string | null;
  details: Record<string, unknown>;
}
let known = new Set<string>();
const events = async (): Promise<AuditedEvent[]> => (await service.admin('GET', '/v1/admin/audit?limit=100')).json.data;
/** What came into the log since the test began, oldest first. */
const noted = async () =>
  (await events())
    .filter(({ id, details }) => !known.has(id) && 'connection_id' in details)
    .map(({ action, target, workspace_id, details }) => [
      action,
      target,
      details.outcome ?? details.was_revoked_upstream,
      details.user_id,
      workspace_id,
    ])
    .reverse();
const run = () => service.call('POST', '/v1/integrations/crm/execute', { user_id: 'ann', feature_name: 'LIST' });
const refresh = () =>
  service.admin('POST', '/v1/admin/integrations/locked/refresh', { workspace_id: workspaceId, user_id: 'ann' });

it('notes a feature that was run once', async () => {
  expect((await run()).status).toBe(200);
  expect(vendor.requests).toHaveLength(1);
  expect(await noted()).toEqual([['integration.execute', 'crm/LIST', 'ok', 'ann', workspaceId]]);
});

it('notes a renewal beside the run that needed it', async () => {
  accepted = tokens + 1;
  expect((await run()).status).toBe(200);
  expect(vendor.requests.filter(({ url }) => url.endsWith('/token'))).toHaveLength(1);
  expect(await noted()).toEqual([
    ['integration.renew', 'crm', 'ok', 'ann', workspaceId],
    ['integration.execute', 'crm/LIST', 'ok', 'ann', workspaceId],
  ]);
});

it("notes in the user's workspace that tools were read with stored credentials, also when they were refused", async () => {
  expect((await refresh()).status).toBe(200);
  mcp.authorize = () => 'Bearer';
  expect((await refresh()).status).toBe(409);
  expect(await noted()).toEqual([
    ['integration.read_tools', 'locked', 'ok', 'ann', workspaceId],
    ['integration.read_tools', 'locked', 'needs_reconnect', 'ann', workspaceId],
  ]);
  const others = (await events()).filter((event) => event.workspace_id === null);
  expect(JSON.stringify(others)).not.toContain('ann');
});

it('notes a revocation', async () => {
  expect((await service.call('DELETE', '/v1/integrations/crm/connections/ann')).json.revoked).toBe(true);
  expect(vendor.requests.map(({ url }) => new URL(url).pathname)).toEqual(['/revoke']);
  expect(await noted()).toEqual([['integration.disconnect', 'crm', true, 'ann', workspaceId]]);
});
