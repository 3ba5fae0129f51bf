import { isoDate } from '../../lib/iso-date.ts';
import { listField, textField } from '../../lib/loose-json.ts';
import { plainSnippet } from '../../lib/plain-snippet.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import { searchJson } from '../../outbound/guard/search-request.ts';
import type { SearchEngine, SearchHit, SearchQuery } from '../../ports/search-engine.ts';

export interface BraveOptions {
  fetcher: GuardedFetcher;
  apiKey: string;
  baseUrl?: string;
}

const pageSize = 20;
/** Offsets count pages and end at 9. */
const maxPages = 5;
const maxQuery = 400;

/** Brave Search: https://api-dashboard.search.brave.com/app/documentation/web-search/get-started */
export class BraveSearchEngine implements SearchEngine {
  readonly name = 'brave';
  readonly #options: BraveOptions;

  constructor(options: BraveOptions) {
    this.#options = options;
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
    const hits: SearchHit[] = [];
    for (let page = 0; page < maxPages && hits.length < query.limit; page += 1) {
      const found = await this.#page(query, page, signal);
      hits.push(...found);
      if (found.length < pageSize) break;
    }
    return hits.slice(0, query.limit);
  }

  async #page(query: SearchQuery, page: number, signal: AbortSignal): Promise<SearchHit[]> {
    const { fetcher, apiKey, baseUrl = 'https://api.search.brave.com' } = this.#options;
    const url = new URL('/res/v1/web/search', baseUrl);
    const parameters: Record<string, string> = {
      q: withSites(query).slice(0, maxQuery),
      count: String(Math.min(pageSize, query.limit)),
      offset: String(page),
      text_decorations: 'false',
    };
    if (query.language) parameters.search_lang = query.language;
    const freshness = freshnessOf(query);
    if (freshness) parameters.freshness = freshness;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const headers = { 'x-subscription-token': apiKey, accept: 'application/json' };
    const answer = await searchJson(fetcher, this.name, url, { signal, headers });
    return listField(answer, 'web', 'results').flatMap((result) => {
      const address = textField(result, 'url');
      if (!address) return [];
      const date = isoDate(textField(result, 'page_age') ?? textField(result, 'age'), Date.now());
      return [
        {
          title: plainSnippet(textField(result, 'title') ?? address),
          url: address,
          snippet: plainSnippet(textField(result, 'description') ?? ''),
          ...(date !== undefined && { publishedDate: date }),
        },
      ];
    });
  }
}

function withSites({ text, includeDomains = [], excludeDomains = [] }: SearchQuery): string {
  const included = includeDomains.map((domain) => `site:${domain}`).join(' OR ');
  const excluded = excludeDomains.map((domain) => `-site:${domain}`).join(' ');
  return [text, included, excluded].filter(Boolean).join(' ');
}

function freshnessOf({ publishedAfter, publishedBefore }: SearchQuery): string | null {
  if (publishedAfter === undefined && publishedBefore === undefined) return null;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return `${day(publishedAfter ?? 0)}to${day(publishedBefore ?? Date.now())}`;
}
