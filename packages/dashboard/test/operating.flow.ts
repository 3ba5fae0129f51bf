import type { Server } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, borrow, claim, closeWindows, type Visit, visit } from './browser.ts';
import { startPlainModel } from './plain-model.ts';
import { answerOnce, freePort, type Service, startService } from './service.ts';

/* What is set while a service runs: each thing is made, changed and found again, and compared with what the API says of it. */

let service: Service;
let browser: Browser;
let model: Server;
let one: Visit;
let page: Page;

beforeAll(async () => {
  const port = await freePort();
  model = await startPlainModel(port);
  service = await startService({
    SEALING_KEY: 'a key that seals what is stored here',
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    PARLEY_MODEL: 'openai/house-model',
  });
  browser = await borrow();
  one = await visit(browser, service, { patienceMs: 40_000 });
  await claim(one, service);
  page = one.page;
}, 240_000);
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
  model?.close();
});

async function api<Body>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Body> {
  const reply = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.adminKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
  return (await reply.json()) as Body;
}

it('sets a budget, refuses one below zero in a sentence, and changes its amount and the shares at which it tells', async () => {
  await page.goto('/usage?tab=budgets');
  await page.getByRole('button', { name: 'Set a budget' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('-5');
  await dialog.getByText('A number of 0 or more, such as 5 or 12.50.').waitFor();
  const create = dialog.getByRole('button', { name: 'Set a budget' });
  expect(await create.isDisabled()).toBe(true);
  await dialog.getByLabel('Amount').fill('20');
  await dialog.getByLabel('Name').fill('House');
  await create.click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Actions: House' }).click();
  await page.getByRole('menuitem', { name: 'Change budget' }).click();
  await dialog.getByLabel('Amount').fill('12,50');
  await dialog.getByLabel('Tell at, in per cent').fill('none');
  await dialog.getByText(/At most ten numbers above 0/).waitFor();
  await dialog.getByLabel('Tell at, in per cent').fill('50, 90');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /House.*\$12\.50/ }).waitFor();
  const { data } = await api<{ data: object[] }>('GET', '/v1/admin/budgets');
  expect(data).toMatchObject([{ name: 'House', amount_usd: 12.5, warn_at: [0.5, 0.9], scope: 'workspace' }]);
  expect(one.problems).toEqual([]);
});

