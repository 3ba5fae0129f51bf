import { ManagementClient } from '@parley/sdk/management';
import type { CDPSession, Page } from 'playwright-core';
import { claim, launch, signIn, visit } from './browser.ts';
import { manyCalls, seedCalls, seedFiles } from './seed-rows.ts';
import { startService } from './service.ts';

/**
 * Measures what readers wait for, in this machine's Chromium, with a service and a full database of its own:
 * `node packages/dashboard/test/measure-speed.ts`. The first page on a processor slowed four times, with nothing in the cache, until
 * its figures stand and a press is answered; and how evenly 100,000 calls and 10,000 files scroll: by turns of a wheel as fast as
 * frames come, among the first rows and among the last, after all between were fetched in leaps. Prints a table, and ends with 1 when
 * a target is missed. Beside each time stands what the page's main thread was busy, which a machine with other work does not lengthen.
 */
const slowness = 4;
const runs = 5;
const callCount = 100_000;
const fileCount = 10_000;
const patienceMs = 60_000;
/** Six rows: what a quick turn of a wheel moves. */
const turnPx = 240;
const turns = 200;
/** From page to page of the list, to fetch all of it. */
const leapPx = 12_000;
/** A list that is not at its end by then misses its target. */
const leapLimitMs = 60_000;

/**
 * Notes, within the page and so without a search from outside that would keep it busy, when its heading and its buttons stand, presses
 * the second one, and when what that shows stands too.
 */
const watchFirstPage = `{
  let isPressed = false;
  const look = () => {
    const heading = document.querySelector('h1')?.textContent ?? '';
    if (!heading.startsWith('Hello')) return;
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'TypeScript');
    if (button && !isPressed) {
      isPressed = true;
      button.click();
    }
    if (isPressed && document.querySelector('main')?.textContent?.includes('@parley/sdk')) {
      globalThis.interactiveAt ??= performance.now();
      observer.disconnect();
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}`;

/** Which row of the table in sight is the last; row 1 is that of the headings. */
const lastRow = `Number([...document.querySelectorAll('tr[aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex')) - 1`;

/** Counts time of frames and long tasks until its `end`. */
const recordFrames = `{
  const frames = [];
  const longTasks = [];
  const observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((one) => one.duration)));
  observer.observe({ type: 'longtask' });
  let last;
  let isOn = true;
  const next = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  globalThis.recorded = {
    end: () => {
      isOn = false;
      observer.disconnect();
      return { frames, longTasks };
    },
  };
}`;

const interactiveAt = `new Promise((resolve) => {
  const look = () => (globalThis.interactiveAt ? resolve(globalThis.interactiveAt) : setTimeout(look, 100));
  look();
})`;

interface Line {
  what: string;
  value: number;
  unit: string;
  target?: number;
}

const lines: Line[] = [];
const service = await startService();
const browser = await launch();
try {
  const first = await visit(browser, service, { patienceMs });
  await claim(first, service);
  const workspaceId = await first.page.evaluate<string>(
    `fetch('/v1/session').then((reply) => reply.json()).then((session) => session.workspace_id)`,
  );
  await first.context.close();
  const admin = new ManagementClient({ baseUrl: service.url, adminKey: service.adminKey, apiKey: service.adminKey });
  const names = ['Website', 'Support desk', 'Nightly import of all branch offices', 'Trial'];
  const keys = await Promise.all(names.map((name) => admin.api.createKey({ body: { name } })));
  seedFiles(service, workspaceId, fileCount);
  const keyIds = keys.map(({ id }) => id);
  seedCalls(service, workspaceId, manyCalls(callCount, keyIds, 24 * 30));
  await measureFirstPage();
  await measureScroll({ path: '/calls', label: 'Calls', name: `${callCount} calls`, count: callCount });
  await measureScroll({ path: '/files', label: 'Files', name: `${fileCount} files`, count: fileCount });
} finally {
  print();
  await browser.close();
  await service.stop();
}

