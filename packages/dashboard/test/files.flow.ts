import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, borrow, claim, closeWindows, signIn, visit } from './browser.ts';
import { scannedPdf } from './scanned-pdf.ts';
import { type Service, startService } from './service.ts';
import { settle } from './settle.ts';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ CALL_CONTENTS: 'keep' }), borrow()]);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
});

const lines = [
  'Invoice 2025-0417',
  'Mooring rope for the eastern quay',
  'The total amount is 4018 euro.',
  'Pay by 2 April 2025.',
];

it('uploads a scanned PDF, shows the boxes of what was read, and answers from it where it stands', async () => {
  const one = await visit(browser, service);
  const { page } = one;
  await claim(one, service);
  await page.goto('/files');
  await page.getByText('No files yet').waitFor();
  const buffer = await scannedPdf(page, lines);
  await page.locator('input[type=file]').setInputFiles([
    { name: 'invoice.pdf', mimeType: 'application/pdf', buffer },
    { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('item,price\nrope,212\nfender,96\n') },
  ]);
  await page.getByText('2 of 2 uploaded').waitFor();
  const row = page.getByRole('row', { name: /invoice\.pdf/ });
  await row.getByText('Ready').waitFor({ timeout: 120_000 });
  await row.getByRole('link', { name: 'invoice.pdf' }).click();
  await page.getByRole('button', { name: 'Show recognised words' }).click();
  await page.locator('svg rect').nth(8).waitFor({ timeout: 120_000 });
  expect(await page.locator('figcaption').innerText()).toMatch(/Confidence\s+(?:[89]\d|100)/);
  await page.getByLabel('Question').fill('What is the total amount?');
  await page.getByLabel('Question').press('Enter');
  const sources = page.getByRole('region', { name: 'Sources' });
  await sources.getByRole('button').first().click();
  expect(await sources.innerText()).toContain('4018 euro');
  await page.waitForURL(/at=\d+-\d+-1/);
  await page.locator('svg rect[data-quoted]').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The address alone brings the same passage back.
  await page.reload();
  await page.locator('svg rect[data-quoted]').first().waitFor({ timeout: 120_000 });
  expect(one.problems).toEqual([]);
  await one.context.close();
}, 420_000);

it('has no findings on pages of tables and JSON, of what is not there, and of no page at all', async () => {
  const one = await visit(browser, service);
  await signIn(one);
  const { page } = one;
  await page.goto('/files');
  const buffer = Buffer.from(JSON.stringify({ orders: Array.from({ length: 60 }, (_, id) => ({ id, lines: [id] })) }));
  await page.locator('input[type=file]').setInputFiles([{ name: 'orders.json', mimeType: 'application/json', buffer }]);
  for (const name of ['prices.csv', 'orders.json']) {
    await page.goto('/files');
    await page.getByRole('link', { name }).first().click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await settle(page);
    expect(await axeFindings(page), name).toEqual([]);
  }
  for (const path of [
    '/files/none',
    '/collections/none',
    '/research/none',
    '/media/none',
    '/integrations/none',
    '/none',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await axeFindings(page), path).toEqual([]);
    expect(await page.title(), path).toMatch(/.+ · Parley/);
  }
  // Part of a word finds it, whatever it is.
  for (const [part, option, heading] of [
    ['rices', /prices\.csv/, 'prices.csv'],
    ['etenti', /Retention/, 'Settings'],
    ['og_leve', /LOG_LEVEL/, 'Settings'],
  ] as const) {
    await page.goto('/files');
    await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill(part);
    await page.getByRole('option', { name: option }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  }
  // Paper is white, whatever the screen is.
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(22, 24, 29)');
  await one.context.close();
});

it('searches a collection and says why a passage stands where it does', async () => {
  const one = await visit(browser, service);
  const { page } = one;
  await signIn(one);
  await page.goto('/collections?new=1');
  await page.getByLabel('Name', { exact: true }).fill('Quay');
  await page.getByLabel('Attributes').fill('year: 2025');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a collection' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').getByLabel('invoice.pdf').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('1 of 1 ready').waitFor({ timeout: 45_000 });
  await page.getByRole('tab', { name: 'Search' }).click();
  await page.getByLabel('What to look for').fill('rope for the quay');
  await page.getByLabel('What to look for').press('Enter');
  await page
    .getByRole('list', { name: 'Why it ranks here' })
    .first()
    .getByText(/no\. 1/)
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open in its place' }).first().click();
  await page.waitForURL(/\/files\/.*at=/);
  expect(one.problems).toEqual([]);
  await one.context.close();
}, 120_000);

