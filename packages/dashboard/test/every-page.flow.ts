import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountPages, areas } from '../src/app/areas.ts';
import { axeFindings, claim, launch, signIn, type Visit, visit } from './browser.ts';
import { checkedPages } from './pages.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

async function open({ page }: Visit, path: string, heading: RegExp): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  // Skeletons are gone, and so are requests and the windows' way in.
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations === 1).map((one) => one.finished)).then(() => undefined)',
  );
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
    const first = await visit(browser, service);
    await claim(first, service);
    await first.context.close();
  });

  it.each(['light', 'dark'] as const)('has no findings of axe, no error and no foreign request: %s', async (theme) => {
    const one = await visit(browser, service, { theme });
    await signIn(one);
    const findings: string[] = [];
    for (const { path, heading } of checkedPages) {
      await open(one, path, heading);
      findings.push(...(await axeFindings(one.page)).map((finding) => `${path} ${finding}`));
    }
    expect(findings).toEqual([]);
    expect(one.problems).toEqual([]);
    await one.context.close();
  });

  it('fits on a telephone: nothing is wider than the window', async () => {
    const one = await visit(browser, service, { width: 375, height: 740 });
    await signIn(one);
    const wide: string[] = [];
    for (const { path, heading } of checkedPages) {
      await open(one, path, heading);
      const width = Number(await one.page.evaluate('document.documentElement.scrollWidth'));
      if (width > 375) wide.push(`${path} is ${width} px wide`);
    }
    expect(wide).toEqual([]);
    expect(await axeFindings(one.page)).toEqual([]);
    await one.context.close();
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
