import type { Page } from './page.ts';

const shown = 4;

/** The pages whose address or title is most like what was asked for. */
export function nearestPages(asked: string, pages: Page[]): Page[] {
  const wanted = pairsOf(asked.toLowerCase().replace(/\.(?:md|html?)$/, ''));
  return pages
    .filter(({ slug }) => slug !== '')
    .map((page) => ({ page, score: Math.max(likeness(wanted, page.slug), likeness(wanted, page.title.toLowerCase())) }))
    .filter(({ score }) => score > 0.2)
    .sort((a, b) => b.score - a.score)
    .slice(0, shown)
    .map(({ page }) => page);
}

/** Shared letters and pairs of letters (Dice's coefficient): bears typing errors and other orders of words. */
function likeness(wanted: Set<string>, text: string): number {
  const pairs = pairsOf(text);
  const shared = [...wanted].filter((pair) => pairs.has(pair)).length;
  return wanted.size + pairs.size === 0 ? 0 : (2 * shared) / (wanted.size + pairs.size);
}

function pairsOf(text: string): Set<string> {
  const letters = text
    .slice(0, 200)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  const pairs = Array.from({ length: letters.length }, (_, index) => letters.slice(index, index + 2));
  return new Set([...letters, ...pairs]);
}
