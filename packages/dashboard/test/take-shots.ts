import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { claim, launch, signIn, type Visit, type VisitOptions, visit } from './browser.ts';
import { startService } from './service.ts';
import { settle } from './settle.ts';
import { fillService } from './shot-content.ts';
import { writeShotIndex } from './shot-index.ts';
import { doorShots, emptyShots, entranceShots, germanShots, pageShots, partShots, type Shot } from './shot-list.ts';
import { startShotWorld } from './shot-world.ts';

/**
 * Takes pictures into `shots/dashboard/`, which git ignores, for those who look over the pages: every page light and dark, wide,
 * medium and narrow, empty and full, some in German, all from one service that holds a month of use. A picture is named page-content-theme-size. Words on the command line take only these pages or looks and leave the
 * other pictures alone: `npm run shots -w packages/dashboard -- keys home light-wide`.
 */
const folder = resolve(import.meta.dirname, '../../../shots/dashboard');
const words = process.argv.slice(2);
const sizes = {
  wide: { width: 1440, height: 900 },
  medium: { width: 768, height: 1024 },
  narrow: { width: 375, height: 812 },
};
const patienceMs = 60_000;
const photoQuality = 55;

interface Look {
  /** Ends the name of each picture. */
  name: string;
  options: VisitOptions;
}

const look = (theme: 'light' | 'dark', size: keyof typeof sizes, language: 'en-GB' | 'de-DE' = 'en-GB'): Look => ({
  name: `${theme}-${size}`,
  options: { theme, language, patienceMs, ...sizes[size] },
});
const looks = (['wide', 'medium', 'narrow'] as const).flatMap((size) => [look('light', size), look('dark', size)]);
const fewLooks = [look('light', 'wide'), look('dark', 'narrow')];
const germanLooks = [look('light', 'wide', 'de-DE'), look('dark', 'narrow', 'de-DE')];
const lookNames = looks.map(({ name }) => name);
const wantedLooks = words.filter((word) => lookNames.includes(word));
const wantedPages = words.filter((word) => !lookNames.includes(word));
const isWanted = (list: string[], name: string) => list.length === 0 || list.includes(name);

const taken = new Set<string>();
const problems: string[] = [];
const world = await startShotWorld();
const service = await startService(world.environment);
const browser = await launch();
mkdirSync(folder, { recursive: true });
try {
  await takeAll('empty', entranceShots(service.claimUrl), looks, { isIn: false });
  const first = await visit(browser, service, { patienceMs });
  await claim(first, service);
  await takeAll('empty', emptyShots, fewLooks);
  const content = await fillService(service, world, first.page);
  await first.context.close();
  await takeAll('german', germanShots, germanLooks);
  await takeAll('full', pageShots(content), looks);
  await takeAll('full', partShots(content), fewLooks);
  await takeAll('full', doorShots, fewLooks, { isIn: false });
} finally {
  await browser.close();
  await service.stop();
  world.stop();
}
if (words.length === 0) removeOthers();
for (const problem of problems) console.error(problem);
console.log(`${taken.size} pictures, ${problems.length} could not be taken`);
writeShotIndex(folder);
process.exitCode = problems.length === 0 ? 0 : 1;

/** One page in all its looks before the next, so that nothing that is done on a page is seen on those before it. */
async function takeAll(content: string, shots: readonly Shot[], offered: readonly Look[], { isIn = true } = {}) {
  const pages = shots.filter(({ name }) => isWanted(wantedPages, name));
  if (pages.length === 0) return;
  const visits: { one: Visit; look: Look }[] = [];
  for (const look of offered.filter(({ name }) => isWanted(wantedLooks, name))) {
    const one = await visit(browser, service, look.options);
    if (isIn) await signIn(one);
    visits.push({ one, look });
  }
  for (const shot of pages) {
    for (const { one, look } of visits) {
      const name = `${shot.name}-${content}-${look.name}`;
      // One page that cannot be taken shall not cost the others.
      await takeOne(one.page, shot, name).catch((error: unknown) => problems.push(`${name}: ${String(error)}`));
    }
  }
  for (const { one } of visits) await one.context.close();
}

async function takeOne(page: Page, { path, heading, act }: Shot, name: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await settle(page);
  if (act) {
    await act(page);
    await settle(page);
  }
  const seen = await page.screenshot({ animations: 'disabled' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const picture = await compress(seen);
  writeFileSync(join(folder, `${name}.webp`), picture);
  taken.add(`${name}.webp`);
  console.log(`${String(picture.length).padStart(6)} ${name}.webp`);
}

/** In few colours without loss, which keeps words sharp; pages with photographs are smaller with some. */
async function compress(seen: Buffer): Promise<Buffer> {
  const inFewColours = await sharp(seen).png({ palette: true, colours: 64, dither: 0 }).toBuffer();
  const both = await Promise.all([
    sharp(inFewColours).webp({ lossless: true, effort: 6 }).toBuffer(),
    sharp(seen).webp({ quality: photoQuality, effort: 6 }).toBuffer(),
  ]);
  return both.reduce((one, other) => (other.length < one.length ? other : one));
}

/** Pictures of pages that are no more. */
function removeOthers(): void {
  for (const name of readdirSync(folder)) if (name.endsWith('.webp') && !taken.has(name)) rmSync(join(folder, name));
}
