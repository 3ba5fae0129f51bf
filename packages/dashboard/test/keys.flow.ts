import { AuthenticationError, Parley } from '@parley/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { borrow, claim, closeWindows, type Visit, visit } from './browser.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let browser: Browser;
let one: Visit;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), borrow()]);
  one = await visit(browser, service);
  await claim(one, service);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
});

const ask = (apiKey: string) =>
  new Parley({ baseUrl: service.url, apiKey, maxRetries: 0 }).answer.create({ query: 'What is 12 times 12?' });

/** The key in the window that shows it once. */
async function takeKey(): Promise<string> {
  const dialog = one.page.getByRole('dialog', { name: 'Copy your key now' });
  const key = await dialog.locator('output').innerText();
  await dialog.getByRole('button', { name: 'Copy key' }).click();
  expect(await one.page.evaluate('navigator.clipboard.readText()')).toBe(key);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return key;
}

async function choose(name: string, action: string): Promise<void> {
  await one.page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click();
  await one.page.getByRole('menuitem', { name: action }).click();
}

it('makes a key, uses it, rolls it and revokes it', async () => {
  const { page } = one;
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Website');
  await page.getByLabel('Budget in US dollars').fill('5');
  await page.getByRole('checkbox', { name: /^Media/ }).uncheck();
  await page.getByRole('checkbox', { name: /^May ask the web/ }).uncheck();
  await page.getByRole('checkbox', { name: /^Refuse unknown fields/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const first = await takeKey();
  const { data } = await (await one.context.request.get('/v1/admin/keys')).json();
  expect(data.find(({ name }: { name: string }) => name === 'Website')).toMatchObject({ web: false, strict: true });
  expect((await ask(first)).answer).toContain('144');

  await page.reload();
  const row = page.getByRole('row', { name: /Website/ });
  await row.getByRole('cell', { name: '$5.00 a month', exact: true }).waitFor();
  await row.getByRole('cell', { name: /^(?:now|\d+ seconds? ago)$/ }).waitFor();

  await choose('Website', 'Change');
  expect(await page.getByRole('checkbox', { name: /^May ask the web/ }).isChecked()).toBe(false);
  expect(await page.getByRole('checkbox', { name: /^Refuse unknown fields/ }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The focus goes back to what opened the menu, which is gone itself.
  await expect
    .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")'))
    .toBe('Actions for Website');
  await choose('Website', 'Replace');
  await page.getByLabel('The old key works for another').selectOption({ label: 'Not at all: it ends now' });
  await page.getByRole('button', { name: 'Make the new key' }).click();
  const second = await takeKey();
  expect(second).not.toBe(first);
  expect((await ask(second)).answer).toContain('144');
  await expect.poll(() => ask(first).catch((error: unknown) => error)).toBeInstanceOf(AuthenticationError);

  await choose('Website', 'Revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The key is revoked.').waitFor();
  await expect.poll(() => ask(second).catch((error: unknown) => error)).toBeInstanceOf(AuthenticationError);
  expect(one.problems).toEqual([]);
});

it('shows the name of a key whole in a usual window, and enough of it in a narrower one', async () => {
  const { page } = one;
  const name = 'Nightly import of all branch offices';
  await page.goto('/keys?new=key');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await takeKey();
  const shown = page.getByRole('row', { name: new RegExp(name) }).getByTitle(name, { exact: true });
  const width = () => shown.evaluate((element) => [element.clientWidth, element.scrollWidth]);
  const [there = 0, needed = 0] = await width();
  expect(there).toBeGreaterThanOrEqual(needed);
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect.poll(async () => (await width())[0]).toBeGreaterThan(180);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('makes an admin key apart from those of workspaces', async () => {
  const { page } = one;
  await page.goto('/keys?kind=admin&new=key');
  await page.getByLabel('Name', { exact: true }).fill('Deploy');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const adminKey = await takeKey();
  await page.getByRole('row', { name: /Deploy/ }).waitFor();
  const { data } = await new Parley({ baseUrl: service.url, apiKey: adminKey, adminKey }).api.listWorkspaces();
  expect(data).toHaveLength(1);
  await page.getByRole('button', { name: 'Workspace keys' }).click();
  await page.getByRole('row', { name: /Dashboard/ }).waitFor();
  expect(await page.getByRole('row', { name: /Deploy/ }).count()).toBe(0);
  expect(one.problems).toEqual([]);
});
