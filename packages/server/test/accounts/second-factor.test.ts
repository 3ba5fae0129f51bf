import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt, secretOf } from '../../src/lib/one-time-code.ts';
import { FakeClock } from '../fake-clock.ts';
import { adminKey, startTestService, type TestService } from '../test-service.ts';
import { Browser, claim, join, password, tokenIn } from './browser.ts';

const clock = new FakeClock();
let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ replacements: { clock } });
  owner = await claim(service, adminKey);
});
afterAll(() => service.close());

let count = 0;
const next = () => `s${++count}@example.com`;
const newWorkspace = async () => (await service.admin('POST', '/v1/admin/workspaces', { name: 'W' })).json.id;
const codeOf = (secret: string) => codeAt(secretOf(secret), Math.floor(clock.now() / 30_000));
const signIn = (email: string, more: object = {}) =>
  new Browser(service).call('POST', '/v1/session', { email, password, ...more });

/** Switches the second factor of somebody on. */
async function protect(browser: Browser): Promise<{ secret: string; recovery: string[] }> {
  const begun = await browser.call('POST', '/v1/account/second-factor', { current_password: password });
  expect(begun.json.uri).toContain(`secret=${begun.json.secret}`);
  const code = codeOf(begun.json.secret);
  const on = await browser.call('POST', '/v1/account/second-factor/confirm', { code });
  expect(on.json.recovery_codes).toHaveLength(10);
  clock.advance(30_000);
  return { secret: begun.json.secret, recovery: on.json.recovery_codes };
}

