import { afterAll, beforeAll, expect, it } from 'vitest';
import { callbackPath } from '../../src/features/integrations/oauth/oauth-flow.ts';
import { signWebhook } from '../../src/outbound/guard/send-webhook.ts';
import { FakeVendor } from '../fake-vendor.ts';
import { TestMcpServer } from '../mcp-server.ts';
import { OAuthThirdParty } from '../oauth-third-party.ts';
import { startTestService, type TestService } from '../test-service.ts';

const publicUrl = 'http://parley.test';
const secret = `whsec_${Buffer.from('a secret for the webhooks of tests').toString('base64')}`;
let service: TestService;
let mcp: TestMcpServer;
let third: OAuthThirdParty;
let listener: FakeVendor;

beforeAll(async () => {
  third = await new OAuthThirdParty({ registers: true }).start(`${publicUrl}${callbackPath}`);
  mcp = await new TestMcpServer().start();
  listener = await new FakeVendor().start();
  const metadata = `http://127.0.0.1:${mcp.port}/.well-known/oauth-protected-resource/mcp`;
  mcp.other = ({ url }, response) => {
    const isMetadata = url === '/.well-known/oauth-protected-resource/mcp';
    response.writeHead(isMetadata ? 200 : 404, { 'content-type': 'application/json' });
    const description = {
      resource: mcp.url,
      authorization_servers: [third.url],
      scopes_supported: ['offline_access', 'items'],
    };
    response.end(JSON.stringify(isMetadata ? description : {}));
  };
  mcp.authorize = async (token) => ((await third.accepts(token)) ? null : `Bearer resource_metadata="${metadata}"`);
  listener.answer(() => ({ status: 204 }));
  const ports = [third.port, mcp.port, listener.port];
  service = await startTestService({
    env: {
      PUBLIC_URL: publicUrl,
      ALLOW_PRIVATE_ADDRESSES: ports.map((port) => `127.0.0.1:${port}`).join(','),
      INTEGRATIONS_WEBHOOK_URL: `${listener.url}/hook`,
      INTEGRATIONS_WEBHOOK_SECRET: secret,
    },
  });
});
afterAll(async () => {
  await service.close();
  await listener.close();
  await mcp.close();
  await third.close();
});

it('registers with the server of an MCP server, signs a user in, reads and runs its tools, and renews', async () => {
  const added = await service.admin('POST', '/v1/admin/integrations', {
    id: 'guarded',
    mcp: { url: mcp.url, auth_method: 'OAUTH2' },
  });
  expect(added.json).toMatchObject({ status: 'no_features', manifest: { auth: { method: 'OAUTH2', pkce: true } } });
  expect(added.text).not.toMatch(/client_?secret"/i);
  const begun = await service.call('POST', '/v1/integrations/guarded/connect', { user_id: 'u' });
  expect(new URL(begun.json.redirect_url).searchParams.get('resource')).toBe(mcp.url);
  const back = await third.signIn(begun.json.redirect_url);
  const finished = await service.call('GET', back.slice(publicUrl.length), undefined, {});
  expect(finished.text).toContain('is connected');

  const workspaces = await service.admin('GET', '/v1/admin/workspaces');
  const user = { workspace_id: workspaces.json.data[0].id, user_id: 'u' };
  expect((await service.admin('POST', '/v1/admin/integrations/guarded/refresh', user)).json.status).toBe(
    'needs_approval',
  );
  await service.admin('POST', '/v1/admin/integrations/guarded/approve');
  const execute = () =>
    service.call('POST', '/v1/integrations/guarded/execute', { user_id: 'u', feature_name: 'echo_text' });
  expect((await execute()).json).toMatchObject({ success: true, result: { content: [{ text: 'echo' }] } });

  // A 401 renews the token with its resource.
  const before = third.grants.length;
  const accepts = third.accepts.bind(third);
  let refusals = 1;
  third.accepts = async (token) => (refusals-- > 0 ? false : accepts(token));
  expect((await execute()).json).toMatchObject({ success: true });
  expect(third.grants.slice(before)).toEqual(['refresh_token']);
});

it('tells the operator of changed connections, signed', async () => {
  await expect.poll(() => listener.requests.length).toBeGreaterThan(0);
  const { headers, body } = listener.requests[0]!;
  expect(JSON.parse(body)).toMatchObject({
    type: 'integration.connection.created',
    data: { integration_id: 'guarded', user_id: 'u', state: 'connected' },
  });
  const id = headers['webhook-id'] ?? '';
  const timestamp = Number(headers['webhook-timestamp']);
  expect(headers['webhook-signature']).toBe(
    signWebhook(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), { id, timestamp, body }),
  );
  expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(60);
});
