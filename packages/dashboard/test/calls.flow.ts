import type { Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, borrow, claim, closeWindows, type Visit, visit } from './browser.ts';
import { startPlainModel } from './plain-model.ts';
import { freePort, type Service, startService } from './service.ts';

/* The log of calls: what is kept of a call and for whom, how calls are summed, and what a colleague sees. */

let service: Service;
let model: Server;
let browser: Browser;
let one: Visit;
let page: Page;
const keys: Record<'Website' | 'Nightly', { id: string; key: string }> = {
  Website: { id: '', key: '' },
  Nightly: { id: '', key: '' },
};

beforeAll(async () => {
  const port = await freePort();
  model = await startPlainModel(port);
  service = await startService({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    PARLEY_MODEL: 'openai/house-model',
  });
  browser = await borrow();
  one = await visit(browser, service, { patienceMs: 40_000 });
  await claim(one, service);
  page = one.page;
  for (const name of ['Website', 'Nightly'] as const) keys[name] = await post('/v1/admin/keys', { name });
}, 240_000);
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
  model?.close();
});

async function post<Reply>(path: string, body: object, key = service.adminKey): Promise<Reply> {
  const reply = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

const ask = (name: keyof typeof keys, user: string, query: string) =>
  post('/v1/answer', { query, context: 'The lamp is green.', user_id: user }, keys[name].key);

it('keeps what calls of one key say for so many days, masked, once that is switched on in the settings', async () => {
  await page.goto('/settings?tab=retention');
  await page.getByLabel('Kept', { exact: true }).selectOption('keys');
  await page.getByLabel('Website', { exact: true }).check();
  await page.getByLabel(/^Contents of calls/).fill('3');
  await page.getByLabel('Mask personal data').check();
  const card = page.locator('form').filter({ has: page.getByLabel('Mask personal data') });
  await card.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The retention is changed').waitFor();
  await ask('Website', 'u-1', 'Who wrote to ann.keller@example.com about the lamp?');
  await ask('Website', 'u-2', 'Which colour is the lamp?');
  await ask('Nightly', 'u-1', 'Which colour is the lamp?');

  await page.goto(`/calls?key=${keys.Website.id}&user=u-1`);
  await page.getByRole('button', { name: 'POST /v1/answer' }).first().click();
  const dialog = page.getByRole('dialog');
  const contents = dialog.getByRole('region', { name: 'What was asked and answered' });
  await contents.getByText(/\[EMAIL\]/).waitFor();
  expect(await contents.innerText()).not.toContain('ann.keller@example.com');
  await contents.getByText(/in 3 days|in 2 days/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`/calls?key=${keys.Nightly.id}`);
  await page.getByRole('button', { name: 'POST /v1/answer' }).first().click();
  await dialog.getByText('Endpoint', { exact: true }).waitFor();
  expect(await contents.count()).toBe(0);
  expect(one.problems).toEqual([]);
});

it.each([
  ['key', ['Website', 'Nightly'], `key`],
  ['model', ['small-2'], 'model'],
  ['user', ['u-1', 'u-2'], 'user'],
] as const)('sums calls by %s, and leads from a sum to its calls', async (by, names, filter) => {
  await page.goto(`/calls?by=${by}`);
  for (const name of names) await page.getByRole('button', { name, exact: true }).waitFor();
  await page.getByRole('button', { name: names[0], exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get(filter)).not.toBe(null);
  await page.getByRole('button', { name: 'POST /v1/answer' }).first().waitFor();
  expect(one.problems).toEqual([]);
});

it('gives a link to a call that another member opens', async () => {
  await page.goto(`/calls?key=${keys.Website.id}&user=u-2`);
  await page.getByRole('button', { name: 'POST /v1/answer' }).first().click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Members of this workspace can open it.').waitFor();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  expect([...new URL(link).searchParams.keys()].sort()).toEqual(['call', 'workspace']);

  const { csrf_token, workspaces } = await (await one.context.request.get('/v1/session')).json();
  const made = await one.context.request.post('/v1/admin/invitations', {
    headers: { 'x-parley-csrf': csrf_token, origin: service.url },
    data: { email: 'vera@example.com', role: 'viewer', workspace_id: workspaces[0].id },
  });
  const other = await visit(browser, service, { patienceMs: 40_000 });
  await other.page.goto((await made.json()).link);
  await other.page.getByLabel('Your name').fill('Vera');
  await other.page.getByLabel('Password').fill('a quiet place to look');
  await other.page.getByRole('button', { name: 'Accept the invitation' }).click();
  await other.page.getByRole('heading', { name: 'Hello, Vera' }).waitFor();
  await other.page.goto(link);
  const dialog = other.page.getByRole('dialog');
  await dialog.getByText(new URL(link).searchParams.get('call') ?? '').waitFor();
  await dialog.getByText('Website', { exact: true }).waitFor();
  expect(other.problems).toEqual([]);
  await other.context.close();
});

it('opens Settings after Playground and Media, whose lists of models have another shape', async () => {
  await page.goto('/');
  for (const [link, heading] of [
    ['Playground', 'Playground'],
    ['Media', 'Media'],
    ['Settings', 'Settings'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  }
  await page.getByText('part of the service').first().waitFor();
  expect(await page.title()).toMatch(/^Settings/);
  expect(one.problems).toEqual([]);
});
