import type { CollectionSite } from '@parley/contract';
import { isAppError } from '../../../lib/app-error.ts';
import type { PageReading, StoredPage } from '../web-pages/stored-page.ts';

export interface SiteRequest {
  workspaceId: string;
  site: CollectionSite;
  signal: AbortSignal;
}

const defaultPages = 50;
const defaultDepth = 2;
/** Addresses that wait, for each page that is wanted; further links are not followed. */
const waitingPerPage = 40;
/** Pages that are read for each that is wanted: of a site whose pages are empty or lead elsewhere no more is asked. */
const readPerPage = 4;

/**
 * The pages of a site, breadth first from its first page: same origin, within the wanted depth and paths, each address
 * once, robots.txt and its pace kept by the reader. Pages that cannot be read are passed over; the first one's failure throws.
 */
export async function* sitePages(
  pages: PageReading,
  { workspaceId, site, signal }: SiteRequest,
): AsyncGenerator<StoredPage> {
  const { max_pages: mostPages = defaultPages, depth = defaultDepth } = site;
  const first = withoutHash(site.url);
  const { origin } = new URL(first);
  const waiting: { url: string; depth: number }[] = [{ url: first, depth: 0 }];
  const seen = new Set([first]);
  let count = 0;
  let read = 0;
  for (let next = waiting.shift(); next && count < mostPages; next = waiting.shift()) {
    if (++read > mostPages * readPerPage) return;
    signal.throwIfAborted();
    let page: StoredPage;
    try {
      page = await pages.read({ workspaceId, url: next.url, signal });
    } catch (error) {
      if (next.depth === 0 || !isAppError(error)) throw error;
      continue;
    }
    const isWanted = next.depth === 0 || isIncluded(new URL(page.finalUrl).pathname, site);
    if (isWanted && new URL(page.finalUrl).origin === origin && page.text !== '') {
      count++;
      yield page;
    }
    if (next.depth >= depth) continue;
    for (const { url } of page.links) {
      const link = withoutHash(url);
      if (seen.has(link) || new URL(link).origin !== origin || !isIncluded(new URL(link).pathname, site)) continue;
      if (waiting.length >= mostPages * waitingPerPage) break;
      seen.add(link);
      waiting.push({ url: link, depth: next.depth + 1 });
    }
  }
}

function isIncluded(path: string, { include, exclude }: CollectionSite): boolean {
  if (exclude?.some((pattern) => fits(path, pattern))) return false;
  return include === undefined || include.length === 0 || include.some((pattern) => fits(path, pattern));
}

/** Whether a path fits a pattern in which `*` stands for anything, in linear steps per star. */
function fits(path: string, pattern: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  if (!path.startsWith(head)) return false;
  if (rest.length === 0) return path.length === head.length;
  const tail = rest.pop() ?? '';
  let at = head.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - tail.length >= at && path.endsWith(tail);
}

function withoutHash(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
