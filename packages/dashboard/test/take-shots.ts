import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { claim, launch, signIn, type Visit, visit } from './browser.ts';
import { checkedPages } from './pages.ts';
import { type Service, startService } from './service.ts';
import { fillService } from './shot-content.ts';

/**
 * Renews `docs/dashboard/`: every page light and dark, wide and narrow, empty and full. Names on the command line take only these
 * pages: `npm run shots -w packages/dashboard -- keys home`.
 */
const folder = resolve(import.meta.dirname, '../../../docs/dashboard');
const wanted = process.argv.slice(2);
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 375, height: 812 } };
const maxBytes = 60_000;
const settleMs = 400;

interface Shot {
  name: string;
  path: string;
  heading: RegExp;
  /** What is done on the page before it is taken. */
  act?: (page: Page) => Promise<void>;
}

const shots: Shot[] = [
  ...checkedPages,
  {
    name: 'playground-answer',
    path: '/playground',
    heading: /^Playground$/,
    act: async (page) => {
      await page.getByRole('button', { name: 'Try an example' }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('region', { name: 'Figures' }).waitFor();
    },
  },
  {
    name: 'playground-agent',
    path: '/playground?mode=agent',
    heading: /^Playground$/,
    act: async (page) => {
      await page.getByText('Tools', { exact: true }).click();
      await page.getByRole('button', { name: 'Add tool' }).click();
      await page.getByLabel('Message').fill('What is the weather in Oslo?');
      await page.getByLabel('Message').press('Control+Enter');
      await page.getByLabel('Result of get_weather').fill('{"celsius": 4, "sky": "clear"}');
    },
  },
  {
    name: 'media-made',
    path: '/media',
    heading: /^Media$/,
    act: async (page) => {
      const prompts = [
        'A lighthouse on a rocky island at night, stars above the sea',
        'Three red sailing boats on a calm sea at sunset',
        'Snow falls on a mountain village with a church, seen from the road that leads up to it in the early morning',
      ];
      for (const [index, prompt] of prompts.entries()) {
        await page.getByLabel('What it shall show').fill(prompt);
        await page.getByLabel('Aspect ratio').selectOption(index === 1 ? '1:1' : '16:9');
        await page.getByLabel('Seed').fill(String(index + 7));
        await page.getByRole('button', { name: 'Make the picture' }).click();
        await page.getByRole('img', { name: prompt }).waitFor();
      }
      await page.getByRole('region', { name: 'Gallery' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'media-piece',
    path: '/media',
    heading: /^Media$/,
    act: async (page) => {
      await page
        .getByRole('region', { name: 'Gallery' })
        .getByRole('link', { name: /^Three red/ })
        .click();
      await page.getByRole('heading', { name: 'How it was made' }).waitFor();
    },
  },
  {
    name: 'palette',
    path: '/keys',
    heading: /^Keys$/,
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('k');
    },
  },
];

const service = await startService();
const browser = await launch();
mkdirSync(folder, { recursive: true });
try {
  const entrance = await visit(browser, service);
  await entrance.page.goto(service.claimUrl);
  await entrance.page.getByRole('button', { name: 'Make the account' }).waitFor();
  await take(entrance.page, 'claim-light-wide');
  await claim(entrance, service);
  await entrance.context.close();
  await takeAll(service, browser, ['empty', 'light', 'wide']);
  await fillService(service);
  for (const theme of ['light', 'dark'] as const)
    for (const size of ['wide', 'narrow'] as const) await takeAll(service, browser, ['full', theme, size]);
} finally {
  await browser.close();
  await service.stop();
}

type Look = [content: 'empty' | 'full', theme: 'light' | 'dark', size: keyof typeof sizes];

async function takeAll(of: Service, by: Browser, [content, theme, size]: Look): Promise<void> {
  const one: Visit = await visit(by, of, { theme, ...sizes[size] });
  await signIn(one);
  for (const { name, path, heading, act } of shots) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await one.page.goto(path);
    await one.page.getByRole('heading', { name: heading }).first().waitFor();
    await act?.(one.page);
    await one.page.waitForLoadState('networkidle');
    await take(one.page, `${name}-${theme}-${size}${content === 'empty' ? '-empty' : ''}`);
  }
  await one.context.close();
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(settleMs);
  const seen = await page.screenshot();
  const inQuality = (quality: number) => sharp(seen).webp({ quality, effort: 6 }).toBuffer();
  const fine = await inQuality(72);
  // A page full of words needs more.
  const picture = fine.length > maxBytes ? await inQuality(45) : fine;
  if (picture.length > maxBytes) throw new Error(`${name} has ${picture.length} bytes; ${maxBytes} are the limit`);
  writeFileSync(join(folder, `${name}.webp`), picture);
  console.log(`${String(picture.length).padStart(6)} ${name}.webp`);
}
