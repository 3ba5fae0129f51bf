import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountPages, areas } from '../src/app/areas.ts';
import { axeFindings, borrow, claimIn, closeWindows, signIn, type Visit, visit } from './browser.ts';
import { checkedPages } from './pages.ts';
import { type Service, startService } from './service.ts';
import { settle } from './settle.ts';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), borrow()]);
});
afterAll(async () => {
  await closeWindows(browser);
  await service?.stop();
});

async function open({ page }: Visit, path: string, heading: RegExp): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await settle(page, 30_000);
}

it('checks every page that there is', () => {
  const there = [...areas.flatMap(({ pages }) => pages), ...accountPages].map(({ path }) => path);
  const checked = checkedPages.map(({ path }) => path.split('?')[0]);
  expect(there.filter((path) => !path.includes('$') && !checked.includes(path))).toEqual([]);
});

it('meets the first visitor with a page without findings, in both themes', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const one = await visit(browser, service, { theme });
    await one.page.goto(service.claimUrl);
    await one.page.getByRole('button', { name: 'Make the account' }).waitFor();
    expect(await axeFindings(one.page)).toEqual([]);
    expect(one.problems).toEqual([]);
    await one.context.close();
  }
});

it('allows no script that is written into the page', async () => {
  const reply = await fetch(service.url, { headers: { accept: 'text/html' } });
  const policy = reply.headers.get('content-security-policy') ?? '';
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1];
  expect(scripts).toContain("'self'");
  expect(scripts).not.toContain('unsafe-inline');
  expect(scripts).not.toContain("'unsafe-eval'");
  expect(await reply.text()).not.toMatch(/<script(?![^>]*\ssrc=)/);
});

describe('every page, for its owner', () => {
  beforeAll(async () => {
    await claimIn(browser, service);
  });

  describe('has no findings of axe in either theme, no error, no foreign request, and fits on a telephone', () => {
    let one: Visit;
    beforeAll(async () => {
      one = await visit(browser, service);
      await signIn(one);
    });
    afterAll(async () => {
      await one?.context.close();
    });

    // Each page is opened once, because that takes longest: light, dark, then as narrow as a telephone.
    it.each(checkedPages)('$path', async ({ path, heading }) => {
      const { page } = one;
      const findings: string[] = [];
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(one, path, heading);
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.waitForSelector(`html[data-theme="${theme}"]`);
        await settle(page, 30_000);
        findings.push(...(await axeFindings(page)).map((finding) => `${theme}: ${finding}`));
      }
      await page.setViewportSize({ width: 375, height: 740 });
      await settle(page, 30_000);
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
      if (width > 375) findings.push(`${width} px wide on a telephone`);
      findings.push(...(await axeFindings(page)).map((finding) => `on a telephone: ${finding}`));
      expect(findings).toEqual([]);
      expect(one.problems).toEqual([]);
    });
  });

  it('speaks German to those whose browser does, and remembers another choice', async () => {
    const one = await visit(browser, service, { language: 'de-DE' });
    await signIn(one);
    const { page } = one;
    await page.goto('/keys');
    await page.getByRole('heading', { name: 'Schlüssel' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    await page.getByRole('button', { name: /^Konto/ }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    expect(one.problems).toEqual([]);
    await one.context.close();
  });

  it('opens a menu when it is first asked for, by pointer and by keys, and gives the focus back', async () => {
    const one = await visit(browser, service);
    await signIn(one);
    const { page } = one;
    const account = page.getByRole('button', { name: /^Account/ });
    const item = page.getByRole('menuitem', { name: 'Dark' });
    const hasFocus = () => account.evaluate((button) => button === button.ownerDocument.activeElement);
    for (const begin of [() => account.click(), () => account.press('Enter'), () => account.press('ArrowDown')]) {
      await open(one, '/', /^Hello/);
      expect(await account.getAttribute('aria-haspopup')).toBe('menu');
      expect(await account.getAttribute('aria-expanded')).toBe('false');
      await begin();
      await item.waitFor();
      await page.keyboard.press('Escape');
      await item.waitFor({ state: 'detached' });
      expect(await hasFocus()).toBe(true);
    }
    expect(one.problems).toEqual([]);
    await one.context.close();
  });

  it('goes anywhere from the keyboard', async () => {
    const one = await visit(browser, service);
    await signIn(one);
    const { page } = one;
    await open(one, '/', /^Hello/);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).waitFor();
    await page.keyboard.type('memb');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await page.waitForSelector('html[data-theme="dark"]');
    await open(one, '/nothing-here', /There is no page here/);
    await one.context.close();
  });
});
