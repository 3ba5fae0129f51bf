import type { Page } from 'playwright-core';

const lookEveryMs = 60;
/** So often in a row nothing may move. */
const stillLooks = 3;

/**
 * Waits until a page shows what it is going to show: no skeleton, no spinner, no notice at its lower edge, charts and pictures drawn,
 * fonts there, nothing sliding in. Throws with what still moved when it takes longer than `limitMs`.
 */
export async function settle(page: Page, limitMs = 60_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  await page.waitForLoadState('networkidle', { timeout: limitMs });
  let moving: string[] = [];
  for (let still = 0; still < stillLooks; ) {
    if (Date.now() > deadline) throw new Error(`${page.url()} did not come to rest: ${moving.join(', ')}`);
    moving = await page.evaluate<string[]>(whatMoves);
    still = moving.length === 0 ? still + 1 : 0;
    if (moving.includes('notice')) await dismissNotice(page);
    await page.waitForTimeout(lookEveryMs);
  }
}

/** A notice of a failure stays until somebody has read it. */
async function dismissNotice(page: Page): Promise<void> {
  const button = page.locator('section[aria-live="polite"] button').last();
  await button.click({ timeout: 2_000 }).catch(() => {});
}

/** Runs in the page, whose policy allows no foreign function: written as text. */
const whatMoves = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = {
    skeleton: all('.animate-pulse').length,
    spinner: all('.animate-spin, [aria-busy="true"]').length,
    notice: all('section[aria-live="polite"] > div').length,
    chart: all('figure[aria-label]').filter((figure) => !figure.querySelector('canvas')).length,
    picture: [...document.images].filter((image) => image.src !== '' && (!image.complete || image.naturalWidth === 0)).length,
    font: document.fonts.status === 'loaded' ? 0 : 1,
    animation: document.getAnimations().filter((one) => one.playState === 'running' && one.effect?.getTiming().iterations === 1).length,
  };
  return Object.entries(seen).filter(([, count]) => count > 0).map(([name]) => name);
})()`;
