import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callbackOf, crmManifest, crmSettings, oauthAt } from '../crm-manifest.ts';
import { FakeVendor } from '../fake-vendor.ts';
import { startTestService, type TestService } from '../test-service.ts';

/* Who finishes a sign-in, and where the browser goes afterwards. */

/** Sends what browsers send, keeps cookies, follows nothing by itself. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async open(url: string, method = 'GET'): Promise<{ status: number; text: string; headers: Headers; url: string }> {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        'upgrade-insecure-requests': '1',
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      expect(cookie).toMatch(/; HttpOnly; SameSite=Lax/);
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=');
      this.#cookies.set(name, value);
    }
    return { status: response.status, text: await response.text(), headers: response.headers, url };
  }

  /** Presses the button of a page. */
  press(page: { text: string; url: string }) {
    return this.open(new URL(actionOf(page.text), page.url).href, 'POST');
  }
}

const decode = (html: string) => html.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
const actionOf = (page: string) => decode(/<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? '');
const targetOf = (page: string) => decode(/http-equiv="refresh" content="0;url=([^"]+)"/.exec(page)?.[1] ?? '');
const linkOf = (page: string) => decode(/<a href="([^"]+)"/.exec(page)?.[1] ?? '');

let vendor: FakeVendor;
let service: TestService;
let exchanges = 0;

const start = async (env: Record<string, string> = {}) => {
  const ALLOW_PRIVATE_ADDRESSES = `127.0.0.1:${vendor.port}`;
  service = await startTestService({ env: { ALLOW_PRIVATE_ADDRESSES, ...crmSettings, ...env } });
  await service.admin('POST', '/v1/admin/integrations', crmManifest(vendor, oauthAt(vendor)));
};
const begin = async (body: object = {}): Promise<string> => {
  const reply = await service.call('POST', '/v1/integrations/crm/connect', { user_id: 'mallory', ...body });
  expect([reply.status, Object.keys(reply.json)]).toEqual([200, ['redirect_url', 'instructions']]);
  return reply.json.redirect_url;
};
const connections = async () =>
  (await service.call('GET', '/v1/integrations/crm/connections')).json.data.map(
    ({ user_id }: { user_id: string }) => user_id,
  );

beforeAll(async () => {
  vendor = await new FakeVendor().start();
  vendor.answer(({ url }) => {
    if (!url.endsWith('/token')) return { body: { ok: true } };
    exchanges++;
    return { body: { access_token: `access-${exchanges}`, refresh_token: 'refresh', token_type: 'bearer' } };
  });
});
afterAll(() => vendor.close());
beforeEach(() => {
  exchanges = 0;
});

describe('a sign-in as it is by default', () => {
  beforeAll(() => start());
  afterAll(() => service.close());

  it('attaches no account of somebody who was sent a stranger’s redirect_url, unless they say so', async () => {
    const victim = new Browser();
    const page = await victim.open(callbackOf(service.url, await begin()));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Connect your CRM account?');
    expect(page.text).toContain('<b>mallory</b> of <b>default</b>');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([exchanges, await connections()]).toEqual([0, []]);
  });

  it('connects when the person who was asked presses the button, once', async () => {
    const browser = new Browser();
    const page = await browser.open(callbackOf(service.url, await begin({ callback_url: 'http://127.0.0.1:1/done' })));
    const done = await browser.press(page);
    const target = new URL(targetOf(done.text));
    expect([done.status, target.origin, target.searchParams.get('status')]).toEqual([
      200,
      'http://127.0.0.1:1',
      'success',
    ]);
    expect(await connections()).toEqual(['mallory']);
    expect((await browser.press(page)).text).toContain('expired or was already used');
    expect(exchanges).toBe(1);
  });

  it.each(['another browser', 'no proof', 'the proof of another sign-in'])(
    'takes no answer to its question from %s, and the right browser still may',
    async (kind) => {
      const browser = new Browser();
      const page = await browser.open(callbackOf(service.url, await begin()));
      const own = new URL(actionOf(page.text), page.url);
      const forged = new URL(own);
      if (kind === 'no proof') forged.searchParams.delete('proof');
      if (kind.startsWith('the proof')) {
        const other = await browser.open(callbackOf(service.url, await begin()));
        forged.searchParams.set('proof', new URL(actionOf(other.text), other.url).searchParams.get('proof')!);
      }
      const sender = kind === 'another browser' ? new Browser() : browser;
      expect((await sender.open(forged.href, 'POST')).status).toBe(400);
      expect(exchanges).toBe(0);
      expect((await browser.press(page)).status).toBe(200);
      expect(exchanges).toBe(1);
    },
  );

  it('finishes at once for a program that follows the redirect', async () => {
    const address = callbackOf(service.url, await begin({ callback_url: `${service.url}/done` }));
    const response = await fetch(address, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `${service.url}/done?status=success&integrationId=crm&user_id=mallory`,
    ]);
  });
});

