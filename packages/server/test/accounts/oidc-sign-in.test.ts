import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminKey, startTestService, type TestService } from '../test-service.ts';
import { Browser, claim, join, password } from './browser.ts';
import { IdentityProvider } from './identity-provider.ts';

const provider = new IdentityProvider();
const { people } = provider;
let service: TestService;
beforeAll(async () => {
  await provider.listen();
  service = await startTestService({ env: provider.environment });
  provider.admit(service.url);
});
afterAll(async () => {
  await service.close();
  provider.close();
});

/** One browser: its cookies by host, and where it is sent. */
class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(url: string, form?: URLSearchParams): Promise<{ location: string | null; text: string }> {
    const jar = this.#cookies.get(new URL(url).host) ?? new Map<string, string>();
    this.#cookies.set(new URL(url).host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const init = { redirect: 'manual' as const, headers: { cookie }, ...(form && { method: 'POST', body: form }) };
    const response = await fetch(url, init);
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    return { location: location && new URL(location, url).href, text: await response.text() };
  }

  /** Goes to the provider and through its pages; gives the address that leads back to the service. */
  async toCallback(user: string, returnTo = '/keys'): Promise<string> {
    const begin = `${service.url}/v1/session/oidc/begin?return_to=${encodeURIComponent(returnTo)}`;
    let { location } = await this.open(begin);
    for (let step = 0; step < 15 && location; step++) {
      if (location.startsWith(service.url)) return location;
      const page: { location: string | null; text: string } = await this.open(location);
      const action = /action="([^"]+)"/.exec(page.text)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1];
      if (page.location) location = page.location;
      else if (action && prompt) {
        const form = new URLSearchParams({ prompt, login: user });
        location = (await this.open(new URL(action, location).href, form)).location;
      } else throw new Error(page.text.slice(0, 300));
    }
    throw new Error('signing in did not end');
  }

  /** Where the service sends the browser in the end. */
  async signIn(user: string, returnTo?: string): Promise<string> {
    return new URL((await this.open(await this.toCallback(user, returnTo))).location ?? '').href.replace(
      service.url,
      '',
    );
  }

  async session() {
    return JSON.parse((await this.open(`${service.url}/v1/session`)).text);
  }

  /** As a page does it that is signed in. */
  async call(method: string, path: string) {
    const jar = this.#cookies.get(new URL(service.url).host) ?? new Map<string, string>();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const { csrf_token: token } = await this.session();
    return (await service.call(method, path, undefined, { cookie, 'x-parley-csrf': token })).json;
  }
}

/** A code and no words: anybody can write the address of the page. */
const refusal = (path: string) => /^\/sign-in\?error=([a-z_]+)$/.exec(path)?.[1];

it('signs people in who are invited, known by a verified address, or of an allowed domain', async () => {
  people.set('eve', { email: 'eve@example.com', email_verified: true, name: 'Eve' });
  expect(refusal(await new Visitor().signIn('eve'))).toBe('unclaimed');
  await claim(service, adminKey);
  const eve = new Visitor();
  expect(await eve.signIn('eve')).toBe('/keys');
  expect(await eve.session()).toMatchObject({
    user: { email: 'eve@example.com', name: 'Eve', has_password: false },
    role: 'viewer',
    instance: { oidc: true },
  });
  people.set('out', { email: 'out@elsewhere.example', email_verified: true });
  expect(refusal(await new Visitor().signIn('out'))).toBe('not_invited');
  await service.admin('POST', '/v1/admin/invitations', { email: 'Out@Elsewhere.example', role: 'admin' });
  const out = new Visitor();
  expect(await out.signIn('out')).toBe('/keys');
  // Who signs in is asked: nobody gets a role without a word.
  expect(await out.session()).toMatchObject({ instance_role: null, workspaces: [], user: { verified: true } });
  const [offer] = (await out.call('GET', '/v1/account/offers')).data;
  expect(offer).toMatchObject({ role: 'admin', workspace_id: null, workspace_name: null });
  await out.call('POST', `/v1/account/offers/${offer.id}/accept`);
  expect((await out.session()).instance_role).toBe('admin');
  expect((await service.admin('GET', '/v1/admin/invitations')).json.data).toEqual([]);
  const workspaceId = (await service.admin('GET', '/v1/admin/workspaces')).json.data[0].id;
  await join(service, { email: 'ann@example.com', role: 'member', workspaceId });
  people.set('ann', { email: 'ANN@example.com', email_verified: true });
  const ann = new Visitor();
  await ann.signIn('ann');
  expect(await ann.session()).toMatchObject({ user: { name: 'ann', has_password: false }, role: 'member' });
});

