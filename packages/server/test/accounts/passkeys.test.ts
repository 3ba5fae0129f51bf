import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openForService, type ServiceDatabase } from '../database.ts';
import { FakeClock } from '../fake-clock.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { TestAuthenticator } from './authenticator.ts';
import { Browser, join as joinWorkspace, password } from './browser.ts';

const origin = 'https://parley.example';

describe.each(['SQLite', 'PostgreSQL'] as const)('passkeys on %s', (kind) => {
  const clock = new FakeClock();
  let service: TestService;
  let database: ServiceDatabase;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'parley-passkeys-'));
    database = await openForService(kind, dataDir);
    service = await startTestService({ env: { ...database.env, PUBLIC_URL: origin }, replacements: { clock } });
  }, 180_000);
  afterAll(async () => {
    await service.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  let count = 0;
  const newPerson = async () => {
    const workspaceId = (await service.admin('POST', '/v1/admin/workspaces', { name: 'W' })).json.id;
    const email = `p${++count}@example.com`;
    return { email, workspaceId, browser: await joinWorkspace(service, { email, role: 'member', workspaceId }) };
  };
  const begin = async (browser: Browser) =>
    (await browser.call('POST', '/v1/account/passkeys/begin', { current_password: password })).json.options;
  const add = async (browser: Browser, authenticator: TestAuthenticator, name = 'Phone') => {
    const response = authenticator.create(await begin(browser), origin);
    return browser.call('POST', '/v1/account/passkeys', { name, response });
  };
  const challenge = async () => (await new Browser(service).call('POST', '/v1/session/passkey/begin')).json.options;
  const show = (response: object, browser = new Browser(service)) =>
    browser.call('POST', '/v1/session/passkey', { response });
  const signIn = async (authenticator: TestAuthenticator, browser?: Browser) => {
    clock.advance(1);
    return show(authenticator.get(await challenge(), origin), browser);
  };

  describe('a passkey', () => {
    it('opens the account alone, and stands for a second factor that is required', async () => {
      const { browser, workspaceId, email } = await newPerson();
      const elsewhere = await new Browser(service).signIn(email);
      expect(elsewhere.status).toBe(200);
      const required = { require_second_factor: true };
      await service.admin('PATCH', `/v1/admin/workspaces/${workspaceId}`, required);
      expect((await browser.call('GET', '/v1/files')).status).toBe(403);
      const phone = new TestAuthenticator();
      const added = await add(browser, phone);
      expect([added.status, added.json.passkey.name]).toEqual([200, 'Phone']);
      expect(added.json.recovery_codes).toHaveLength(10);
      // The session that added it has shown it; every other one came without.
      expect((await browser.call('GET', '/v1/files')).status).toBe(200);
      const { data } = (await browser.call('GET', '/v1/sessions')).json;
      expect(data).toHaveLength(1);
      expect((await browser.call('GET', '/v1/session')).json.user.second_factor).toBe(true);
      const later = new Browser(service);
      expect((await signIn(phone, later)).status).toBe(200);
      expect((await later.call('GET', '/v1/files')).status).toBe(200);
      expect((await later.call('GET', '/v1/account/passkeys')).json.data).toMatchObject([
        { name: 'Phone', last_used_at: expect.any(String) },
      ]);
    });

    it('makes the password alone too little, and recovery codes open the account without it', async () => {
      const { browser, email } = await newPerson();
      const { recovery_codes: codes } = (await add(browser, new TestAuthenticator())).json;
      const alone = await new Browser(service).signIn(email);
      expect([alone.status, alone.json.code, alone.json.message]).toEqual([
        401,
        'second_factor_required',
        expect.stringContaining('sign in with a passkey'),
      ]);
      const recover = (code: string) => new Browser(service).call('POST', '/v1/session', { email, password, code });
      expect((await recover(codes[0])).status).toBe(200);
      expect((await recover(codes[0])).status).toBe(401);
      expect((await recover('000000')).json.error).toBe('code is not right');
    });

    it('is taken once for each challenge, in time, verified, from its own page, and only where it was added', async () => {
      const { browser } = await newPerson();
      const phone = new TestAuthenticator();
      await add(browser, phone);
      clock.advance(1);
      const proof = phone.get(await challenge(), origin);
      const both = await Promise.all([show(proof), show(proof)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
      expect((await show(proof)).status).toBe(401);
      const options = await challenge();
      clock.advance(5 * 60_000 + 1);
      expect((await show(phone.get(options, origin))).json.error).toBe('passkey is not right');
      expect((await show(phone.get(await challenge(), 'https://evil.example'))).status).toBe(401);
      expect((await show(phone.get({ ...(await challenge()), rpId: 'evil.example' }, origin))).status).toBe(401);
      expect((await show(phone.get({ ...(await challenge()), challenge: 'bWluZQ' }, origin))).status).toBe(401);
      // A challenge of another purpose.
      expect(
        (await show(phone.get({ ...(await challenge()), challenge: (await begin(browser)).challenge }, origin))).status,
      ).toBe(401);
      phone.verifies = false;
      expect((await signIn(phone)).status).toBe(401);
      phone.verifies = true;
      const stranger = new TestAuthenticator();
      expect((await signIn(stranger)).status).toBe(401);
      for (const response of [{}, { id: 'x' }, { response: { userHandle: 7 } }]) {
        expect((await show(response)).status).toBe(401);
      }
      clock.advance(10 * 60_000);
      expect((await signIn(phone)).status).toBe(200);
    });

    it('whose counter goes back is a copy, and is refused', async () => {
      const { browser } = await newPerson();
      const key = new TestAuthenticator();
      key.counter = 5;
      await add(browser, key);
      key.counter = 6;
      expect((await signIn(key)).status).toBe(200);
      key.counter = 6;
      expect((await signIn(key)).status).toBe(401);
    });

    it('is added by whoever knows the password, listed, renamed and removed, with the recovery codes when it was the last', async () => {
      const { browser, email } = await newPerson();
      const path = '/v1/account/passkeys';
      const refused = await browser.call('POST', `${path}/begin`, { current_password: 'guessed' });
      expect([refused.status, refused.json.error]).toEqual([403, 'current_password is not right']);
      const [phone, laptop] = [new TestAuthenticator(), new TestAuthenticator()];
      const first = (await add(browser, phone)).json.passkey;
      const second = await add(browser, laptop, 'Laptop');
      expect([second.status, second.json.recovery_codes]).toEqual([200, null]);
      expect((await begin(browser)).excludeCredentials).toHaveLength(2);
      expect((await add(browser, phone)).status).toBe(409);
      const renamed = await browser.call('PATCH', `${path}/${first.id}`, { name: 'Old phone' });
      expect([renamed.status, renamed.json.name]).toEqual([200, 'Old phone']);
      const remove = (id: string, current_password = password) =>
        browser.call('POST', `${path}/${id}/remove`, { current_password });
      expect((await remove(first.id, 'guessed')).status).toBe(403);
      expect((await remove('unknown')).status).toBe(404);
      expect((await remove(first.id)).status).toBe(200);
      expect((await signIn(phone)).status).toBe(401);
      expect((await signIn(laptop)).status).toBe(200);
      expect((await remove(second.json.passkey.id)).status).toBe(200);
      expect((await new Browser(service).signIn(email)).status).toBe(200);
    });

    it('of one account is of no use for another, and goes with a link that drops the second factor', async () => {
      const [ann, bob] = [await newPerson(), await newPerson()];
      const phone = new TestAuthenticator();
      const stolen = phone.create(await begin(ann.browser), origin);
      const reply = await bob.browser.call('POST', '/v1/account/passkeys', { name: 'x', response: stolen });
      expect([reply.status, reply.json.error]).toEqual([400, 'passkey is not right']);
      await add(ann.browser, phone);
      const members = (await service.admin('GET', `/v1/admin/members?workspace_id=${ann.workspaceId}`)).json.data;
      const { id } = members.find(({ user }: { user: { email: string } }) => user.email === ann.email);
      const link = await service.admin('POST', `/v1/admin/members/${id}/password-link`, { drop_second_factor: true });
      const token = new URL(link.json.link).hash.replace('#token=', '');
      const set = { token, new_password: 'another long pass phrase' };
      expect((await new Browser(service).call('POST', '/v1/session/reset-password', set)).status).toBe(200);
      expect((await signIn(phone)).status).toBe(401);
    });
  });
});

it('says that browsers keep passkeys for names alone', async () => {
  const service = await startTestService();
  const workspaceId = (await service.admin('POST', '/v1/admin/workspaces', { name: 'W' })).json.id;
  const browser = await joinWorkspace(service, { email: 'ip@example.com', role: 'member', workspaceId });
  const reply = await browser.call('POST', '/v1/account/passkeys/begin', { current_password: password });
  expect([reply.status, reply.json.error]).toEqual([403, 'Passkeys need a name']);
  await service.close();
});