it('shows what was used, one call of the log whole, and gives both as CSV', async () => {
  const one = await visit(browser, service);
  const { page } = one;
  await signIn(one);
  // From a figure on Home to a call, why it went as it did, and to the same once more.
  await page.goto('/');
  await page.getByRole('link', { name: 'Requests' }).click();
  await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
  await page.getByLabel('Such as /v1/answer').fill('/v1/answer');
  await page.getByRole('button', { name: 'POST /v1/answer' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('reader').first().waitFor();
  await dialog.getByRole('link', { name: 'Open in the playground' }).click();
  await page.getByRole('heading', { name: 'Playground', level: 1 }).waitFor();
  await expect.poll(() => page.getByLabel('Question or task').inputValue()).toBe('What is the total amount?');
  const from = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
  await page.goto(`/calls?endpoint=createAnswer&from=${from}`);
  await page.getByRole('button', { name: 'POST /v1/answer' }).first().waitFor();
  await page.getByLabel('To', { exact: true }).fill('2026-01-01T00:00');
  await page.getByText('No call matches').waitFor();
  await page.getByLabel('To', { exact: true }).fill('');
  await page.getByRole('button', { name: 'POST /v1/answer' }).first().waitFor();
  // New calls come by themselves.
  await page.getByRole('button', { name: 'Live' }).click();
  const before = await page.getByRole('button', { name: 'POST /v1/answer' }).count();
  await page.evaluate(askAgain);
  await expect.poll(() => page.getByRole('button', { name: 'POST /v1/answer' }).count()).toBe(before + 1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const rows = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(rows[0]).toContain('request_id,status,endpoint');
  expect(rows.slice(1).every((row) => row.includes('createAnswer'))).toBe(true);
  expect(rows.length).toBeGreaterThan(1);
  await page.goto('/usage?by=endpoint&range=1h');
  await page.getByRole('region', { name: 'By endpoint' }).getByText('POST /v1/answer').waitFor();
  await page.locator('.uplot canvas').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(one.problems).toEqual([]);
  await one.context.close();
}, 90_000);

/** What a page of the service does, written as text since its policy allows no foreign function. */
const askAgain = `(async () => {
  const { csrf_token } = await (await fetch('/v1/session')).json();
  const headers = { 'content-type': 'application/json', 'x-parley-csrf': csrf_token };
  await fetch('/v1/answer', { method: 'POST', headers, body: JSON.stringify({ query: 'When?', context: 'At nine.' }) });
})()`;

it('reads a file that failed once more, and says again what is wrong where that was not mended', async () => {
  const one = await visit(browser, service);
  await signIn(one);
  const { page } = one;
  await page.goto('/files');
  const buffer = Buffer.from('%PDF-1.7\nno PDF at all');
  await page.locator('input[type=file]').setInputFiles([{ name: 'torn.pdf', mimeType: 'application/pdf', buffer }]);
  const row = page.getByRole('row', { name: /torn\.pdf/ });
  await row.getByText('Failed').waitFor({ timeout: 45_000 });
  await row.getByRole('link', { name: 'torn.pdf' }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'This file could not be read' });
  const again = page.getByRole('button', { name: 'Read again' });
  await problem.waitFor();
  // What the page shows meanwhile is looked at before it may ask how it ended.
  const seen = Promise.withResolvers<void>();
  await page.route(/\/v1\/files\/[^/?]+$/, async (route) => {
    await seen.promise;
    await route.continue();
  });
  const [reply] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/reread')),
    again.focus().then(() => page.keyboard.press('Enter')),
  ]);
  expect(reply.status()).toBe(200);
  expect((await reply.json()).status).toBe('processing');
  await page.getByRole('heading', { name: 'Being read' }).waitFor();
  seen.resolve();
  // The page looks by itself until it is known how it ended.
  await problem.waitFor({ timeout: 45_000 });
  expect(await axeFindings(page)).toEqual([]);
  expect(one.problems).toEqual([]);
  await one.context.close();
}, 180_000);
