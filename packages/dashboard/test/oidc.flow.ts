import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityProvider } from '../../server/test/accounts/identity-provider.ts';
import { axeFindings, borrow, claimIn, closeWindows, type Visit, visit } from './browser.ts';
import { type Service, startService } from './service.ts';

const provider = new IdentityProvider();
let service: Service;
let browser: Browser;

beforeAll(async () => {
  await provider.listen();
  [service, browser] = await Promise.all([startService(provider.environment), borrow()]);
  provider.admit(service.url);
  await claimIn(browser, service);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
  provider.close();
});

const withProvider = 'Sign in with your organisation';

/** A reader whose page may lead to the provider; the provider's own pages ask a foreign host for their type. */
async function comeTo(path: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
  const one = await visit(browser, service, options);
  await one.context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  await one.page.goto(path);
  await one.page.getByRole('link', { name: withProvider }).waitFor();
  return one;
}

async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: withProvider }).click();
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** What was not the provider's own doing. */
const unexpected = ({ problems }: Visit) =>
  problems.filter((problem) => !problem.includes(provider.issuer) && !problem.includes('fonts.googleapis.com'));

it.each([
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 375 },
] as const)('signs in over the identity provider, at the page that was asked for: %o', async (look) => {
  provider.people.set('eve', { email: 'eve@example.com', email_verified: true, name: 'Eve' });
  const one = await comeTo('/keys', look);
  const { page } = one;
  expect(await axeFindings(page)).toEqual([]);
  await signInAs(page, 'eve');
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/keys');
  const session = await (await one.context.request.get('/v1/session')).json();
  expect(session).toMatchObject({ user: { email: 'eve@example.com', has_password: false }, role: 'viewer' });
  const cookies = (await one.context.cookies(service.url)).filter(({ name }) => name.includes('parley_session'));
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax' }]);
  expect(unexpected(one)).toEqual([]);
  await one.context.close();
});

it('says why the identity provider does not let somebody in, and lets another way be tried', async () => {
  provider.people.set('out', { email: 'out@elsewhere.example', email_verified: true, name: 'Out' });
  provider.people.set('eve', { email: 'eve@example.com', email_verified: true, name: 'Eve' });
  const one = await comeTo('/files?status=ready');
  const { page } = one;
  await signInAs(page, 'out');
  const refusal = page.getByRole('alert');
  await refusal.getByText('no invitation').waitFor();
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  expect(await axeFindings(page)).toEqual([]);
  // Whoever writes an address puts no words of his own on the page.
  await page.goto('/sign-in?error=Call%20555%20and%20tell%20your%20password');
  await refusal.getByText('Begin again, or sign in another way.').waitFor();
  expect(await page.getByText('555').count()).toBe(0);
  // At the provider one is somebody else now; the way leads home, because the page that was asked for is forgotten.
  await one.context.clearCookies();
  await page.reload();
  await signInAs(page, 'eve');
  await page.getByRole('heading', { name: 'Hello, Eve' }).waitFor();
  await page.goto('/sign-in?error=old');
  await page.getByRole('heading', { name: 'Hello, Eve' }).waitFor();
  expect(unexpected(one)).toEqual([]);
  await one.context.close();
});
