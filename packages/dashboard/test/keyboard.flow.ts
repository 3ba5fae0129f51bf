import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { borrow, claimIn, closeWindows, owner, signIn, visit } from './browser.ts';
import { type Service, startService } from './service.ts';

/* What people do most, without a pointer. */

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  browser = await borrow();
  await claimIn(browser, service);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
});

/** Goes on with the key until the element has the focus. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await wanted.waitFor();
  for (let press = 0; press < 120; press++) {
    if (await hasFocus(wanted)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${wanted} cannot be reached with ${key}`);
}

const hasFocus = (element: Locator) => element.evaluate((one) => one === one.ownerDocument.activeElement);

it('signs in, makes a key, asks a question and looks at its call with keys alone', async () => {
  const one = await visit(browser, service);
  const { page } = one;
  await page.goto('/');
  await tabTo(page, page.getByLabel('E-mail address'));
  await page.keyboard.type(owner.email);
  await tabTo(page, page.getByLabel('Password'));
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();

  await tabTo(page, page.getByRole('link', { name: 'Keys', exact: true }));
  await page.keyboard.press('Enter');
  const create = page.getByRole('button', { name: 'Create key' });
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Name', { exact: true }));
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await dialog
    .getByText(/^parley_/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('By keyboard').first().waitFor();

  await tabTo(page, page.getByRole('link', { name: 'Playground', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Question or task'));
  await page.keyboard.type('Which colour has the lamp?');
  await tabTo(page, page.getByLabel('Text to answer from'));
  await page.keyboard.type('The lamp is green.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Figures' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).waitFor();
  await page.keyboard.type('calls');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
  const call = page.getByRole('button', { name: 'POST /v1/answer' }).first();
  await tabTo(page, call);
  await page.keyboard.press('Enter');
  await dialog.getByRole('heading', { name: 'What was done' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(call)).toBe(true);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(call)).toBe(true);
  expect(one.problems).toEqual([]);
  await one.context.close();
});

it('saves a filter of calls, takes it again and groups by model with keys alone', async () => {
  const one = await visit(browser, service);
  const { page } = one;
  await page.goto('/');
  await page.getByLabel('E-mail address').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();
  await page.goto('/calls?source=dashboard');
  const saved = page.getByRole('button', { name: 'Saved filters' });
  await tabTo(page, saved);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /Save filter/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name of the filter').waitFor();
  await tabTo(page, page.getByLabel('Name of the filter'));
  await page.keyboard.type('By people');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'By people' }).waitFor();
  await page.goto('/calls');
  await tabTo(page, page.getByLabel('By', { exact: true }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => new URL(page.url()).searchParams.get('by')).toBe('model');
  const group = page.getByRole('button', { name: 'small-2' });
  await tabTo(page, group);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('model')).toBe('small-2');
  await one.context.close();
});

it('asks which engine a call would get, and sets a budget, with keys alone', async () => {
  const one = await visit(browser, service);
  await signIn(one);
  const { page } = one;
  const dialog = page.getByRole('dialog');
  await page.goto('/routing');
  const ask = page.getByRole('button', { name: 'Which engine would a call get?' });
  await tabTo(page, ask);
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Model', { exact: true }));
  await page.keyboard.type('small-2');
  await page.keyboard.press('Enter');
  await dialog.getByRole('list', { name: 'Asked in this order' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(ask)).toBe(true);

  await page.goto('/usage?tab=budgets');
  await tabTo(page, page.getByRole('button', { name: 'Set a budget' }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Name', { exact: true }));
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /By keyboard/ }).waitFor();
  expect(one.problems).toEqual([]);
  await one.context.close();
});
