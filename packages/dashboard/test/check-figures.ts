import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ManagementClient } from '@parley/sdk/management';
import type { Locator, Page } from 'playwright-core';
import { formatCompact, formatCost, formatMoney, formatNumber } from '../src/lib/format.ts';
import { ui } from '../src/messages/en/ui.ts';
import { claim, launch, visit } from './browser.ts';
import { checkedPages } from './pages.ts';
import { manyCalls, seedCalls } from './seed-rows.ts';
import { startService } from './service.ts';
import { settle } from './settle.ts';

/**
 * Compares the figures of every page that has some with the ledger in the database and with the API, makes a hundred page views, and compares
 * again: `npm run test:dashboard-figures`. What is seen on a page is read from its elements; what it should be is summed by SQL. Prints a line for
 * each figure, and ends with 1 where one differs or where looking has changed the ledger.
 */
const views = 100;
const language = 'en';
const dayMs = 86_400_000;
const seeded = 400;

interface Sums {
  requests: number;
  errors: number;
  input: number;
  output: number;
  cost: number;
  unpriced: number;
}

let differences = 0;
let compared = 0;
const service = await startService();
const browser = await launch();
try {
  const one = await visit(browser, service, { patienceMs: 60_000 });
  await claim(one, service);
  const { page } = one;
  const workspaceId = await page.evaluate<string>(
    `fetch('/v1/session').then((reply) => reply.json()).then((session) => session.workspace_id)`,
  );
  const admin = new ManagementClient({ baseUrl: service.url, adminKey: service.adminKey, apiKey: service.adminKey });
  const keys = await Promise.all(['Website', 'Nightly'].map((name) => admin.api.createKey({ body: { name } })));
  seedCalls(
    service,
    workspaceId,
    manyCalls(
      seeded,
      keys.map(({ id }) => id),
      20,
    ),
  );
  await makeCalls(keys[0]?.key ?? '');
  const before = await compareAll(page, admin, 'first');
  for (let view = 0; view < views; view++) {
    const next = checkedPages[view % checkedPages.length];
    await page.goto(next?.path ?? '/');
    await page.waitForLoadState('networkidle');
  }
  const after = await compareAll(page, admin, `after ${views} page views`);
  compare('records in the ledger, unchanged by looking', String(after.requests), String(before.requests));
} finally {
  console.log(`${compared} figures compared, ${differences} differ`);
  await browser.close();
  await service.stop();
}
process.exitCode = differences === 0 && compared > 30 ? 0 : 1;