function print(): void {
  for (const { what, value, unit, target } of lines) {
    const verdict = target === undefined ? '' : `${value <= target ? 'meets' : 'MISSES'} ${target} ${unit}`;
    console.log(`${what.padEnd(58)} ${value.toFixed(unit === 'ms' ? 1 : 0).padStart(9)} ${unit.padEnd(6)} ${verdict}`);
  }
  process.exitCode = lines.every(({ value, target }) => target === undefined || value <= target) ? 0 : 1;
}

async function measureFirstPage(): Promise<void> {
  const took: number[] = [];
  const busy: number[] = [];
  for (let run = 0; run < runs; run++) {
    const one = await visit(browser, service, { patienceMs });
    await signIn(one);
    const session = await slowed(one.page, slowness);
    await one.page.addInitScript(watchFirstPage);
    await one.page.goto('/', { waitUntil: 'commit' });
    took.push(await one.page.evaluate<number>(interactiveAt));
    busy.push(await busyMs(session));
    await one.context.close();
  }
  const what = `First page interactive, processor ${slowness} times slower`;
  lines.push({ what: `${what}, median of ${runs}`, value: quantile(took, 0.5), unit: 'ms', target: 1_500 });
  lines.push({ what: '  of these its main thread was busy', value: quantile(busy, 0.5), unit: 'ms' });
}

interface Scrolled {
  path: string;
  /** Of the table. */
  label: string;
  name: string;
  count: number;
}

async function measureScroll({ path, label, name, count }: Scrolled): Promise<void> {
  const one = await visit(browser, service, { patienceMs });
  await signIn(one);
  await one.page.goto(path);
  const table = one.page.getByRole('region', { name: label, exact: true });
  await table.getByRole('row').nth(20).waitFor();
  await one.page.waitForLoadState('networkidle');
  const session = await slowed(one.page, 1);
  await table.hover();
  const turnBy = async (px: number) => {
    await one.page.mouse.wheel(0, px);
    await one.page.evaluate('new Promise(requestAnimationFrame)');
  };
  await measureTurns(`${name}, the first rows`, one.page, session, () => turnBy(turnPx));
  const began = performance.now();
  let reached = 0;
  while (reached < count && performance.now() - began < leapLimitMs) {
    await turnBy(leapPx);
    reached = await one.page.evaluate<number>(lastRow);
  }
  lines.push({
    what: `${name}: fetched in leaps to row ${reached}`,
    value: reached < count ? Number.POSITIVE_INFINITY : performance.now() - began,
    unit: 'ms',
    target: leapLimitMs,
  });
  await measureTurns(`${name}, the last rows`, one.page, session, () => turnBy(-turnPx));
  await one.context.close();
}

async function measureTurns(name: string, page: Page, session: CDPSession, turn: () => Promise<void>): Promise<void> {
  await page.evaluate(recordFrames);
  const before = await busyMs(session);
  for (let at = 0; at < turns; at++) await turn();
  const busy = ((await busyMs(session)) - before) / turns;
  const { frames, longTasks } = await page.evaluate<{ frames: number[]; longTasks: number[] }>('recorded.end()');
  const last = await page.evaluate<number>(lastRow);
  const longest = Math.max(0, ...longTasks);
  lines.push({ what: `${name}: ${turns} turns to row ${last}, frames`, value: frames.length, unit: '' });
  lines.push({ what: '  time between frames, 95th percentile', value: quantile(frames, 0.95), unit: 'ms', target: 20 });
  lines.push({ what: '  time between frames, longest', value: quantile(frames, 1), unit: 'ms', target: 50 });
  lines.push({ what: `  tasks above 50 ms: ${longTasks.length}, longest`, value: longest, unit: 'ms' });
  lines.push({ what: '  main thread busy per turn of the wheel', value: busy, unit: 'ms' });
}

async function slowed(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** How long the page's main thread has worked, in time of the processor. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
