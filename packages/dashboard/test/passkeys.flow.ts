import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, borrow, claim, closeWindows, owner, type Visit, visit } from './browser.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let browser: Browser;
let first: Visit;

beforeAll(async () => {
  const [started, launched] = await Promise.all([startService(), borrow()]);
  // Browsers keep passkeys for names, not for bare addresses.
  const named = (address: string) => address.replace('127.0.0.1', 'localhost');
  service = { ...started, url: named(started.url), claimUrl: named(started.claimUrl) };
  browser = launched;
  first = await visit(browser, service);
  // What stands for the device: it verifies whoever is there.
  const session = await first.context.newCDPSession(first.page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await claim(first, service);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
});

it('adds a passkey, signs in with it, and removes it', async () => {
  const { page, context } = first;
  await page.goto('/account');
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
  await card.getByLabel('Current password').fill(owner.password);
  await card.getByLabel('Name of the device').fill('Desk');
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await card.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  expect(await card.locator('li').innerText()).toContain('Desk');
  expect(await axeFindings(page)).toEqual([]);

  await context.clearCookies();
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: `Hello, ${owner.name}` }).waitFor();

  await page.goto('/account');
  await card.getByText('last used').waitFor();
  await card.getByLabel('Current password').fill(owner.password);
  await card.getByRole('button', { name: 'Remove' }).click();
  await card.getByText('None yet.').waitFor();
  expect(first.problems).toEqual([]);
});