it('gives an account that somebody made with the address of another to whom it is, and no role before', async () => {
  const place = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Squat' })).json.id;
  const email = 'ceo@example.com';
  // An admin of a workspace has the link, so the account has a password that the person does not know.
  const squatter = await join(service, { email, role: 'viewer', workspaceId: place });
  expect((await squatter.call('GET', '/v1/session')).json.user.verified).toBe(false);
  const granted = await service.admin('POST', '/v1/admin/members', { email, role: 'owner' });
  expect(granted.json).toMatchObject({ email, role: 'owner', workspace_id: null, expires_at: expect.any(String) });
  expect((await squatter.call('GET', '/v1/session')).json.instance_role).toBeNull();
  expect((await squatter.call('GET', '/v1/account/offers')).json.data).toEqual([]);
  const taken = await squatter.call('POST', `/v1/account/offers/${granted.json.id}/accept`);
  expect([taken.status, taken.json.error]).toEqual([403, 'Your address is not proved']);
  const raised = await service.admin('GET', `/v1/admin/members?workspace_id=${place}`);
  const [{ id, user }] = raised.json.data;
  expect(user.verified).toBe(false);
  const promoted = await service.admin('PATCH', `/v1/admin/members/${id}`, { role: 'owner' });
  expect([promoted.status, promoted.json.error]).toEqual([409, 'The address is not proved']);
  people.set('ceo', { email, email_verified: true, name: 'C' });
  const ceo = new Visitor();
  await ceo.signIn('ceo');
  expect(await ceo.session()).toMatchObject({ user: { email, has_password: false, verified: true }, role: 'viewer' });
  expect((await squatter.call('GET', '/v1/session')).status).toBe(401);
  expect((await new Browser(service).signIn(email, password)).status).toBe(401);
  const [offer] = (await ceo.call('GET', '/v1/account/offers')).data;
  await ceo.call('POST', `/v1/account/offers/${offer.id}/accept`);
  expect((await ceo.session()).instance_role).toBe('owner');
  expect((await ceo.call('GET', '/v1/account/offers')).data).toEqual([]);
});

it('lets offers be declined, and keeps those of others apart', async () => {
  people.set('dora', { email: 'dora@example.com', email_verified: true });
  const dora = new Visitor();
  await dora.signIn('dora');
  const offerTo = async (email: string) =>
    (await service.admin('POST', '/v1/admin/members', { email, role: 'admin' })).json.id;
  const [own, other] = [await offerTo('DORA@example.com'), await offerTo('nobody@example.com')];
  expect(await dora.call('POST', `/v1/account/offers/${other}/accept`)).toMatchObject({ code: 'not_found' });
  expect(await dora.call('DELETE', `/v1/account/offers/${other}`)).toMatchObject({ code: 'not_found' });
  expect(await dora.call('DELETE', `/v1/account/offers/${own}`)).toEqual({ id: own, deleted: true });
  expect((await dora.call('GET', '/v1/account/offers')).data).toEqual([]);
  expect((await dora.session()).instance_role).toBeNull();
});

it('takes no account over by an address that is not verified, or by another identity', async () => {
  people.set('thief', { email: 'owner@example.com', email_verified: false });
  expect(refusal(await new Visitor().signIn('thief'))).toBe('unverified');
  people.set('silent', { email: 'owner@example.com' });
  expect(refusal(await new Visitor().signIn('silent'))).toBe('unverified');
  people.set('double', { email: 'eve@example.com', email_verified: true });
  expect(refusal(await new Visitor().signIn('double'))).toBe('other_identity');
  people.set('fresh', { email: 'fresh@example.com', email_verified: false });
  expect(refusal(await new Visitor().signIn('fresh'))).toBe('unverified');
});

it('comes back only in the browser that began, and only to pages of its own', async () => {
  const begun = await new Visitor().toCallback('eve');
  const other = await new Visitor().open(begun);
  expect(refusal(other.location?.replace(service.url, '') ?? '')).toBe('begin_again');
  const forged = new Visitor();
  const back = new URL(await forged.toCallback('eve'));
  back.searchParams.set('state', 'x');
  expect(refusal((await forged.open(back.href)).location?.replace(service.url, '') ?? '')).toBe('not_confirmed');
  for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    expect(await new Visitor().signIn('eve', elsewhere)).toBe('/');
  }
});

it('is off where no provider is set', async () => {
  const plain = await startTestService();
  const reply = await plain.call('GET', '/v1/session/oidc/begin');
  expect([reply.status, reply.json.message]).toEqual([404, expect.stringContaining('OIDC_ISSUER')]);
  await plain.close();
});
