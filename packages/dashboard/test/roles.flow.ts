import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { borrow, claim, closeWindows, type Visit, visit } from './browser.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let browser: Browser;
let viewer: Visit;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), borrow()]);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
});

it('invites a viewer, who accepts with the link', async () => {
  const owner = await visit(browser, service);
  await claim(owner, service);
  const { page } = owner;
  await page.goto('/members');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('E-mail address').fill('vera@example.com');
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByRole('dialog').locator('output').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('vera@example.com').waitFor();

  viewer = await visit(browser, service);
  await viewer.page.goto(link);
  await viewer.page.getByText(/You get the role Viewer/).waitFor();
  await viewer.page.getByLabel('Your name').fill('Vera');
  await viewer.page.getByLabel('Password').fill('a quiet place to look');
  await viewer.page.getByRole('button', { name: 'Accept the invitation' }).click();
  await viewer.page.getByRole('heading', { name: 'Hello, Vera' }).waitFor();
  expect(owner.problems).toEqual([]);
  await owner.context.close();
});

it('offers a viewer nothing that costs or changes', async () => {
  const { page } = viewer;
  await page.goto('/keys');
  await page.getByRole('row', { name: /Default/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
  await page.goto('/keys?new=key');
  await page.getByRole('row', { name: /Default/ }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goto('/members');
  await page.getByRole('row', { name: /vera@example.com/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Invite somebody' }).count()).toBe(0);
  await page.goto('/playground');
  await page.getByText(/Your role may look/).waitFor();
  await page.getByLabel('Question or task').fill('Why?');
  expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
  for (const [path, offer] of [
    ['/prompts', 'Keep a prompt'],
    ['/batches', 'Start a batch'],
    ['/evaluations', 'Create set'],
    ['/usage?tab=budgets', 'Set a budget'],
  ] as const) {
    await page.goto(path);
    await page.getByText(/^No (prompts|batches|sets|budgets) yet$/).waitFor();
    expect(await page.getByRole('button', { name: offer }).count()).toBe(0);
  }
  expect(viewer.problems).toEqual([]);
});

it('says of what a viewer may not see that it is so', async () => {
  const { page } = viewer;
  for (const path of ['/guards', '/routing', '/erasures', '/usage?tab=audit']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Your role may not see this' }).waitFor();
    const areas = page.getByRole('navigation', { name: 'Areas' });
    expect(await areas.getByRole('link', { name: /Guards|Routing|Erasure/ }).count()).toBe(0);
  }
  expect(viewer.problems).toEqual([]);
});

it('shows a viewer who else is here, and themselves', async () => {
  const { page } = viewer;
  await page.goto('/members');
  await page.getByRole('row', { name: /vera@example.com/ }).waitFor();
  await page.getByRole('row', { name: /ada@example.com/ }).waitFor();
  expect(viewer.problems).toEqual([]);
});

it('refuses a viewer at the API all the same', async () => {
  const { request } = viewer.context;
  const { csrf_token } = await (await request.get('/v1/session')).json();
  const headers = { 'x-parley-csrf': csrf_token, origin: service.url };
  const calls = [
    request.post('/v1/answer', { headers, data: { query: 'Why?' } }),
    request.post('/v1/admin/keys', { headers, data: { name: 'Mine' } }),
    request.post('/v1/admin/invitations', { headers, data: { email: 'x@example.com', role: 'owner' } }),
    request.post('/v1/playground/runs', { headers, data: { mode: 'answer', request: {} } }),
    request.get('/v1/admin/health'),
    request.get('/v1/admin/audit'),
  ];
  const statuses = (await Promise.all(calls)).map((reply) => reply.status());
  expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
});

it('refuses calls that a foreign page could have sent', async () => {
  const { request } = viewer.context;
  const { csrf_token } = await (await request.get('/v1/session')).json();
  const own = { 'x-parley-csrf': csrf_token, origin: service.url };
  const withoutToken = await request.delete('/v1/session', { headers: { origin: service.url } });
  const fromElsewhere = await request.delete('/v1/session', { headers: { ...own, origin: 'https://evil.example' } });
  expect([withoutToken.status(), fromElsewhere.status()]).toEqual([403, 403]);
  expect((await request.get('/v1/session')).status()).toBe(200);
});

it('signs out: the page asks who one is, and the cookie is worth nothing', async () => {
  const { page, context } = viewer;
  const cookies = await context.cookies();
  await page.goto('/');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
  await context.addCookies(cookies);
  expect((await context.request.get('/v1/session')).status()).toBe(401);
  await context.clearCookies();
  await page.goto('/members');
  await page.getByLabel('E-mail address').fill('vera@example.com');
  await page.getByLabel('Password').fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('E-mail address or password is wrong.').waitFor();
  await page.getByLabel('Password').fill('a quiet place to look');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Members' }).waitFor();
});
