import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OAuthAuth } from '../src/features/integrations/definitions/manifest.ts';
import { findFeature, readManifest } from '../src/features/integrations/definitions/read-manifest.ts';
import { OAuthClient } from '../src/features/integrations/oauth/oauth-client.ts';
import { FeatureExecutor } from '../src/features/integrations/vendor-calls/feature-executor.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeVendor, type VendorReply } from './fake-vendor.ts';

const vendor = new FakeVendor();
const application = { clientId: 'id', clientSecret: 'secret' };
let clock: FakeClock;
let client: OAuthClient;
beforeAll(() => vendor.start());
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.requests.length = 0;
  clock = new FakeClock();
  client = new OAuthClient({ fetcher: vendor.fetcher, clock });
});

const manifestOf = (id: string) => {
  const path = join(import.meta.dirname, `../src/features/integrations/manifests/${id}.json`);
  return readManifest(JSON.parse(readFileSync(path, 'utf8')), id);
};
const authOf = (id: string): OAuthAuth => {
  const { auth } = manifestOf(id);
  if (auth.method !== 'OAUTH2') throw new Error(`${id} has no OAuth`);
  return auth;
};
const exchange = (id: string, reply: VendorReply) => {
  vendor.answer(() => reply);
  const request = { redirectUri: 'https://parley.test/back', code: 'the-code', verifier: 'v'.repeat(43) };
  return client.exchange(authOf(id), application, request);
};
const basic = `Basic ${Buffer.from('id:secret').toString('base64')}`;

describe('token requests as each third party documents them', () => {
  it('Notion: JSON, with the client in the header', async () => {
    const grant = await exchange('notion', {
      body: { access_token: 'ntn', token_type: 'bearer', workspace_id: 'w', refresh_token: 'r' },
    });
    expect(grant.tokens).toEqual({ accessToken: 'ntn', refreshToken: 'r', expiresAt: null });
    const [request] = vendor.requests;
    expect(request).toMatchObject({
      url: 'https://api.notion.com/v1/oauth/token',
      headers: { authorization: basic, 'content-type': 'application/json' },
    });
    expect(JSON.parse(request!.body)).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: 'https://parley.test/back',
    });
  });

  it('GitHub: the client in the body, PKCE, and a form as the answer', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const grant = await exchange('github', {
      headers,
      body: 'access_token=gho_x&scope=repo%2Cread%3Auser&token_type=bearer',
    });
    expect(grant).toMatchObject({
      tokens: { accessToken: 'gho_x', refreshToken: null, expiresAt: null },
      scopes: ['repo', 'read:user'],
    });
    const form = Object.fromEntries(new URLSearchParams(vendor.requests[0]!.body));
    expect(form).toMatchObject({ client_id: 'id', client_secret: 'secret', code_verifier: 'v'.repeat(43) });
    await expect(
      exchange('github', {
        body: { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' },
      }),
    ).rejects.toMatchObject({
      kind: 'unclear',
      message: expect.stringContaining('bad_verification_code'),
    });
  });

  it('Slack: a bot token that is no bearer by name, and errors that are no errors by status', async () => {
    const grant = await exchange('slack', {
      body: {
        ok: true,
        access_token: 'xoxb-1',
        token_type: 'bot',
        scope: 'chat:write,users:read',
        expires_in: 43200,
        refresh_token: 'xoxe-1',
        team: { id: 'T1' },
      },
    });
    expect(grant.tokens).toEqual({
      accessToken: 'xoxb-1',
      refreshToken: 'xoxe-1',
      expiresAt: clock.now() + 43_200_000,
    });
    expect(vendor.requests[0]).toMatchObject({ headers: { authorization: basic } });
    vendor.answer(() => ({ body: { ok: false, error: 'invalid_refresh_token' } }));
    await expect(client.refresh(authOf('slack'), application, 'xoxe-1')).rejects.toMatchObject({ kind: 'refused' });
  });

  it('Linear: a lifetime that is not said, and status 201', async () => {
    const grant = await exchange('linear', {
      status: 201,
      body: { access_token: 'lin', token_type: 'Bearer', scope: ['read', 'write'] },
    });
    expect(grant).toMatchObject({ tokens: { expiresAt: clock.now() + 86_400_000 }, scopes: ['read', 'write'] });
  });

  it('asks for scopes in the way of each, with a challenge where it is known', async () => {
    const request = {
      redirectUri: 'https://parley.test/back',
      state: 's',
      verifier: 'v'.repeat(43),
      scopes: ['a', 'b'],
    };
    const addressFor = async (id: string) =>
      new URL(await client.authorizeUrl(authOf(id), application, request)).searchParams;
    expect((await addressFor('slack')).get('scope')).toBe('a,b');
    const gmail = await addressFor('gmail');
    expect(Object.fromEntries(gmail)).toMatchObject({
      scope: 'a b',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
    });
    expect((await addressFor('notion')).has('code_challenge')).toBe(false);
    expect((await addressFor('jira')).get('audience')).toBe('api.atlassian.com');
  });

  it.each([
    ['a dead grant', { status: 400, body: { error: 'invalid_grant' } }, 'refused'],
    ['a wrong client', { status: 401, body: { error: 'invalid_client' } }, 'misconfigured'],
    ['an outage', { status: 503, body: 'down' }, 'temporary'],
    ['too many requests', { status: 429, body: { error: 'rate_limited' } }, 'temporary'],
    ['a lost connection', { cut: true }, 'temporary'],
    ['a page', { body: '<html></html>' }, 'temporary'],
  ])('tells %s apart', async (_, reply, kind) => {
    vendor.answer(() => reply);
    await expect(client.refresh(authOf('hubspot'), application, 'r')).rejects.toMatchObject({ kind });
  });
});

describe('slow third parties', () => {
  it('are given up at the limit', async () => {
    const never = new Promise(() => {});
    vendor.answer(() => ({ after: never }));
    const manifest = manifestOf('hacker_news');
    const executor = new FeatureExecutor({ fetcher: vendor.fetcher, clock, timeoutMs: 50 });
    const call = { manifest, auth: manifest.auth, feature: findFeature(manifest, 'TOP_STORIES')!, inputs: {} };
    const rest = { connection: {}, secrets: [], callId: 'c', signal: AbortSignal.timeout(5000) };
    await expect(executor.run({ ...call, ...rest })).rejects.toMatchObject({
      code: 'feature_execution_failed',
      details: expect.stringContaining('50 ms'),
    });
  });

  it('are left at once when the caller leaves', async () => {
    vendor.answer(() => ({ after: new Promise(() => {}) }));
    const manifest = manifestOf('hacker_news');
    const executor = new FeatureExecutor({ fetcher: vendor.fetcher, clock });
    const left = new AbortController();
    const call = { manifest, auth: manifest.auth, feature: findFeature(manifest, 'TOP_STORIES')!, inputs: {} };
    const running = executor.run({ ...call, connection: {}, secrets: [], callId: 'c', signal: left.signal });
    setTimeout(() => left.abort(new Error('the caller left')), 20);
    await expect(running).rejects.toThrow('the caller left');
  });
});
