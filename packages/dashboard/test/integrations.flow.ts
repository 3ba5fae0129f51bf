import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, borrow, claimIn, closeWindows, signIn, visit } from './browser.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), borrow()]);
  await claimIn(browser, service);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
});

/** The browser notes what the service refuses; these refusals are what is looked at. */
const unexpected = (problems: readonly string[]) => problems.filter((problem) => !problem.includes('/execute)'));

it.each(['light', 'dark'] as const)(
  'finds an open integration and tries a feature with its form: %s',
  async (theme) => {
    const one = await visit(browser, service, { theme });
    await signIn(one);
    const { page } = one;
    await page.goto('/integrations');
    const tiles = page.getByRole('list', { name: 'Catalogue' }).getByRole('listitem');
    await tiles.first().waitFor();
    expect(await tiles.count()).toBeGreaterThan(10);
    await page.getByLabel('Search names and features').fill('top stories');
    await page.getByRole('link', { name: 'Hacker News' }).click();
    await page.getByRole('heading', { name: 'Hacker News' }).waitFor();
    await page.getByRole('button', { name: /^GET_ITEM/ }).click();
    await page.getByLabel('id', { exact: true }).fill('0');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('alert').waitFor();
    // What the service found wrong stands at the input.
    expect(await page.getByLabel('id', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await page.getByLabel('id', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Connections' }).click();
    await page.getByRole('heading', { name: 'Nobody needs to connect' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(unexpected(one.problems)).toEqual([]);
    await one.context.close();
  },
);

it('asks for what the way to connect needs, and hides what it does not', async () => {
  const one = await visit(browser, service, { width: 375, height: 740 });
  await signIn(one);
  const { page } = one;
  await page.goto('/integrations/jira?connect=user-42');
  await page.getByRole('dialog', { name: 'Connect Jira' }).waitFor();
  expect(await page.getByRole('dialog').getByLabel('User', { exact: true }).inputValue()).toBe('user-42');
  expect(await page.getByLabel('subdomain').count()).toBe(0);
  await page.getByLabel('Way to connect').selectOption('BASIC_AUTH');
  await page.getByLabel('subdomain').fill('not a name!');
  await page.getByText(/does not have the form that is expected/).waitFor();
  expect(await page.getByLabel('Password or token').getAttribute('type')).toBe('password');
  expect(await axeFindings(page)).toEqual([]);
  expect(one.problems).toEqual([]);
  await one.context.close();
});

const document = {
  openapi: '3.0.0',
  info: { title: 'Tickets', version: '1' },
  servers: [{ url: 'https://tickets.example.com' }],
  paths: {
    '/tickets': {
      get: { operationId: 'listTickets', summary: 'List tickets', responses: { 200: { description: 'All' } } },
      post: {
        operationId: 'addTicket',
        summary: 'Write a ticket',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
            },
          },
        },
        responses: { 200: { description: 'Written' } },
      },
    },
  },
};

it('adds what a document describes after a preview, connects, asks before a change, disconnects, and removes it', async () => {
  const one = await visit(browser, service);
  await signIn(one);
  const { page } = one;
  await page.goto('/integrations?new=1');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'OpenAPI' }).click();
  await dialog.getByLabel('Id', { exact: true }).fill('tickets');
  await dialog.getByLabel('Name', { exact: true }).fill('Tickets');
  await dialog.getByLabel('Document', { exact: true }).fill(JSON.stringify(document));
  await dialog.getByRole('button', { name: 'Read what it brings' }).click();
  await page.getByRole('heading', { name: 'It brings 2 features' }).waitFor({ timeout: 90_000 });
  expect(await dialog.getByRole('list', { name: 'Features' }).innerText()).toContain('LIST_TICKETS');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep it' }).click();

  await page.getByRole('button', { name: /^ADD_TICKET/ }).click();
  await page.getByLabel('title', { exact: true }).fill('Lamp is broken');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('dialog', { name: 'Change something at Tickets?' }).waitFor();
  expect(await dialog.innerText()).toContain('Lamp is broken');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

  const { csrf_token } = await (await one.context.request.get('/v1/session')).json();
  const headers = { 'x-parley-csrf': csrf_token, origin: service.url };
  await one.context.request.post('/v1/integrations/tickets/connect', { headers, data: { user_id: 'user-42' } });
  await page.goto('/integrations/tickets?tab=connections');
  await page.getByRole('row', { name: /user-42 Connected/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Disconnect user-42' }).click();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('heading', { name: 'Nobody needs to connect' }).waitFor();

  await page.getByRole('tab', { name: 'Definition' }).click();
  await page.getByRole('heading', { name: 'Pinned definitions' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.waitForURL('**/integrations');
  await page.getByRole('link', { name: 'Hacker News' }).waitFor();
  expect(await page.getByRole('link', { name: 'Tickets', exact: true }).count()).toBe(0);
  expect(unexpected(one.problems)).toEqual([]);
  await one.context.close();
}, 240_000);
