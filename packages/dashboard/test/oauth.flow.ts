import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OAuthThirdParty } from '../../server/test/oauth-third-party.ts';
import { axeFindings, borrow, claimIn, closeWindows, signIn, type Visit, visit } from './browser.ts';
import { freePort, type Service, startService } from './service.ts';

let third: OAuthThirdParty;
let service: Service;
let browser: Browser;
const manifests = mkdtempSync(join(tmpdir(), 'parley-manifests-'));

beforeAll(async () => {
  const port = await freePort();
  third = await new OAuthThirdParty().start(`http://127.0.0.1:${port}/v1/integrations/auth-callback`);
  writeFileSync(join(manifests, 'items.json'), JSON.stringify(third.manifest()));
  const environment = {
    PORT: String(port),
    INTEGRATIONS_DIR: manifests,
    INTEGRATION_ITEMS_CLIENT_ID: third.clientId,
    INTEGRATION_ITEMS_CLIENT_SECRET: third.clientSecret,
    ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${third.port}`,
  };
  [service, browser] = await Promise.all([startService(environment), borrow()]);
  await claimIn(browser, service);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
  await third?.close();
  rmSync(manifests, { recursive: true, force: true });
});

/** A reader who is signed in; the third party's pages ask a foreign host for their type, which is not there. */
async function enter(options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
  const one = await visit(browser, service, options);
  await one.context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  await signIn(one);
  return one;
}

/** Presses the button that leads to the third party; gives the window that opens. */
async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('button', { name: 'Go to Items' }).click();
  const window = await opened;
  await window.getByPlaceholder('Enter any login').fill('ada');
  await window.getByPlaceholder('and password').fill('x');
  await window.getByRole('button', { name: 'Sign-in' }).click();
  await window.getByRole('button', { name: 'Continue' }).waitFor();
  return window;
}

it.each([
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 375 },
] as const)('connects an account in the window of the third party, tries a feature, disconnects: %o', async (look) => {
  const one = await enter(look);
  const { page } = one;
  await page.goto('/integrations/items?tab=connections');
  await page.getByRole('heading', { name: 'Nobody is connected yet' }).waitFor();
  await page.getByRole('button', { name: 'Connect Items' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Items' });
  await dialog.getByLabel('User', { exact: true }).fill('user-42');
  const window = await openWindow(page);
  await dialog.getByText('Waiting for Items').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // The service asks once more, so that nobody connects an account to a stranger by a link.
  await window.getByRole('button', { name: 'Continue' }).click();
  await window.getByText('It will be connected to the user user-42').waitFor();
  const closed = window.waitForEvent('close');
  await window.getByRole('button', { name: 'Connect' }).click();
  await closed;
  await page.getByText('Items is connected for user-42').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /user-42 Connected/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Features' }).click();
  await page.getByLabel('User', { exact: true }).fill('user-42');
  await page.getByRole('button', { name: 'Run' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('ada').waitFor();
  const [token = ''] = third.shown.slice(-1);
  expect(await third.accepts(token)).toBe(true);

  await page.getByRole('tab', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Disconnect user-42' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('user-42 is disconnected, and Items has revoked the token').waitFor();
  await page.getByRole('heading', { name: 'Nobody is connected yet' }).waitFor();
  expect(await third.accepts(token)).toBe(false);
  expect(one.problems).toEqual([]);
  await one.context.close();
});

it('says so when the access is refused in the window of the third party', async () => {
  const one = await enter();
  const { page } = one;
  await page.goto('/integrations/items?connect=user-43');
  const window = await openWindow(page);
  const closed = window.waitForEvent('close');
  await window.getByRole('link', { name: 'Cancel' }).click();
  await closed;
  await page.getByText(/refused|denied|aborted/i).waitFor();
  await page.getByRole('tab', { name: 'Connections' }).click();
  await page.getByRole('heading', { name: 'Nobody is connected yet' }).waitFor();
  expect(one.problems).toEqual([]);
  await one.context.close();
});