it('shares the calls of a label between two versions of a prompt', async () => {
  const prompt = await api<{ id: string }>('POST', '/v1/prompts', { name: 'support-reply', system: 'Be brief.' });
  await api('POST', `/v1/prompts/${prompt.id}/versions`, { system: 'Be brief and kind.' });
  await page.goto(`/prompts/${prompt.id}`);
  await page.getByRole('button', { name: 'Change the shares of production' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Share of row 1 in per cent').fill('90');
  const save = dialog.getByRole('button', { name: 'Save the shares' });
  await dialog.getByText(/together they are 100 %/).waitFor();
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Share with another version' }).click();
  await dialog.getByLabel('Share of row 2 in per cent').fill('10');
  expect(await axeFindings(page)).toEqual([]);
  await save.click();
  await page.getByText('90 % of production → 1 · 10 % of production → 2').waitFor();
  const { labels } = await api<{ labels: object }>('GET', `/v1/prompts/${prompt.id}`);
  expect(labels).toEqual({
    production: [
      { version: 1, share: 0.9 },
      { version: 2, share: 0.1 },
    ],
  });
  expect(one.problems).toEqual([]);
});

it('keeps a guard to some topics and to one key', async () => {
  const key = await api<{ id: string }>('POST', '/v1/admin/keys', { name: 'Town hall' });
  await page.goto('/guards?new=guard');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('town-only');
  await dialog.getByLabel('Looks for').selectOption('topics');
  await dialog.getByText('Name at least one topic, here or above.').waitFor();
  await dialog.getByLabel('Topics that may be talked about').fill('parking\nfees');
  await dialog.getByLabel('When it cannot say').selectOption('block');
  await dialog.getByLabel('Town hall').check();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add a guard' }).click();
  await page.getByRole('row', { name: /town-only.*Of 1 key/ }).waitFor();
  const { data } = await api<{ data: object[] }>('GET', '/v1/admin/guards');
  expect(data).toMatchObject([
    {
      name: 'town-only',
      keys: [key.id],
      check: { type: 'topics', allowed: ['parking', 'fees'], on_error: 'block' },
    },
  ]);
  expect(one.problems).toEqual([]);
});

it('says which engine a call would get and why, tries a route with one small call, and goes back one version', async () => {
  await page.goto('/routing?new=1');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('fast');
  await dialog
    .getByRole('textbox', { name: 'Settings as JSON' })
    .fill(JSON.stringify({ engines: [{ engine: 'openai/house-model' }], fallbacks: ['reader'] }));
  await dialog.getByRole('button', { name: 'Add a route' }).click();
  await dialog.waitFor({ state: 'detached' });

  const menu = page.getByRole('button', { name: 'Actions: fast' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Which engine would a call get?' }).click();
  await dialog.getByLabel('If the first engine fails').selectOption('overload');
  await dialog.getByRole('button', { name: 'Find out' }).click();
  const order = dialog.getByRole('list', { name: 'Asked in this order' });
  await order.waitFor();
  expect(await order.getByRole('listitem').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/reader/)]),
  );
  const said = await api<{ why: string }>('POST', '/v1/admin/routes/dry-run', { model: 'fast', after: 'overload' });
  await dialog.getByText(said.why).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await menu.click();
  await page.getByRole('menuitem', { name: 'Try with one small call' }).click();
  await dialog.getByText('It answers').waitFor();
  await dialog.getByText('Blue.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await api('PUT', '/v1/admin/routes/fast', { engines: [{ engine: 'reader' }] });
  await page.goto('/routing?open=fast');
  await dialog.getByRole('button', { name: 'Go back to it' }).first().click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await api<{ engines: object[] }>('GET', '/v1/admin/routes/fast')).engines)
    .toMatchObject([{ engine: 'openai/house-model' }]);
  expect(one.problems).toEqual([]);
});

it('seals everything anew and says how far it is', async () => {
  await page.goto('/settings?tab=storage');
  const before = await api<{ key_id: string }>('GET', '/v1/admin/sealing');
  await page.getByText(before.key_id).waitFor();
  await page.getByRole('button', { name: 'Seal anew with a new key' }).click();
  const dialog = page.getByRole('dialog');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Seal anew with a new key' }).click();
  await dialog.waitFor({ state: 'detached' });
  const report = () => api<{ key_id: string; run: object }>('GET', '/v1/admin/sealing');
  await expect.poll(report, { timeout: 50_000 }).toMatchObject({ run: { status: 'completed', failed: 0 } });
  const { key_id: now } = await report();
  expect(now).not.toBe(before.key_id);
  await page.getByText(now).waitFor();
  await page.getByText('Done', { exact: true }).waitFor();
  expect(one.problems).toEqual([]);
});

it('leads from the warning of calls without a known price to the price', async () => {
  const base_url = 'https://models.example.com/v1';
  await api('POST', '/v1/admin/providers', { id: 'hosted', type: 'openai', base_url });
  await api('POST', '/v1/admin/routes', { id: 'hosted-route', engines: [{ engine: 'hosted/m' }] });
  await answerOnce(service);
  await api('GET', '/v1/admin/calls?limit=1');
  // Nobody answers at that address: the record says what one of its calls would have said.
  const database = new DatabaseSync(join(service.dataDir, 'parley.db'));
  database.exec(`PRAGMA busy_timeout = 5000; UPDATE usage_records SET is_unpriced = 1, engine = 'hosted/m'
    WHERE endpoint = 'createAnswer' AND status = 200; DELETE FROM usage_hours;`);
  database.close();
  await page.goto('/');
  await page.getByText(/price is not known. Budgets and alerts do not see/).waitFor();
  await page
    .getByText(/^≥|not known/i)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Set the price' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('hosted/m').waitFor();
  await dialog.getByRole('spinbutton').nth(0).fill('2');
  await dialog.getByRole('spinbutton').nth(1).fill('8');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { engines } = await api<{ engines: Array<{ engine: string }> }>('GET', '/v1/admin/models');
  expect(engines.find(({ engine }) => engine === 'hosted/m')).toMatchObject({
    price: 'set',
    upstream_prices: { input_usd: 2, output_usd: 8 },
  });
  expect(one.problems).toEqual([]);
});

