import { isoDate } from '../../lib/iso-date.ts';
import { listField, textField } from '../../lib/loose-json.ts';
import { plainSnippet } from '../../lib/plain-snippet.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import { refused, searchJson } from '../../outbound/guard/search-request.ts';
import type { SearchEngine, SearchHit, SearchQuery } from '../../ports/search-engine.ts';

export interface SearxngOptions {
  fetcher: GuardedFetcher;
  /** Base address of the instance; its settings must list `json` under `search.formats`. */
  url: string;
}

const dayMs = 86_400_000;
const pages = 5;
const typicalPage = 10;

/** SearXNG (and searx), by its JSON format: https://docs.searxng.org/dev/search_api.html */
export class SearxngSearchEngine implements SearchEngine {
  readonly name = 'searxng';
  readonly #options: SearxngOptions;

  constructor(options: SearxngOptions) {
    this.#options = options;
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
    const hits: SearchHit[] = [];
    const wanted = Math.min(pages, Math.ceil(query.limit / typicalPage));
    for (let page = 1; page <= wanted && hits.length < query.limit; page += 1) {
      const found = await this.#page(query, page, signal);
      if (found.length === 0) break;
      hits.push(...found);
    }
    return hits.slice(0, query.limit);
  }

  async #page(query: SearchQuery, page: number, signal: AbortSignal): Promise<SearchHit[]> {
    const { fetcher, url: base } = this.#options;
    const url = new URL('search', base.endsWith('/') ? base : `${base}/`);
    const parameters = { q: query.text, format: 'json', pageno: String(page), safesearch: '0' };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    if (query.language) url.searchParams.set('language', query.language);
    if (query.category) url.searchParams.set('categories', query.category);
    const range = timeRange(query.publishedAfter);
    if (range) url.searchParams.set('time_range', range);
    const answer = await searchJson(fetcher, this.name, url, { signal });
    const results = listField(answer, 'results');
    const failed = listField(answer, 'unresponsive_engines').map((entry) =>
      Array.isArray(entry) ? entry.join(': ') : '',
    );
    // An instance whose engines were all blocked answers like one that found nothing.
    if (page === 1 && results.length === 0 && failed.length > 0) {
      throw refused(this.name, `searxng got no answer from its engines (${failed.join('; ').slice(0, 300)})`);
    }
    return results.flatMap(toHit);
  }
}

function toHit(result: unknown): SearchHit[] {
  const url = textField(result, 'url');
  if (!url) return [];
  const date = isoDate(textField(result, 'publishedDate'), Date.now());
  return [
    {
      title: plainSnippet(textField(result, 'title') ?? url),
      url,
      snippet: plainSnippet(textField(result, 'content') ?? ''),
      ...(date !== undefined && { publishedDate: date }),
    },
  ];
}

function timeRange(after: number | undefined): string | null {
  if (after === undefined) return null;
  const days = (Date.now() - after) / dayMs;
  if (days <= 1) return 'day';
  if (days <= 31) return 'month';
  return days <= 366 ? 'year' : null;
}