describe('a sign-in that only the browser that began can finish', () => {
  beforeAll(() => start({ INTEGRATIONS_BROWSER_BINDING: 'strict' }));
  afterAll(() => service.close());

  it('asks before it leaves, and takes the answer from that browser alone', async () => {
    const address = await begin();
    expect(address).toMatch(/\/v1\/integrations\/auth-begin\/[\w-]{43}$/);
    const [browser, stranger] = [new Browser(), new Browser()];
    const [page, strangersPage] = [await browser.open(address), await stranger.open(address)];
    expect(page.text).toContain('<b>mallory</b> of <b>default</b>');
    const left = await browser.press(page);
    const out = targetOf(left.text);
    expect(out.startsWith(`${vendor.url}/authorize?`)).toBe(true);
    expect(new URL(out).searchParams.get('code_challenge_method')).toBe('S256');
    expect((await stranger.press(strangersPage)).text).toContain('already used');
    const back = callbackOf(service.url, out);
    for (const refused of [await stranger.open(back), await new Browser().open(back)]) {
      expect([refused.status, refused.text.includes('another browser')]).toEqual([400, true]);
    }
    expect((await fetch(back)).status).toBe(400);
    expect(exchanges).toBe(0);
    expect((await browser.open(back)).text).toContain('CRM is connected');
    expect(await connections()).toEqual(['mallory']);
    expect((await browser.open(back)).text).toContain('already used');
  });

  it('does not finish what was never begun in a browser', async () => {
    const address = await begin();
    const state = address.split('/').at(-1);
    const reply = await fetch(`${service.url}/v1/integrations/auth-callback?code=c&state=${state}`);
    expect([reply.status, exchanges]).toEqual([400, 0]);
  });
});

describe('where a sign-in ends', () => {
  afterAll(() => service.close());
  const end = async (callback_url: string) =>
    fetch(callbackOf(service.url, await begin({ callback_url })), { redirect: 'manual' });

  it('sends nobody on to an origin that nobody allowed: a page shows the link', async () => {
    await start();
    const reply = await end('https://app.example/done?x=1');
    expect([reply.status, reply.headers.get('location')]).toEqual([200, null]);
    const page = await reply.text();
    expect(linkOf(page)).toBe('https://app.example/done?x=1&status=success&integrationId=crm&user_id=mallory');
    expect(page).toContain('Go on to app.example');
    expect(page).not.toContain('http-equiv="refresh"');
  });

  it.each([
    ['http://127.0.0.1:9/done', 302],
    ['http://localhost:9/done', 302],
    ['http://127.0.0.1.evil.example/done', 200],
    ['https://evil.example/#http://127.0.0.1', 200],
  ])('while it runs on loopback, a callback to %s is %i', async (url, status) => {
    expect((await end(url)).status).toBe(status);
  });

  it('redirects to what was registered for the workspace, and not any more when it was removed', async () => {
    const { id } = (await service.admin('GET', '/v1/admin/workspaces')).json.data[0];
    const set = (callback_origins: unknown) =>
      service.admin('PATCH', `/v1/admin/workspaces/${id}`, { callback_origins });
    expect((await set(['https://app.example'])).json.callback_origins).toEqual(['https://app.example']);
    expect((await end('https://app.example/done')).headers.get('location')).toMatch(/^https:\/\/app\.example\/done\?/);
    expect((await end('https://app.example.evil.example/done')).status).toBe(200);
    expect((await set(['https://app.example/path'])).status).toBe(400);
    await set([]);
    expect((await end('https://app.example/done')).status).toBe(200);
  });

  it('redirects to what the integration names', async () => {
    await service.admin('DELETE', '/v1/admin/integrations/crm');
    const more = { callback_origins: ['https://own.example'] };
    await service.admin('POST', '/v1/admin/integrations', crmManifest(vendor, oauthAt(vendor), more));
    expect((await end('https://own.example/done')).status).toBe(302);
  });
});

describe('who an answer comes from (RFC 9207)', () => {
  afterAll(() => service.close());
  const tenant = () => `${vendor.url}/tenant-a`;
  const answer = async (auth: object, iss: string) => {
    await service.admin('DELETE', '/v1/admin/integrations/crm');
    await service.admin('POST', '/v1/admin/integrations', crmManifest(vendor, oauthAt(vendor, auth)));
    const more = iss === '' ? '' : `&iss=${encodeURIComponent(iss)}`;
    return (await fetch(callbackOf(service.url, await begin(), more))).status;
  };

  it('is the issuer letter by letter where it is known, and is said where the server promised to', async () => {
    await start();
    const known = { issuer: tenant() };
    expect(await answer(known, tenant())).toBe(200);
    for (const iss of [`${vendor.url}/tenant-b`, vendor.url, `${tenant()}/`, 'no address']) {
      expect([iss, await answer(known, iss)]).toEqual([iss, 400]);
    }
    expect(await answer(known, '')).toBe(200);
    expect(await answer({ ...known, sends_issuer: true }, '')).toBe(400);
  });

  it('is of an origin that was asked where only origins are known', async () => {
    expect(await answer({}, `${vendor.url}/anything`)).toBe(200);
    for (const iss of ['https://other.example', 'null', 'data:text/plain,x']) {
      expect([iss, await answer({}, iss)]).toEqual([iss, 400]);
    }
  });
});
