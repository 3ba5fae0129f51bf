import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
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

it('shows an empty gallery to who comes first', async () => {
  const one = await visit(browser, service);
  await signIn(one);
  await one.page.goto('/media');
  await one.page.getByRole('heading', { name: 'Nothing made yet' }).waitFor();
  expect(await axeFindings(one.page)).toEqual([]);
  await one.context.close();
});

it.each([
  ['light', 'three red sailing boats on a calm sea'],
  ['dark', 'two green hills under a full moon'],
] as const)(
  'makes a picture, shows it with seed and cost, and makes it again with a change: %s',
  async (theme, drawn) => {
    const one = await visit(browser, service, { theme });
    await signIn(one);
    const { page } = one;
    await page.goto('/media');
    await page.getByLabel('What to show').fill(drawn);
    await page.getByLabel('Aspect ratio').selectOption('1:1');
    await page.getByLabel('Format').selectOption('png');
    await page.getByLabel('Seed').fill('7');
    await page.getByRole('button', { name: 'Make the picture' }).click();
    const gallery = page.getByRole('region', { name: 'Gallery' });
    // The gallery is the workspace's: there may be more in it, and the newest comes first.
    const pieces = gallery.getByRole('listitem');
    const piece = pieces.filter({ has: page.getByRole('img', { name: drawn, exact: true }) });
    await piece.getByText(/^\$/).waitFor();
    expect(await piece.innerText()).toMatch(/Seed\s+7/);
    const download = page.waitForEvent('download');
    await piece.getByRole('link', { name: 'Download' }).click();
    const { width, height, format } = await sharp(readFileSync(await (await download).path())).metadata();
    expect({ width, height, format }).toEqual({ width: 1024, height: 1024, format: 'png' });

    await piece.getByRole('link', { name: 'Again with changes' }).click();
    await page.waitForFunction('document.activeElement?.tagName === "TEXTAREA"');
    expect(await page.getByLabel('Seed').inputValue()).toBe('7');
    expect(await page.getByLabel('Aspect ratio').inputValue()).toBe('1:1');
    await page.getByLabel('What to show').fill(`${drawn} at night`);
    await page.getByRole('button', { name: 'Make the picture' }).click();
    await gallery.getByRole('img', { name: `${drawn} at night` }).waitFor();
    expect(await pieces.first().innerText()).toContain(`${drawn} at night`);
    await piece.waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await gallery.getByRole('link', { name: `${drawn} at night` }).click();
    await page.getByRole('heading', { name: 'How it was made' }).waitFor();
    await page.reload();
    await page.getByRole('img', { name: `${drawn} at night` }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Copy link to prompt and seed' }).click();
    await page.goto(String(await page.evaluate('navigator.clipboard.readText()')));
    expect(await page.getByLabel('What to show').inputValue()).toBe(`${drawn} at night`);
    expect(await page.getByLabel('Format').inputValue()).toBe('png');
    const other = await visit(browser, service, { theme });
    await signIn(other);
    await other.page.goto('/media');
    await other.page
      .getByRole('region', { name: 'Gallery' })
      .getByRole('img', { name: `${drawn} at night` })
      .waitFor();
    expect([...one.problems, ...other.problems]).toEqual([]);
    await one.context.close();
    await other.context.close();
  },
);

it('begins a film in the background, whose link shows its progress in another browser, where it can be cancelled', async () => {
  const one = await visit(browser, service, { width: 375, height: 740 });
  await signIn(one);
  const { page } = one;
  await page.goto('/media?kind=video&prompt=snow+on+a+village&size=1920x1080&seed=3');
  await page.getByRole('button', { name: 'Make the video' }).click();
  const gallery = page.getByRole('region', { name: 'Gallery' });
  await gallery.getByRole('progressbar', { name: /snow on a village/ }).waitFor();
  expect(Number(await page.evaluate('document.documentElement.scrollWidth'))).toBe(375);
  expect(await axeFindings(page)).toEqual([]);
  await gallery.getByRole('link', { name: 'snow on a village' }).click();
  await page.getByRole('heading', { name: 'How it was made' }).waitFor();
  const link = page.url();
  const other = await visit(browser, service);
  await signIn(other);
  await other.page.goto(link);
  await other.page.getByRole('progressbar', { name: /snow on a village/ }).waitFor();
  await other.page.getByRole('button', { name: 'Cancel' }).click();
  // Both see it, each by looking again.
  for (const { page: seen } of [other, one]) await seen.getByText('Cancelled', { exact: true }).waitFor();
  expect([...one.problems, ...other.problems]).toEqual([]);
  await one.context.close();
  await other.context.close();
});