it('shows the cases of a set, adds one, changes it and deletes it', async () => {
  const session = await (await one.context.request.get('/v1/session')).json();
  const made = await one.context.request.post('/v1/evaluations/sets', {
    headers: { 'x-parley-csrf': session.csrf_token, origin: service.url },
    data: { name: 'Questions of citizens', cases: [{ name: 'lamp', request: { query: 'Which colour?' } }] },
  });
  const { id } = await made.json();
  await page.goto(`/evaluations/${id}`);
  const cases = page.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  await cases.filter({ hasText: 'lamp' }).waitFor();
  await page.getByRole('button', { name: 'Add a case' }).first().click();
  const dialog = page.getByRole('dialog');
  const code = dialog.getByRole('textbox', { name: 'Case as JSON' });
  await code.fill('{"name": "fees", "request": {"query": "What does parking cost?"}, "expected": "2 euros"}');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add a case' }).click();
  await cases.filter({ hasText: '2 euros' }).waitFor();
  await page.getByRole('button', { name: 'Change case fees' }).click();
  await code.fill('{"name": "fees", "request": {"query": "What does parking cost?"}, "expected": "3 euros"}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await cases.filter({ hasText: '3 euros' }).waitFor();
  await page.getByRole('button', { name: 'Delete case lamp' }).click();
  await cases.filter({ hasText: 'lamp' }).waitFor({ state: 'detached' });
  expect(await cases.count()).toBe(1);
  expect(one.problems).toEqual([]);
});

it('finds prompts, guards, budgets, routes, holds, sets and batches by a part of a word', async () => {
  await api('POST', '/v1/admin/holds', { user_id: 'user-77', reason: 'Case of the harbour' });
  for (const [typed, label, address] of [
    ['port-rep', 'support-reply', /\/prompts\/prompt/],
    ['own-on', 'town-only', /\/guards\?guard=/],
    ['ouse', 'House', /\/usage\?tab=budgets&budget=/],
    ['fas', 'fast', /\/routing\?open=fast/],
    ['er-77', 'Case of the harbour', /\/erasures\?tab=holds/],
    ['citiz', 'Questions of citizens', /\/evaluations\/\w+/],
    ['SEALING_KEY_C', 'SEALING_KEY_COMMAND', /\/settings\?tab=effective/],
  ] as const) {
    await page.goto('/account');
    await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill(typed);
    await page.getByRole('option', { name: label }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(address);
  }
  expect(one.problems).toEqual([]);
});

it('deletes a workspace once its name is written out', async () => {
  await api('POST', '/v1/admin/workspaces', { name: 'Short-lived' });
  await page.goto('/');
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('Short-lived');
  await page.getByRole('option', { name: 'Short-lived' }).click();
  await page
    .getByRole('button', { name: /Short-lived/ })
    .first()
    .waitFor();
  await page.goto('/settings?tab=workspace');
  await page.getByRole('button', { name: 'Delete workspace' }).click();
  const dialog = page.getByRole('dialog');
  const action = dialog.getByRole('button', { name: 'Delete workspace' });
  await dialog.getByLabel('Write Short-lived to confirm').fill('Short');
  expect(await action.isDisabled()).toBe(true);
  await dialog.getByLabel('Write Short-lived to confirm').fill('Short-lived');
  expect(await axeFindings(page)).toEqual([]);
  await action.click();
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();
  const { data } = await api<{ data: Array<{ name: string }> }>('GET', '/v1/admin/workspaces');
  expect(data.map(({ name }) => name)).not.toContain('Short-lived');
  expect(one.problems).toEqual([]);
});