/** Some that succeed, some that are refused, as a program would. */
async function makeCalls(key: string): Promise<void> {
  const ask = (body: object) =>
    fetch(`${service.url}/v1/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((reply) => reply.text());
  for (let n = 0; n < 5; n++) await ask({ query: 'Which colour is the lamp?', context: 'The lamp is green.' });
  await ask({ query: ' ' });
  await ask({ query: 'Who?', model: 'nobody/knows' });
}

async function compareAll(page: Page, admin: ManagementClient, when: string): Promise<Sums> {
  console.log(`\n${when}`);
  // Brings what was acknowledged into the database.
  await admin.api.listCalls({ query: { limit: 1 } });
  const all = sumsOf('1 = 1');
  await compareHome(page, admin);
  await compareUsage(page, admin);
  await compareCalls(page, all);
  await compareMonth(page);
  await compareEngines(page);
  await compareCounts(page);
  return all;
}

async function compareHome(page: Page, admin: ManagementClient): Promise<void> {
  await open(page, '/');
  const today = sumsOf(`created_at >= ${Math.floor(Date.now() / dayMs) * dayMs}`);
  const { today: told } = await admin.api.getOverview({ query: {} });
  compare('API overview: requests today', String(told.requests), String(today.requests));
  compare('API overview: errors today', String(told.errors), String(today.errors));
  compare('API overview: cost today', told.cost_usd.toFixed(9), today.cost.toFixed(9));
  const section = page.getByRole('region', { name: 'Today' });
  const shown = await figuresOf(section);
  compare('Home: requests', shown.Requests, formatCompact(today.requests, language));
  compare('Home: errors', shown.Errors, formatNumber(today.errors, language));
  compare('Home: tokens', shown.Tokens, formatCompact(today.input + today.output, language));
  compare('Home: cost', shown.Cost, costOf(today));
}

async function compareUsage(page: Page, admin: ManagementClient): Promise<void> {
  const from = Date.now() - 7 * dayMs;
  const week = sumsOf(`created_at >= ${from}`);
  const series = await admin.api.getUsageSeries({ query: { from: new Date(from).toISOString(), group_by: 'model' } });
  compare('API series: requests', String(series.total.requests), String(week.requests));
  compare('API series: cost', series.total.cost_usd.toFixed(9), week.cost.toFixed(9));
  for (const [by, column] of [
    ['model', 'model'],
    ['key', 'key_id'],
    ['endpoint', 'endpoint'],
    ['user', 'user_id'],
  ] as const) {
    await open(page, `/usage?range=7d&by=${by}`);
    const shown = await figuresOf(page.locator('main dl').first());
    compare(`Usage by ${by}: requests`, shown.Requests, formatCompact(week.requests, language));
    compare(`Usage by ${by}: errors`, shown.Errors, formatCompact(week.errors, language));
    compare(`Usage by ${by}: tokens`, shown.Tokens, formatCompact(week.input + week.output, language));
    compare(`Usage by ${by}: cost`, shown.Cost, costOf(week));
    const groups = read<{ requests: number }>(
      `SELECT count(*) AS requests FROM usage_records WHERE created_at >= ${from} GROUP BY ${column} ORDER BY requests DESC`,
    );
    const cells = await page.locator('main table').last().locator('tbody tr td:nth-child(2)').allInnerTexts();
    const expected = groups.map(({ requests }) => formatNumber(requests, language));
    compare(`Usage by ${by}: requests of each group`, cells.sort().join(' '), expected.sort().join(' '));
  }
}

async function compareCalls(page: Page, all: Sums): Promise<void> {
  const counted = async (path: string) => {
    await open(page, path);
    // Page by page to the end.
    const table = page.getByRole('region', { name: 'Calls', exact: true });
    for (let turn = 0; turn < 20; turn++) {
      const said = await page.locator('main p[aria-live="polite"]').innerText();
      if (!said.includes('so far')) return said.replace(/ calls.*/, '');
      await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await page.waitForTimeout(200);
    }
    return 'no end';
  };
  compare('Calls: rows', await counted('/calls'), formatNumber(all.requests, language));
  compare('Calls: rows with errors', await counted('/calls?status=error'), formatNumber(all.errors, language));
  const failed = sumsOf('status >= 500');
  compare('Calls: rows that failed', await counted('/calls?status=failed'), formatNumber(failed.requests, language));
}

async function compareMonth(page: Page): Promise<void> {
  await open(page, '/usage?tab=alerts');
  const now = new Date();
  const month = sumsOf(`created_at >= ${Date.UTC(now.getUTCFullYear(), now.getUTCMonth())}`);
  const said = await page.locator('main').innerText();
  const shown = /(\S+) this month/.exec(said)?.[1] ?? 'nothing';
  compare('Budgets: spent this month', shown, formatMoney(month.cost, language));
}

async function compareEngines(page: Page): Promise<void> {
  await open(page, '/settings');
  const since = Date.now() - dayMs;
  const row = page.getByRole('listitem').filter({ hasText: 'part of the service' }).first();
  const shown = await figuresOf(row);
  const where = `engine = 'reader' AND created_at >= ${since}`;
  compare('Models: calls of the reader', shown.Calls, formatNumber(sumsOf(where).requests, language));
  const failed = sumsOf(`${where} AND (status >= 500 OR status = 429)`);
  compare('Models: errors of the reader', shown.Errors, formatNumber(failed.requests, language));
}

/** Pages that count other things than calls. */
async function compareCounts(page: Page): Promise<void> {
  const count = (sql: string) => read<{ n: number }>(sql)[0]?.n ?? 0;
  await open(page, '/keys');
  const keys = count(
    `SELECT count(*) AS n FROM api_keys WHERE source = 'made' AND revoked_at IS NULL AND workspace_id IS NOT NULL`,
  );
  const rows = await page.locator('main table tbody tr').count();
  compare('Keys: at least those that were made', String(rows >= keys), 'true');
  await open(page, '/members');
  const members = count('SELECT count(*) AS n FROM users');
  compare('Members: rows', String(await page.locator('main table tbody tr').count()), String(members));
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settle(page);
}

/** The first line of each value under its name, of lists of names and values. */
async function figuresOf(place: Locator): Promise<Record<string, string>> {
  const pairs: [string, string][] = [];
  for (const name of await place.locator('dt').all()) {
    const value = name.locator('xpath=following-sibling::dd[1]');
    pairs.push([(await name.innerText()).trim(), (await value.innerText()).split('\n')[0]?.trim() ?? '']);
  }
  return Object.fromEntries(pairs);
}

function sumsOf(where: string): Sums {
  const [row] = read<Sums>(`SELECT count(*) AS requests, coalesce(sum(status >= 400), 0) AS errors,
    coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output,
    coalesce(sum(cost_nanos), 0) / 1e9 AS cost, coalesce(sum(is_unpriced), 0) AS unpriced FROM usage_records WHERE ${where}`);
  if (!row) throw new Error('A sum has a row');
  return row;
}

function read<Row>(sql: string): Row[] {
  const database = new DatabaseSync(join(service.dataDir, 'parley.db'), { readOnly: true });
  try {
    // The statement says what its rows are.
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

function costOf({ cost, unpriced }: Sums): string {
  return formatCost({ usd: cost, isKnown: unpriced === 0, language }, ui);
}

function compare(what: string, shown: string | undefined, expected: string): void {
  compared++;
  const isSame = shown === expected;
  if (!isSame) differences++;
  console.log(
    `${isSame ? '  same' : 'DIFFER'} ${what.padEnd(52)} ${shown ?? 'nothing'}${isSame ? '' : `, should be ${expected}`}`,
  );
}
