import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeAt, secretOf } from '../../server/src/lib/one-time-code.ts';
import { axeFindings, borrow, claim, closeWindows, owner, type Visit, visit } from './browser.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let browser: Browser;
let first: Visit;
let secret = '';

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), borrow()]);
  first = await visit(browser, service);
  await claim(first, service);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
});

/** Of the next half minute: the code of this one has been used. */
const nextCode = () => codeAt(secretOf(secret), Math.floor(Date.now() / 30_000) + 1);

it('sets up a second factor, and shows the recovery codes once', async () => {
  const { page } = first;
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Second factor' }) });
  await card.getByLabel('Current password').fill(owner.password);
  await card.getByRole('button', { name: 'Set it up' }).click();
  secret = await card.locator('output').innerText();
  await card.getByLabel('Code').fill(codeAt(secretOf(secret), Math.floor(Date.now() / 30_000)));
  await card.getByRole('button', { name: 'Switch on' }).click();
  await card.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  expect((await card.locator('output').innerText()).split('\n')).toHaveLength(10);
  expect(await axeFindings(page)).toEqual([]);
  expect(first.problems).toEqual([]);
});

it('asks for its code at the next sign-in', async () => {
  const { page } = await visit(browser, service);
  await page.goto('/');
  await page.getByLabel('E-mail address').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code').fill(nextCode());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: `Hello, ${owner.name}` }).waitFor();
});

it('makes a link with which a member sets a new password', async () => {
  const { page } = first;
  const headers = { 'x-parley-csrf': (await (await page.request.get('/v1/session')).json()).csrf_token };
  const data = { email: 'vera@example.com', role: 'viewer' };
  const invited = await (await page.request.post('/v1/admin/invitations', { headers, data })).json();
  const member = await visit(browser, service);
  await member.page.goto(invited.link);
  await member.page.getByLabel('Your name').fill('Vera');
  await member.page.getByLabel('Password').fill('a quiet place to look');
  await member.page.getByRole('button', { name: 'Accept the invitation' }).click();
  await member.page.getByRole('heading', { name: 'Hello, Vera' }).waitFor();
  await page.goto('/members');
  await page.getByRole('button', { name: 'Link for a new password of Vera' }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByRole('dialog').locator('output').innerText();
  const forgetful = await visit(browser, service);
  await forgetful.page.goto(link);
  await forgetful.page.getByLabel('New password').fill('another quiet place');
  expect(await axeFindings(forgetful.page)).toEqual([]);
  await forgetful.page.getByRole('button', { name: 'Set the password' }).click();
  await forgetful.page.getByRole('heading', { name: 'Hello, Vera' }).waitFor();
  expect(forgetful.problems).toEqual([]);
});
