import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { adminKey, apiKey, startTestService, type TestService } from '../test-service.ts';
import { Browser, claim, join, password, tokenIn } from './browser.ts';

let service: TestService;
const clock = new FakeClock();
const start = async (env: Record<string, string> = {}) => {
  service = await startTestService({ env, replacements: { clock } });
  return service;
};
afterEach(() => service.close());

const owner = { email: 'Owner@Example.com', name: 'Olive', password };
const workspaceOf = async () => (await service.admin('GET', '/v1/admin/workspaces')).json.data[0].id;
const auditActions = async () =>
  (await service.admin('GET', '/v1/admin/audit?limit=100')).json.data.map(({ action }: { action: string }) => action);

describe('claiming an installation', () => {
  it('is done once, with the token of the start, and makes the owner', async () => {
    await start();
    const page = new Browser(service);
    const before = await page.call('GET', '/v1/session');
    expect([before.status, before.json.code]).toEqual([401, 'authentication_required']);
    expect(before.json.instance).toEqual({ claimed: false, oidc: false, mail: false, version: expect.any(String) });
    const token = service.service.claimToken;
    const wrong = await page.call('POST', '/v1/session/claim', { token: `${token}x`, ...owner });
    expect([wrong.status, wrong.json.error]).toEqual([403, 'token is not valid']);
    const reply = await page.call('POST', '/v1/session/claim', { token, ...owner });
    expect(reply.json).toMatchObject({
      user: { email: 'owner@example.com', name: 'Olive', has_password: true },
      role: 'owner',
      instance_role: 'owner',
      workspaces: [{ id: await workspaceOf(), role: 'owner' }],
      instance: { claimed: true },
    });
    expect((await page.call('GET', '/v1/session')).json.user.email).toBe('owner@example.com');
    const again = await new Browser(service).call('POST', '/v1/session/claim', { token, ...owner });
    expect([again.status, again.json.error]).toEqual([409, 'Already claimed']);
    const stranger = await new Browser(service).call('GET', '/v1/session');
    expect(stranger.json.instance.claimed).toBe(true);
    expect(await auditActions()).toEqual(expect.arrayContaining(['installation.claim', 'installation.refuse']));
  });

  it('makes one owner of two who claim at once', async () => {
    await start();
    const token = service.service.claimToken;
    const claims = ['a', 'b'].map((name) =>
      new Browser(service).call('POST', '/v1/session/claim', { token, ...owner, email: `${name}@example.com` }),
    );
    expect((await Promise.all(claims)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('works with the admin key, and with no other key', async () => {
    await start();
    const page = new Browser(service);
    const wrong = await page.call('POST', '/v1/session/claim', { admin_key: apiKey, ...owner });
    expect([wrong.status, wrong.json.error]).toEqual([403, 'admin_key is not valid']);
    const none = await page.call('POST', '/v1/session/claim', owner);
    expect([none.status, none.json.message]).toEqual([403, expect.stringContaining('token or admin_key')]);
    expect((await page.call('POST', '/v1/session/claim', { admin_key: adminKey, ...owner })).status).toBe(200);
  });

  it.each([
    ['short', 'password'],
    ['aaaaaaaaaaaaaaaa', 'password'],
    ['owner@example.com', 'password'],
  ])('refuses the easy password %s', async (easy, field) => {
    await start();
    const reply = await new Browser(service).call('POST', '/v1/session/claim', {
      admin_key: adminKey,
      ...owner,
      password: easy,
    });
    expect([reply.status, reply.json.error]).toEqual([400, expect.stringContaining(field)]);
  });
});

describe('a session', () => {
  it('is a cookie that scripts cannot read, and its token is stored nowhere', async () => {
    await start();
    await claim(service, adminKey);
    const reply = await new Browser(service).signIn('owner@example.com');
    const [cookie = ''] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^parley_session_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('is bound to the host and to https where the service is reached by https', async () => {
    await start({ PUBLIC_URL: 'https://ai.example.com', TRUST_PROXY: '1' });
    const headers = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'ai.example.com',
      origin: 'https://ai.example.com',
    };
    const body = { admin_key: adminKey, ...owner };
    const reply = await service.call('POST', '/v1/session/claim', body, headers);
    const [cookie = ''] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-parley_session=[\w-]{43}; Path=\/; .*; Secure$/);
    const own = { ...headers, cookie: cookie.split(';')[0] ?? '' };
    expect((await service.call('GET', '/v1/session', undefined, own)).status).toBe(200);
    const plain = { cookie: own.cookie.replace('__Host-', '') };
    expect((await service.call('GET', '/v1/session', undefined, { ...headers, ...plain })).status).toBe(401);
  });

  it('is not given over plain http from another machine, unless the operator says so', async () => {
    await start({ TRUST_PROXY: '1' });
    const far = { 'x-forwarded-host': 'parley.lan:8484', origin: 'http://parley.lan:8484' };
    const reply = await service.call('POST', '/v1/session/claim', { admin_key: adminKey, ...owner }, far);
    expect([reply.status, reply.json.error]).toEqual([403, 'Signing in needs https']);
    expect(reply.json.message).toContain('SESSIONS_OVER_HTTP');
    await service.close();
    await start({ TRUST_PROXY: '1', SESSIONS_OVER_HTTP: 'true' });
    expect((await service.call('POST', '/v1/session/claim', { admin_key: adminKey, ...owner }, far)).status).toBe(200);
  });

  it('ends after a week without use, and after a month in any case', async () => {
    await start();
    const page = await claim(service, adminKey);
    const day = 24 * 3_600_000;
    for (let week = 0; week < 4; week++) {
      clock.advance(6.9 * day);
      expect((await page.call('GET', '/v1/session')).status).toBe(200);
    }
    clock.advance(2.5 * day);
    expect((await page.call('GET', '/v1/session')).status).toBe(401);
    await page.signIn('owner@example.com');
    clock.advance(7 * day);
    expect((await page.call('GET', '/v1/session')).status).toBe(401);
  });

  it('can be listed and ended, one by one and by signing out', async () => {
    await start();
    const first = await claim(service, adminKey);
    clock.advance(1000);
    const second = new Browser(service);
    await second.signIn('owner@example.com');
    const listed = (await second.call('GET', '/v1/sessions')).json.data;
    expect(listed.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
    expect((await second.call('DELETE', `/v1/sessions/${listed[1].id}`)).json.deleted).toBe(true);
    expect((await first.call('GET', '/v1/sessions')).status).toBe(401);
    expect((await second.call('DELETE', `/v1/sessions/${listed[1].id}`)).status).toBe(404);
    const out = await second.call('DELETE', '/v1/session');
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([200, expect.stringContaining('Max-Age=0')]);
  });

  it('of somebody else cannot be ended', async () => {
    await start();
    const page = await claim(service, adminKey);
    const other = await join(service, { email: 'm@example.com', role: 'member', workspaceId: await workspaceOf() });
    const [{ id }] = (await page.call('GET', '/v1/sessions')).json.data;
    expect((await other.call('DELETE', `/v1/sessions/${id}`)).status).toBe(404);
    expect((await page.call('GET', '/v1/session')).status).toBe(200);
  });
});

describe('a call that changes something', () => {
  it('needs the token of the session and a page of the service', async () => {
    await start();
    const page = await claim(service, adminKey);
    const keys = '/v1/admin/keys';
    const cases: [Record<string, string>, string][] = [
      [{ 'x-parley-csrf': '' }, 'x-parley-csrf is not valid'],
      [{ 'x-parley-csrf': 'x'.repeat(43) }, 'x-parley-csrf is not valid'],
      [{ origin: 'https://evil.example' }, 'Origin is not valid'],
      [{ origin: 'null' }, 'Origin is not valid'],
      [{ 'sec-fetch-site': 'cross-site' }, 'Origin is not valid'],
      [{ 'sec-fetch-site': 'same-site' }, 'Origin is not valid'],
    ];
    for (const [headers, error] of cases) {
      const reply = await page.call('POST', keys, { name: 'x' }, headers);
      expect([reply.status, reply.json.error]).toEqual([403, error]);
    }
    const other = new Browser(service);
    await other.signIn('owner@example.com');
    const stolen = await page.call('POST', keys, { name: 'x' }, { 'x-parley-csrf': other.csrfToken });
    expect(stolen.status).toBe(403);
    expect((await page.call('POST', keys, { name: 'x' })).status).toBe(200);
  });

  it('cannot sign anybody in from a page of another origin', async () => {
    await start();
    await claim(service, adminKey);
    const body = { email: 'owner@example.com', password };
    const reply = await service.call('POST', '/v1/session', body, { origin: 'https://evil.example' });
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []]);
  });
});

describe('signing in', () => {
  it('says the same of a wrong password as of an unknown address, and is throttled by account and by address', async () => {
    await start({ TRUST_PROXY: '1' });
    await claim(service, adminKey);
    const attempt = (email: string, given: string, address: string) =>
      service.call('POST', '/v1/session', { email, password: given }, { 'x-forwarded-for': address });
    const texts = await Promise.all(
      ['owner@example.com', 'nobody@example.com'].map((email) => attempt(email, 'wrong', '192.0.2.1')),
    );
    const said = texts.map(({ status, json }) => ({ ...json, request_id: '', status }));
    expect(said[0]).toEqual(said[1]);
    expect(said[0].status).toBe(401);
    for (let count = 0; count < 9; count++) await attempt('owner@example.com', 'wrong', '192.0.2.1');
    const right = await attempt('owner@example.com', password, '192.0.2.1');
    expect([right.status, Number(right.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(10);
    // Nobody else is kept out by it.
    expect((await attempt('owner@example.com', password, '192.0.2.2')).status).toBe(200);
    for (let count = 0; count < 20; count++) await attempt(`n${count}@example.com`, 'wrong', '198.51.100.7');
    expect((await attempt('fresh@example.com', 'wrong', '198.51.100.7')).status).toBe(429);
    clock.advance(15 * 60_000);
    expect((await attempt('owner@example.com', password, '192.0.2.1')).status).toBe(200);
    expect(await auditActions()).toContain('session.refuse');
  });

  it('goes on in browsers that were let in before, whatever strangers try from wherever', async () => {
    await start({ TRUST_PROXY: '1' });
    const known = await claim(service, adminKey);
    known.leave();
    const stranger = (address: string) =>
      service.call(
        'POST',
        '/v1/session',
        { email: 'owner@example.com', password: 'wrong' },
        { 'x-forwarded-for': address },
      );
    let refused = 0;
    for (let count = 0; count < 110; count++) {
      if ((await stranger(`192.0.2.${Math.floor(count / 9)}`)).status === 429) refused++;
    }
    expect(refused).toBe(10);
    expect((await new Browser(service).signIn('owner@example.com')).status).toBe(429);
    expect((await known.signIn('owner@example.com')).status).toBe(200);
    // The mark is of one account, and a made-up one is none.
    const forged = new Browser(service);
    forged.browserCookie = known.browserCookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await forged.signIn('owner@example.com')).status).toBe(429);
    // Such a browser has ten attempts like any other.
    known.leave();
    for (let count = 0; count < 10; count++) await known.signIn('owner@example.com', 'wrong');
    expect((await known.signIn('owner@example.com')).status).toBe(429);
  });

  it('is not held up by attempts that were right', async () => {
    await start();
    await claim(service, adminKey);
    for (let count = 0; count < 12; count++) {
      expect((await new Browser(service).signIn('OWNER@example.com')).status).toBe(200);
    }
  });
});

describe('a password', () => {
  it('can be changed by who knows it, which ends the other sessions', async () => {
    await start();
    const page = await claim(service, adminKey);
    const other = new Browser(service);
    await other.signIn('owner@example.com');
    const next = 'another long pass phrase';
    const wrong = await page.call('POST', '/v1/session/password', { current_password: 'no', new_password: next });
    expect([wrong.status, wrong.json.error]).toEqual([403, 'current_password is not right']);
    const right = await page.call('POST', '/v1/session/password', { current_password: password, new_password: next });
    expect(right.status).toBe(200);
    expect((await other.call('GET', '/v1/session')).status).toBe(401);
    expect((await page.call('GET', '/v1/session')).status).toBe(200);
    expect((await new Browser(service).signIn('owner@example.com')).status).toBe(401);
    expect((await new Browser(service).signIn('owner@example.com', next)).status).toBe(200);
    expect(await auditActions()).toContain('password.change');
  });
});

describe('an invitation', () => {
  it('works once, for its address, and shows what it is to', async () => {
    await start();
    const page = await claim(service, adminKey);
    const workspaceId = await workspaceOf();
    const made = await page.call('POST', '/v1/admin/invitations', {
      email: 'Grace@Example.com',
      role: 'member',
      workspace_id: workspaceId,
    });
    const token = tokenIn(made.json.link);
    expect(made.json.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/accept-invitation#token=[\w-]{43}$/);
    const guest = new Browser(service);
    expect((await guest.call('POST', '/v1/session/invitation', { token })).json).toMatchObject({
      email: 'grace@example.com',
      role: 'member',
      workspace_name: 'default',
      invited_by: 'Olive Owner',
    });
    const nameless = await guest.call('POST', '/v1/session/accept-invitation', { token, password });
    expect([nameless.status, nameless.json.error]).toEqual([401, 'email or password is not right']);
    const accept = { token, name: 'Grace', password };
    const joined = await guest.call('POST', '/v1/session/accept-invitation', accept);
    expect(joined.json).toMatchObject({ role: 'member', instance_role: null, workspace_id: workspaceId });
    const again = await new Browser(service).call('POST', '/v1/session/accept-invitation', accept);
    expect([again.status, again.json.error]).toEqual([404, 'token is not valid']);
    expect((await page.call('GET', '/v1/admin/invitations')).json.data).toEqual([]);
  });

  it('of somebody who has an account asks for that password, and cannot be used by others', async () => {
    await start();
    await claim(service, adminKey);
    const first = await workspaceOf();
    const second = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Second' })).json.id;
    await join(service, { email: 'm@example.com', role: 'member', workspaceId: first });
    const invited = await service.admin('POST', '/v1/admin/invitations', {
      email: 'm@example.com',
      role: 'viewer',
      workspace_id: second,
    });
    const token = tokenIn(invited.json.link);
    const accept = (given: string) =>
      new Browser(service).call('POST', '/v1/session/accept-invitation', { token, name: 'M', password: given });
    expect((await accept('a guess that is long')).status).toBe(401);
    const joined = await accept(password);
    expect(joined.json.workspaces.map(({ role }: { role: string }) => role).sort()).toEqual(['member', 'viewer']);
  });

  it('is refused alike whether its address has an account or not', async () => {
    await start();
    await claim(service, adminKey);
    const first = await workspaceOf();
    const second = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Second' })).json.id;
    await join(service, { email: 'known@example.com', role: 'member', workspaceId: first });
    const admin = await join(service, { email: 'admin@example.com', role: 'admin', workspaceId: second });
    const refusals = async (email: string) => {
      const { link } = (await admin.call('POST', '/v1/admin/invitations', { email, role: 'viewer' })).json;
      const shown = [
        {},
        { name: 'N' },
        { name: 'N', password: 'weak' },
        { password: 'weak' },
        { password: 'a guess that is long' },
      ];
      const replies: { status: number; json: object }[] = [];
      for (const fields of shown) {
        const accept = { token: tokenIn(link), ...fields };
        const { status, json } = await new Browser(service).call('POST', '/v1/session/accept-invitation', accept);
        replies.push({ status, json: { ...json, request_id: '' } });
      }
      return replies;
    };
    const known = await refusals('known@example.com');
    expect(known.map(({ status }) => status)).toEqual([400, 400, 400, 401, 401]);
    expect(await refusals('nobody@example.com')).toEqual(known);
  });

  it('ends after a week, or when it is taken back', async () => {
    await start();
    await claim(service, adminKey);
    const invite = async () =>
      (await service.admin('POST', '/v1/admin/invitations', { email: 'x@example.com', role: 'viewer' })).json;
    const [old, taken] = [await invite(), await invite()];
    const look = (link: string) =>
      new Browser(service).call('POST', '/v1/session/invitation', { token: tokenIn(link) });
    expect([(await look(old.link)).status, (await look(taken.link)).status]).toEqual([404, 200]);
    expect((await service.admin('DELETE', `/v1/admin/invitations/${taken.id}`)).status).toBe(200);
    expect((await look(taken.link)).status).toBe(404);
    const late = await invite();
    clock.advance(7 * 24 * 3_600_000);
    expect((await look(late.link)).status).toBe(404);
  });
});
