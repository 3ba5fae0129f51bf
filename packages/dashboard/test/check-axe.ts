import type { Page } from 'playwright-core';
import { axeFindings, claim, launch, signIn, type Visit, visit } from './browser.ts';
import { startService } from './service.ts';
import { settle } from './settle.ts';
import { fillService } from './shot-content.ts';
import { doorShots, emptyShots, entranceShots, pageShots, partShots, type Shot } from './shot-list.ts';
import { startShotWorld } from './shot-world.ts';

/**
 * Runs axe over every page and every state that pictures are taken of, in both themes and three widths, those before one is signed in included,
 * and looks whether a page is wider than its window: `npm run axe -w packages/dashboard`. Words on the command line take only these pages.
 * Prints each finding, and ends with 1 where there is one.
 */
const widths = [1440, 768, 375];
const height = 900;
const patienceMs = 60_000;
const words = process.argv.slice(2);

let looks = 0;
const findings: string[] = [];
const world = await startShotWorld();
const service = await startService(world.environment);
const browser = await launch();
try {
  await checkAll('empty', entranceShots(service.claimUrl), { isIn: false });
  const first = await visit(browser, service, { patienceMs });
  await claim(first, service);
  await checkAll('empty', emptyShots);
  const content = await fillService(service, world, first.page);
  await first.context.close();
  await checkAll('full', pageShots(content));
  await checkAll('full', partShots(content));
  await checkAll('full', doorShots, { isIn: false });
} finally {
  await browser.close();
  await service.stop();
  world.stop();
}
for (const finding of findings) console.error(finding);
console.log(`${looks} looks, ${findings.length} findings`);
process.exitCode = findings.length === 0 && looks > 0 ? 0 : 1;

async function checkAll(content: string, shots: readonly Shot[], { isIn = true } = {}): Promise<void> {
  const wanted = shots.filter(({ name }) => words.length === 0 || words.includes(name));
  if (wanted.length === 0) return;
  const one = await visit(browser, service, { patienceMs });
  if (isIn) await signIn(one);
  for (const shot of wanted) {
    // One that cannot be opened shall not hide the findings of the others.
    await check(one, shot, content).catch((error: unknown) =>
      findings.push(`${shot.name} (${content}): ${String(error)}`),
    );
  }
  await one.context.close();
}

async function check({ page }: Visit, { name, path, heading, act }: Shot, content: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(path);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await settle(page);
  if (act) {
    await act(page);
    await settle(page);
  }
  for (const width of widths) {
    for (const theme of ['light', 'dark'] as const) {
      for (const finding of await look(page, width, theme))
        findings.push(`${name} (${content}), ${theme}, ${width}: ${finding}`);
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  console.log(`${name} (${content})`);
}

async function look(page: Page, width: number, theme: 'light' | 'dark'): Promise<string[]> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForSelector(`html[data-theme="${theme}"]`);
  await settle(page);
  looks++;
  const wide = Number(await page.evaluate('document.documentElement.scrollWidth'));
  const overflow = wide > width ? [`${wide} px wide in a window of ${width}`] : [];
  return [...overflow, ...(await axeFindings(page))];
}
