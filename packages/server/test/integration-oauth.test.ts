import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/open-database.ts';
import { callbackPath } from '../src/features/integrations/oauth/oauth-flow.ts';
import { GuardedFetcher } from '../src/outbound/guard/guarded-fetcher.ts';
import { onBothDatabases } from './database.ts';
import { FakeClock } from './fake-clock.ts';
import { addWorkspace, caller, integrationParts } from './integration-parts.ts';
import { OAuthThirdParty } from './oauth-third-party.ts';

const redirectUri = `http://parley.test${callbackPath}`;
const user = 'user-1';

onBothDatabases('OAuth life of a connection', (open) => {
  let third: OAuthThirdParty;
  let fetcher: GuardedFetcher;
  let database: Database;
  let clock: FakeClock;
  let parts: ReturnType<typeof integrationParts>;

  beforeAll(async () => {
    third = await new OAuthThirdParty().start(redirectUri);
    const allowedAddresses = [`127.0.0.1:${third.port}`];
    fetcher = new GuardedFetcher({ userAgent: 'test', allowedAddresses, concurrencyPerHost: 64, concurrency: 128 });
  });
  afterAll(async () => {
    await fetcher.close();
    await third.close();
  });
  beforeEach(async () => {
    database = await open();
    await addWorkspace(database.db);
    clock = new FakeClock(Date.now());
    const { clientId, clientSecret } = third;
    const settings = { items: { clientId, clientSecret } };
    parts = integrationParts({ db: database.db, clock, fetcher, manifests: [third.manifest()], settings });
    third.grants.length = 0;
    third.shown.length = 0;
    third.trouble = null;
    third.refused.clear();
  });
  afterEach(() => database.close());

  const connectRequest = (extra = {}) => ({
    integrationId: 'items',
    userId: user,
    apiKey: undefined,
    username: undefined,
    password: undefined,
    callbackUrl: 'https://app.example/done?x=1',
    scopes: undefined,
    fields: {},
    ...extra,
  });
  const begin = async (extra = {}) => {
    const result = await parts.connect.connect(caller(), connectRequest(extra));
    if (result.kind !== 'redirect') throw new Error('expected a redirect');
    return result.redirectUrl;
  };
  const finish = async (address: string) => {
    const query = Object.fromEntries(new URL(address).searchParams);
    const visit = { isBrowser: false, cookie: undefined, proof: undefined };
    const result = await parts.flow.finish(query, visit, AbortSignal.timeout(10_000));
    if (result.kind === 'question') throw new Error('a program is asked nothing');
    return result;
  };
  const connect = async () => {
    const outcome = await finish(await third.signIn(await begin()));
    expect(outcome.status).toBe('success');
  };
  const run = () =>
    parts.execute.execute(caller(), {
      integrationId: 'items',
      userId: user,
      featureName: 'list_items',
      inputs: {},
      chosenBy: 'caller',
    });
  const row = async () => (await parts.rows.find({ workspaceId: 'w1', integrationId: 'items', userId: user }))!;

  it('connects with PKCE and a state that works once, and runs a feature', async () => {
    const redirect = await begin();
    expect(new URL(redirect).searchParams.get('code_challenge_method')).toBe('S256');
    const back = await third.signIn(redirect);
    const outcome = await finish(back);
    expect(outcome).toMatchObject({ status: 'success', userId: user });
    expect(outcome.redirectTo).toBe(`https://app.example/done?x=1&status=success&integrationId=items&user_id=${user}`);
    expect((await finish(back)).message).toContain('expired or was already used');
    expect((await run()).result).toEqual({ items: ['a', 'b'], of: 'ada' });
    expect(parts.events.map((event) => event.type)).toEqual(['connection.created']);
    expect(parts.audited.map((entry) => entry.action)).toEqual(['integration.connect', 'integration.execute']);
    expect((await row()).is_proven).toBe(1);
  });

  it('finds connection fields out after connecting', async () => {
    const manifest = third.manifest('found');
    if (manifest.auth.method !== 'OAUTH2') throw new Error('expected OAuth');
    const fields = { account: '{{response.of}}' };
    Object.assign(manifest.auth, {
      after_connect: { method: 'GET', url: `${third.url}/api/me`, fields },
      token_fields: { granted: '{{response.scope}}' },
    });
    const text = { description: 'd', pattern: '[a-z_ ]+', required_for: ['OAUTH2' as const] };
    manifest.connection_fields = { account: text, granted: text };
    const { clientId, clientSecret } = third;
    const settings = { found: { clientId, clientSecret } };
    parts = integrationParts({ db: database.db, clock, fetcher, manifests: [manifest], settings });
    const back = await third.signIn(await begin({ integrationId: 'found' }), 'grace');
    expect(await finish(back)).toMatchObject({ status: 'success' });
    const row = await parts.rows.find({ workspaceId: 'w1', integrationId: 'found', userId: user });
    expect((await parts.store.open(row!, third.manifest())).fields).toEqual({
      account: 'grace',
      granted: 'offline_access items',
    });
  });

  it('refuses a state after ten minutes, and says what the user refused', async () => {
    const late = await third.signIn(await begin());
    clock.advance(10 * 60_000 + 1);
    expect((await finish(late)).status).toBe('error');
    const refused = await finish(await third.signIn(await begin(), 'ada', 'refuse'));
    expect(refused.message).toContain('access_denied');
    expect(refused.redirectTo).toContain('status=error');
    await expect(run()).rejects.toMatchObject({ code: 'integration_not_connected' });
  });

  it('renews ahead of expiry, once, and the old token is used meanwhile', async () => {
    await connect();
    await run();
    clock.advance(3600_000 - 4 * 60_000);
    let release = () => {};
    const before = new Promise<void>((resolve) => {
      release = resolve;
    });
    third.trouble = () => ({ before });
    const [first, ...others] = Array.from({ length: 10 }, () => run());
    setTimeout(release, 50);
    for (const each of [first, ...others]) expect((await each!).result).toMatchObject({ of: 'ada' });
    expect(third.grants).toEqual(['authorization_code', 'refresh_token']);
    expect((await row()).version).toBe(2);
  });

  it('renews on 401 and keeps the rotating connection alive over many refreshes', async () => {
    await connect();
    for (let round = 0; round < 20; round++) {
      clock.advance(3600_000);
      expect((await run()).result).toMatchObject({ of: 'ada' });
    }
    third.refused.add(third.shown.at(-1)!);
    expect((await run()).result).toMatchObject({ of: 'ada' });
    expect(third.grants.filter((grant) => grant === 'refresh_token')).toHaveLength(21);
    expect((await row()).state).toBe('connected');
  });

  it('keeps working on the old token while renewal fails for a passing reason', async () => {
    await connect();
    clock.advance(3600_000 - 4 * 60_000);
    third.trouble = () => ({ instead: { status: 503, body: '{"error":"temporarily_unavailable"}' } });
    expect((await run()).result).toMatchObject({ of: 'ada' });
    expect(await row()).toMatchObject({ state: 'expiring', failures: 1 });
    await run();
    // No second attempt before the backoff is over.
    expect(third.grants).toHaveLength(2);
    third.trouble = null;
    clock.advance(6_000);
    await run();
    expect(await row()).toMatchObject({ state: 'connected', failures: 0, reason: null });
    expect(parts.audited.filter((entry) => entry.action === 'integration.renew')).toHaveLength(2);
    expect(parts.events.slice(1).map((event) => [event.previous_state, event.state])).toEqual([
      ['connected', 'expiring'],
      ['expiring', 'connected'],
    ]);
  });

  it('says when renewal has to wait and there is no valid token', async () => {
    await connect();
    clock.advance(3700_000);
    third.trouble = () => ({ instead: { status: 500, body: 'oops' } });
    await expect(run()).rejects.toMatchObject({ code: 'feature_execution_failed', retryAfterMs: expect.any(Number) });
    third.trouble = null;
    clock.advance(10_000);
    expect((await run()).result).toMatchObject({ of: 'ada' });
  });

  it.each([
    ['{"access_token":"","token_type":"bearer"}'],
    ['{"token_type":"bearer"}'],
    ['null'],
    ['<html>maintenance</html>'],
  ])('does not give up a working token for the odd answer %s', async (body) => {
    await connect();
    clock.advance(3600_000 - 4 * 60_000);
    third.trouble = () => ({ instead: { status: 200, body } });
    expect((await run()).result).toMatchObject({ of: 'ada' });
    expect((await row()).version).toBe(1);
  });

  it('goes back to the old token when the new one does not work', async () => {
    await connect();
    await run();
    const old = third.shown.at(-1)!;
    clock.advance(3600_000 - 4 * 60_000);
    third.trouble = (grant) =>
      grant === 'refresh_token'
        ? { instead: { status: 200, body: '{"access_token":"broken","token_type":"bearer","expires_in":3600}' } }
        : undefined;
    expect((await run()).result).toMatchObject({ of: 'ada' });
    expect(third.shown.slice(-2)).toEqual(['broken', old]);
    third.trouble = null;
    clock.advance(4 * 60_000);
    expect((await run()).result).toMatchObject({ of: 'ada' });
    expect((await row()).state).toBe('connected');
  });

  it('needs a reconnect when the user took the grant back, says so once, and works again afterwards', async () => {
    await connect();
    await run();
    await third.revokeGrantOf(third.shown.at(-1)!);
    await expect(run()).rejects.toMatchObject({ code: 'needs_reconnect' });
    const asked = third.grants.length;
    await expect(run()).rejects.toMatchObject({ code: 'needs_reconnect' });
    expect(third.grants).toHaveLength(asked);
    expect(parts.events.filter((event) => event.state === 'needs_reconnect')).toHaveLength(1);
    await connect();
    expect((await run()).result).toMatchObject({ of: 'ada' });
  });

  it('gives up after ten refusals in words that nobody knows, not before', async () => {
    await connect();
    clock.advance(3700_000);
    third.trouble = () => ({ instead: { status: 400, body: '{"error":"something_else"}' } });
    for (let attempt = 1; attempt < 10; attempt++) {
      await expect(run()).rejects.toMatchObject({ code: 'feature_execution_failed' });
      clock.advance(5 * 60_000);
    }
    await expect(run()).rejects.toMatchObject({
      code: 'needs_reconnect',
      details: expect.stringContaining('something_else'),
    });
  });

  it('revokes at the third party when it is disconnected', async () => {
    await connect();
    await run();
    const removed = await parts.connections.remove(caller(), { integrationId: 'items', userId: user });
    expect(removed.is_revoked).toBe(true);
    await expect(run()).rejects.toMatchObject({ code: 'integration_not_connected' });
    const listed = await parts.connections.list(caller(), {
      integrationId: 'items',
      userId: user,
      limit: 20,
      after: undefined,
    });
    expect(listed.data).toEqual([]);
  });

  it('renews idle connections once a week', async () => {
    await connect();
    clock.advance(8 * 86_400_000);
    // The third party's clock is real: its refresh token is still good.
    await parts.keeper.look();
    expect(third.grants).toEqual(['authorization_code', 'refresh_token']);
    await parts.keeper.look();
    expect(third.grants).toHaveLength(2);
  });

  it('does not renew for another workspace, nor open a row that was moved to another user', async () => {
    await connect();
    await expect(
      parts.execute.execute(caller('w2'), {
        integrationId: 'items',
        userId: user,
        featureName: 'LIST_ITEMS',
        inputs: {},
        chosenBy: 'caller',
      }),
    ).rejects.toMatchObject({ code: 'integration_not_connected' });
    await database.db.updateTable('integration_connections').set({ user_id: 'mallory' }).execute();
    await expect(
      parts.execute.execute(caller(), {
        integrationId: 'items',
        userId: 'mallory',
        featureName: 'LIST_ITEMS',
        inputs: {},
        chosenBy: 'caller',
      }),
    ).rejects.toMatchObject({ code: 'needs_reconnect' });
  });
});

describe('connect', () => {
  it('names the missing settings', async () => {
    const { openDatabase } = await import('../src/db/open-database.ts');
    const database = await openDatabase({ dataDir: ':memory:' });
    const third = await new OAuthThirdParty().start(redirectUri);
    const fetcher = new GuardedFetcher({ userAgent: 'test' });
    const parts = integrationParts({ db: database.db, clock: new FakeClock(), fetcher, manifests: [third.manifest()] });
    const request = { integrationId: 'items', userId: user, callbackUrl: undefined, scopes: undefined, fields: {} };
    const credentials = { apiKey: undefined, username: undefined, password: undefined };
    await expect(parts.connect.connect(caller(), { ...request, ...credentials })).rejects.toMatchObject({
      code: 'integration_not_configured',
      fields: { missing_settings: ['INTEGRATION_ITEMS_CLIENT_ID', 'INTEGRATION_ITEMS_CLIENT_SECRET'] },
    });
    await fetcher.close();
    await third.close();
    await database.close();
  });
});
