import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

const chromium = process.env.TEST_CHROMIUM;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(!chromium)('the documentation in Chromium', { timeout: 300_000 }, () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService();
    const { chromium: browserType } = await import('playwright-core');
    browser = await browserType.launch({ executablePath: chromium ?? '', args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function open(path: string, options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !/^(data|blob):/.test(request.url())) wrong.push(request.url());
    });
    await page.goto(`${service.url}${path}`);
    await use(page);
    expect(wrong).toEqual([]);
    await context.close();
  }

  const paths = [
    '/docs',
    '/docs/quick-start',
    '/docs/keys',
    '/docs/settings',
    '/docs/errors',
    '/docs/reference',
    '/docs/reference/text',
    '/docs/nothing',
  ];
  // Each page is opened once, because that takes longest.
  it.each(paths)('%s is accessible and fits, wide and narrow, light and dark', async (path) => {
    await open(path, { bypassCSP: true }, async (page) => {
      await page.addScriptTag({ content: axe });
      for (const width of [1440, 375]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(overflow, `${width} pixels`).toBe(0);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
          // The dark pages are the light ones in other colours.
          const only = colorScheme === 'dark' ? "runOnly: { type: 'rule', values: ['color-contrast'] }, " : '';
          // What is right is not listed: on long pages that takes as long as to find it.
          const violations = await page.evaluate(
            `axe.run({ ${only}resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
          );
          expect(violations, `${colorScheme} at ${width} pixels`).toEqual([]);
        }
      }
    });
  });

  it('searches by keyboard', async () => {
    await open('/docs', {}, async (page) => {
      await page.keyboard.press('/');
      await page.locator('.finder input').fill('rate_limit_exceeded');
      await page.locator('.finder [role=option]').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/docs\/errors#rate_limit_exceeded$/);
    });
  });

  it('sends the example with a key that it forgets, unless it is to keep it', async () => {
    await open('/docs/reference/text', {}, async (page) => {
      const kept = (): Promise<unknown> =>
        page.evaluate('[sessionStorage, localStorage].map((store) => JSON.stringify(store)).join()');
      await page.locator('#key').fill(apiKey);
      const form = page.locator('details.try').first();
      await form.locator('summary').click();
      await form.locator('.primary').click();
      await form.locator('.reply .good').waitFor();
      expect(await form.locator('.reply pre').textContent()).toContain('4 May 1932');
      expect(await kept()).not.toContain(apiKey);
      await page.reload();
      expect(await page.locator('#key').inputValue()).toBe('');
      await page.locator('#key').fill(apiKey);
      await page.locator('#keep').check();
      await page.reload();
      expect(await page.locator('#key').inputValue()).toBe(apiKey);
      await page.locator('#keep').uncheck();
      expect(await kept()).not.toContain(apiKey);
    });
  });

  it('reads without a script', async () => {
    await open(
      '/docs/reference/text',
      { javaScriptEnabled: false, viewport: { width: 375, height: 800 } },
      async (page) => {
        expect(await page.locator('.tab:visible').count()).toBeGreaterThan(20);
        expect(await page.locator('nav.contents').isVisible()).toBe(true);
      },
    );
  });
});
