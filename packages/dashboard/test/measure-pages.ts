import type { CDPSession, Page } from 'playwright-core';
import { claim, launch, signIn, visit } from './browser.ts';
import { checkedPages } from './pages.ts';
import { startService } from './service.ts';
import { fillService } from './shot-content.ts';
import { startShotWorld } from './shot-world.ts';

/**
 * Opens each page in a window that has nothing in its cache, on a processor slowed four times, and prints when it first shows something and how
 * much JavaScript came, as sent: `node packages/dashboard/test/measure-pages.ts`. Ends with 1 where a page is above 200 kB, but for that of a PDF, or
 * with `--times` where one takes more than a second: times count on a machine that does nothing else. `--runs=1` opens each page once, which is
 * enough for the bytes; other words measure only these pages.
 */
const slowness = 4;
const runs = Number(/^--runs=(\d+)$/m.exec(process.argv.join('\n'))?.[1] ?? 3);
const mostBytes = 200_000;
const mostMs = 1_000;
const checksTimes = process.argv.includes('--times');
const patienceMs = 60_000;
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));

interface Measured {
  name: string;
  paintMs: number;
  busyMs: number;
  bytes: number;
}

const world = await startShotWorld();
const service = await startService(world.environment);
const browser = await launch();
const measured: Measured[] = [];
try {
  const first = await visit(browser, service, { patienceMs });
  await claim(first, service);
  const content = await fillService(service, world, first.page);
  await first.context.close();
  const pages = [
    { name: 'sign-in', path: '/sign-in', isIn: false },
    ...checkedPages.map(({ name, path }) => ({ name, path, isIn: true })),
    { name: 'file (table)', path: `/files/${content.sheet}`, isIn: true },
    { name: 'file (text)', path: `/files/${content.text}`, isIn: true },
    { name: 'file (PDF)', path: `/files/${content.pdf}`, isIn: true },
    { name: 'collection', path: `/collections/${content.collection}`, isIn: true },
    { name: 'research run', path: `/research/${content.research}`, isIn: true },
    { name: 'playground run', path: `/playground?run=${content.run}`, isIn: true },
    { name: 'call', path: `/calls?call=${content.call}`, isIn: true },
  ];
  for (const one of pages.filter(({ name }) => words.length === 0 || words.includes(name)))
    measured.push(await measure(one));
} finally {
  await browser.close();
  await service.stop();
  world.stop();
}
console.log(`${'page'.padEnd(22)} first paint   main thread    JavaScript (sent)`);
let isOver = false;
for (const { name, paintMs, busyMs, bytes } of measured) {
  const isTooLarge = bytes > mostBytes && name !== 'file (PDF)';
  const isTooSlow = paintMs > mostMs;
  isOver ||= isTooLarge || (checksTimes && isTooSlow);
  const verdict = [isTooLarge ? 'ABOVE 200 kB' : '', isTooSlow ? 'above 1 s' : ''].filter(Boolean).join(', ');
  console.log(
    `${name.padEnd(22)} ${paintMs.toFixed(0).padStart(8)} ms ${busyMs.toFixed(0).padStart(10)} ms ${(bytes / 1000).toFixed(1).padStart(12)} kB  ${verdict}`,
  );
}
process.exitCode = isOver ? 1 : 0;

/** The median of several windows, each with an empty cache. */
async function measure({ name, path, isIn }: { name: string; path: string; isIn: boolean }): Promise<Measured> {
  const seen: Measured[] = [];
  for (let run = 0; run < runs; run++) {
    const one = await visit(browser, service, { patienceMs });
    if (isIn) await signIn(one);
    const session = await slowed(one.page);
    let bytes = 0;
    const scripts = new Set<string>();
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await one.page.goto(path);
    await one.page.waitForLoadState('networkidle');
    const paintMs = await paintOf(one.page);
    seen.push({ name, paintMs, busyMs: await busyMs(session), bytes });
    await one.context.close();
  }
  const middle = seen.toSorted((a, b) => a.paintMs - b.paintMs)[Math.floor(runs / 2)];
  if (!middle) throw new Error('Nothing was measured');
  return middle;
}

async function slowed(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

function paintOf(page: Page): Promise<number> {
  return page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity`);
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
