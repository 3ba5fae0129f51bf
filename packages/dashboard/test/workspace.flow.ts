import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { borrow, claim, closeWindows, type Visit, visit } from './browser.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let browser: Browser;
let owner: Visit;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), borrow()]);
  owner = await visit(browser, service);
  await claim(owner, service);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
});

it('sets the name, the budget and the limit of the workspace that one is in', async () => {
  const { page } = owner;
  await page.goto('/usage?tab=alerts');
  await page.getByRole('link', { name: 'Set a budget' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Harbour');
  await page.getByLabel('Monthly budget in US dollars').fill('12,50');
  await page.getByRole('textbox', { name: 'Storage', exact: true }).fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The workspace is changed').waitFor();
  const { workspaces } = await (await owner.context.request.get('/v1/session')).json();
  const stored = await owner.context.request.get(`/v1/admin/workspaces/${workspaces[0].id}`);
  expect(await stored.json()).toMatchObject({
    name: 'Harbour',
    budget_usd: 12.5,
    limits: { storage_bytes: 2_000_000_000 },
  });
  await page.getByRole('button', { name: /Harbour/ }).waitFor();
  expect(owner.problems).toEqual([]);
});

it('shows what is stored and how much more there is room for', async () => {
  const { page } = owner;
  const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Five words are in here.') };
  await page.goto('/files');
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('row', { name: /note\.txt/ }).waitFor();
  await page.goto('/settings?tab=storage');
  await page.getByText('23 B of 2 GB').waitFor();
  await page.getByRole('row', { name: /Harbour/ }).waitFor();
  expect(await page.getByRole('definition').allInnerTexts()).toContain('1 file');
  expect(owner.problems).toEqual([]);
});

it('offers to one who is only a member no budget and no limit to change', async () => {
  const invited = await owner.context.request.get('/v1/session');
  const { csrf_token, workspaces } = await invited.json();
  const made = await owner.context.request.post('/v1/admin/invitations', {
    headers: { 'x-parley-csrf': csrf_token, origin: service.url },
    data: { email: 'vera@example.com', role: 'member', workspace_id: workspaces[0].id },
  });
  const one = await visit(browser, service);
  await one.page.goto((await made.json()).link);
  await one.page.getByLabel('Your name').fill('Vera');
  await one.page.getByLabel('Password').fill('a quiet place to look');
  await one.page.getByRole('button', { name: 'Accept the invitation' }).click();
  await one.page.getByRole('heading', { name: 'Hello, Vera' }).waitFor();
  await one.page.goto('/settings?tab=workspace');
  await one.page.getByText('Set by owners and admins of the whole installation.').first().waitFor();
  for (const label of ['Name', 'Monthly budget in US dollars', 'Storage'])
    expect(await one.page.getByRole('textbox', { name: label, exact: true }).isDisabled()).toBe(true);
  for (const name of ['Save', 'Delete workspace']) expect(await one.page.getByRole('button', { name }).count()).toBe(0);
  await one.page.goto('/settings?tab=storage');
  await one.page.getByText('23 B of 2 GB').waitFor();
  for (const words of ['Database', 'Sealing']) expect(await one.page.getByText(words, { exact: true }).count()).toBe(0);
  expect(one.problems).toEqual([]);
});