describe('a second factor', () => {
  it('is asked for at every sign-in once it is on, and each code works once', async () => {
    const email = next();
    const browser = await join(service, { email, role: 'member', workspaceId: await newWorkspace() });
    const elsewhere = await signIn(email);
    expect(elsewhere.json.user.second_factor).toBe(false);
    const wrong = await browser.call('POST', '/v1/account/second-factor', { current_password: 'guessed' });
    expect([wrong.status, wrong.json.error]).toEqual([403, 'current_password is not right']);
    const { secret } = await protect(browser);
    expect((await browser.call('GET', '/v1/session')).json.user.second_factor).toBe(true);
    const without = await signIn(email);
    expect([without.status, without.json.code]).toEqual([401, 'second_factor_required']);
    expect(without.headers.getSetCookie()).toEqual([]);
    const code = codeOf(secret);
    expect((await signIn(email, { code: '000000' })).json.error).toBe('code is not right');
    expect((await signIn(email, { password: 'wrong', code })).json.error).toBe('email or password is not right');
    const both = await Promise.all([signIn(email, { code }), signIn(email, { code })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    clock.advance(30_000);
    expect((await signIn(email, { code: codeOf(secret) })).status).toBe(200);
  });

  it('can be replaced once by each of the recovery codes, and its guesses are counted', async () => {
    const email = next();
    const browser = await join(service, { email, role: 'member', workspaceId: await newWorkspace() });
    const { recovery } = await protect(browser);
    const [code = ''] = recovery;
    expect((await signIn(email, { code: code.toLowerCase() })).status).toBe(200);
    expect((await signIn(email, { code })).status).toBe(401);
    // Knowing the password buys no more guesses.
    let last = 0;
    for (let guess = 0; guess < 12; guess++) last = (await signIn(email, { code: '000000' })).status;
    expect(last).toBe(429);
    clock.advance(15 * 60_000);
    expect((await signIn(email, { code: recovery[1] })).status).toBe(200);
  });

  it('is switched off with a code, and not without', async () => {
    const email = next();
    const browser = await join(service, { email, role: 'member', workspaceId: await newWorkspace() });
    const { secret } = await protect(browser);
    const off = (code: string) => browser.call('POST', '/v1/account/second-factor/off', { code });
    expect((await off('000000')).status).toBe(403);
    expect((await browser.call('POST', '/v1/account/second-factor', { current_password: password })).status).toBe(409);
    expect((await off(codeOf(secret))).json).toEqual({ second_factor: false });
    expect((await signIn(email)).status).toBe(200);
  });

  it('that a workspace requires keeps everybody out who came without, but for setting one up', async () => {
    const workspaceId = await newWorkspace();
    const [email, everywhere] = [next(), next()];
    const member = await join(service, { email, role: 'member', workspaceId });
    const admin = await join(service, { email: everywhere, role: 'admin', workspaceId: null });
    const path = `/v1/admin/workspaces/${workspaceId}`;
    const required = await owner.call('PATCH', path, { require_second_factor: true });
    expect(required.json.require_second_factor).toBe(true);
    for (const [browser, method, at] of [
      [member, 'GET', '/v1/files'],
      [member, 'GET', '/v1/admin/keys'],
      // Who manages every workspace cannot come by another one.
      [admin, 'GET', `/v1/admin/keys?workspace_id=${workspaceId}`],
    ] as const) {
      const reply = await browser.call(method, at);
      expect([at, reply.status, reply.json.error]).toEqual([at, 403, 'A second factor is required']);
    }
    expect((await member.call('GET', '/v1/session')).json.needs_second_factor).toBe(true);
    const { secret } = await protect(member);
    expect((await member.call('GET', '/v1/session')).json.needs_second_factor).toBe(false);
    expect((await member.call('GET', '/v1/files')).status).toBe(200);
    const later = new Browser(service);
    await later.call('POST', '/v1/session', { email, password, code: codeOf(secret) });
    expect((await later.call('GET', '/v1/files')).status).toBe(200);
    await service.admin('PATCH', path, { require_second_factor: false });
    expect((await admin.call('GET', `/v1/admin/keys?workspace_id=${workspaceId}`)).status).toBe(200);
  });

  it('can be required of everybody', async () => {
    const strict = await startTestService({ env: { REQUIRE_SECOND_FACTOR: 'true' }, replacements: { clock } });
    const browser = await claim(strict, adminKey);
    const reply = await browser.call('GET', '/v1/admin/members');
    expect([reply.status, reply.json.error]).toEqual([403, 'A second factor is required']);
    await protect(browser);
    expect((await browser.call('GET', '/v1/admin/members')).status).toBe(200);
    await strict.close();
  });
});

describe('a forgotten password', () => {
  const membershipOf = async (workspaceId: string) =>
    (await service.admin('GET', `/v1/admin/members?workspace_id=${workspaceId}`)).json.data[0].id;
  const linkFor = (by: Browser, id: string, body: object = {}) =>
    by.call('POST', `/v1/admin/members/${id}/password-link`, body);
  const reset = (token: string, more: object = {}) =>
    new Browser(service).call('POST', '/v1/session/reset-password', {
      token,
      new_password: 'yet another pass phrase',
      ...more,
    });

  it('is replaced by a link of an admin, which works once and ends every session', async () => {
    const workspaceId = await newWorkspace();
    const email = next();
    const member = await join(service, { email, role: 'member', workspaceId });
    const made = await linkFor(owner, await membershipOf(workspaceId));
    expect(made.json.link).toMatch(/\/reset-password#token=[\w-]{43}$/);
    const token = tokenIn(made.json.link);
    const weak = await reset(token, { new_password: 'aaaaaaaaaaaaaa' });
    expect([weak.status, weak.json.error]).toEqual([400, 'new_password is too easy to guess']);
    const twice = await Promise.all([reset(token), reset(token)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await member.call('GET', '/v1/session')).status).toBe(401);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, { password: 'yet another pass phrase' })).status).toBe(200);
    const late = tokenIn((await linkFor(owner, await membershipOf(workspaceId))).json.link);
    const last = tokenIn((await linkFor(owner, await membershipOf(workspaceId))).json.link);
    expect((await reset(late)).status).toBe(404);
    clock.advance(24 * 3_600_000);
    expect((await reset(last)).status).toBe(404);
    const actions = (await service.admin('GET', '/v1/admin/audit?limit=100')).json.data.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions).toEqual(expect.arrayContaining(['password.link', 'password.reset']));
  });

  it('stands below the second factor, unless the link takes that away, too', async () => {
    const workspaceId = await newWorkspace();
    const email = next();
    const { secret } = await protect(await join(service, { email, role: 'member', workspaceId }));
    const token = tokenIn((await linkFor(owner, await membershipOf(workspaceId))).json.link);
    expect((await reset(token)).json.code).toBe('second_factor_required');
    expect((await reset(token, { code: codeOf(secret) })).status).toBe(200);
    const lost = await linkFor(owner, await membershipOf(workspaceId), { drop_second_factor: true });
    expect((await reset(tokenIn(lost.json.link))).json.user.second_factor).toBe(false);
  });

  it('of somebody with roles beyond those of whoever asks is not theirs to replace', async () => {
    const workspaceId = await newWorkspace();
    const boss = await join(service, { email: next(), role: 'owner', workspaceId });
    const bossId = await membershipOf(workspaceId);
    const admin = await join(service, { email: next(), role: 'admin', workspaceId });
    const everywhere = await join(service, { email: next(), role: 'admin', workspaceId: null });
    const both = await join(service, { email: next(), role: 'viewer', workspaceId });
    const bothId = await membershipOf(workspaceId);
    const { email } = (await both.call('GET', '/v1/session')).json.user;
    const second = await newWorkspace();
    const invited = await service.admin('POST', '/v1/admin/invitations', {
      email,
      role: 'viewer',
      workspace_id: second,
    });
    await both.call('POST', '/v1/session/accept-invitation', { token: tokenIn(invited.json.link), password });
    for (const [name, by, id, status] of [
      ['admin, owner', admin, bossId, 403],
      ['admin of all, owner of one', everywhere, bossId, 403],
      ['admin, somebody of two workspaces', admin, bothId, 403],
      ['owner of one, somebody of two workspaces', boss, bothId, 403],
      ['admin of all, somebody of two workspaces', everywhere, bothId, 200],
    ] as const) {
      expect([name, (await linkFor(by, id)).status]).toEqual([name, status]);
    }
  });
});
