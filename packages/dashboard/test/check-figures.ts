import { ManagementClient } from '@parley/sdk/management';
import type { Page } from 'playwright-core';
import { claim, launch, visit } from './browser.ts';
import { Comparison } from './figures/comparison.ts';
import type { Seen } from './figures/figure-page.ts';
import { comparedWith, figurePages, withoutFigures } from './figures/figure-pages.ts';
import { Ledger } from './figures/ledger.ts';
import { checkedPages } from './pages.ts';
import { startService } from './service.ts';
import { fillService } from './shot-content.ts';
import { dialogs, pageShots } from './shot-list.ts';
import { startShotWorld } from './shot-world.ts';

/**
 * Compares the figures of every page that has some with the ledger in the database and with the API, makes a hundred page views, and compares
 * again: `npm run test:dashboard-figures`. What is seen on a page is read from its elements; what it should be is summed by SQL. Prints a line for
 * each figure, and ends with 1 where one differs, where looking has changed the ledger, or where a page is neither compared nor known to have no
 * figures. Words on the command line compare only these pages, once.
 */
const views = 100;
const fewestFigures = 150;
/** Of a month, before those of the night are left out: all of them are counted on the page of calls. */
const callsOfAMonth = 2_000;
/** So long nothing may come into the ledger before pages are read. */
const quietMs = 5_000;
const quietLimitMs = 300_000;
const words = process.argv.slice(2);

const comparison = new Comparison();
const world = await startShotWorld();
const service = await startService(world.environment);
const browser = await launch();
try {
  const one = await visit(browser, service, { patienceMs: 60_000 });
  await claim(one, service);
  const { page } = one;
  const admin = new ManagementClient({ baseUrl: service.url, adminKey: service.adminKey, apiKey: service.adminKey });
  const content = await fillService(service, world, page, callsOfAMonth);
  const { key, workspaceId, keyId } = await makeKey(admin);
  await makeCalls(key);
  // A budget sums what was before it when it is made.
  for (const budget of [
    { scope: 'workspace', target: null, period: 'month', name: 'All of this month' },
    { scope: 'workspace', target: null, period: 'day', name: 'All of today' },
    { scope: 'key', target: keyId, period: 'week', name: 'One key in a week' },
  ] as const)
    await admin.api.createBudget({ body: { workspace_id: workspaceId, amount_usd: 500, action: 'warn', ...budget } });
  // Reads as the page does: what a program reads with a key is a call, and would be counted.
  const cookie = (await one.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const parley = new ManagementClient({ baseUrl: service.url, headers: { cookie } });
  const seen = { page, admin, parley, ledger: new Ledger(service.dataDir), content, comparison };
  comparison.same('Pages that nobody has compared', unknownPages(pageShots(content)).join(' '), '');
  const before = await compareAll(seen, 'first');
  if (words.length === 0) {
    await lookAround(page);
    const after = await compareAll(seen, `after ${views} page views`);
    comparison.same('records in the ledger, unchanged by looking', String(after), String(before));
  }
} finally {
  console.log(`${comparison.compared} figures compared, ${comparison.differences} differ`);
  await browser.close();
  await service.stop();
  world.stop();
}
const isEnough = words.length > 0 || comparison.compared >= fewestFigures;
process.exitCode = comparison.differences === 0 && isEnough ? 0 : 1;

async function makeKey(admin: ManagementClient) {
  const { id: keyId, key, workspace_id: workspaceId } = await admin.api.createKey({ body: { name: 'Counted' } });
  if (workspaceId === null) throw new Error('Keys belong to a workspace');
  return { keyId, key, workspaceId };
}

/** Some that succeed, some that are refused, as a program would; one of a kept prompt that somebody found good. */
async function makeCalls(key: string): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const question = { query: 'Which colour is the lamp?', context: 'The lamp is green.' };
  for (let n = 0; n < 5; n++) await post('/v1/answer', question);
  await post('/v1/answer', { query: ' ' });
  await post('/v1/answer', { query: 'Who?', model: 'nobody/knows' });
  const prompt = { id: 'support-reply', version: 2, variables: { company: 'Lamp & Co' } };
  for (const score of [1, 0.5]) {
    const reply = await post('/v1/answer', { ...question, prompt });
    const request_id = reply.headers.get('x-request-id');
    if (!(await post('/v1/feedback', { request_id, score })).ok) throw new Error('Nobody takes feedback');
  }
}

function unknownPages(shots: readonly { name: string }[]): string[] {
  const isKnown = (name: string) => name in figurePages || name in comparedWith || name in withoutFigures;
  return [...checkedPages, ...shots]
    .map(({ name }) => name)
    .filter((name) => !dialogs.includes(name) && !isKnown(name));
}

/** Waits until nothing that was begun before, such as a batch or a run, writes into the ledger any more. */
async function untilQuiet({ admin, ledger }: Seen): Promise<void> {
  const deadline = Date.now() + quietLimitMs;
  let records = -1;
  let since = Date.now();
  while (Date.now() - since < quietMs) {
    // Brings what was acknowledged into the database.
    await admin.api.listCalls({ query: { limit: 1 } });
    const { requests } = ledger.sumsOf('1 = 1');
    if (requests !== records) {
      if (Date.now() > deadline) throw new Error('Calls go on coming into the ledger');
      records = requests;
      since = Date.now();
    }
    await new Promise((done) => setTimeout(done, 500));
  }
}

/** Gives how many records the ledger holds. */
async function compareAll(seen: Seen, when: string): Promise<number> {
  console.log(`\n${when}`);
  await untilQuiet(seen);
  for (const [name, compare] of Object.entries(figurePages)) {
    if (words.length > 0 && !words.includes(name)) continue;
    // A page that does not show what it should shall not hide the others.
    await compare(seen).catch((error: unknown) => comparison.same(`${name} as a whole`, String(error), 'figures'));
  }
  return seen.ledger.sumsOf('1 = 1').requests;
}

async function lookAround(page: Page): Promise<void> {
  for (let view = 0; view < views; view++) {
    await page.goto(checkedPages[view % checkedPages.length]?.path ?? '/');
    await page.waitForLoadState('networkidle');
  }
}
