import { isoDate } from '../../lib/iso-date.ts';
import { listField, textField } from '../../lib/loose-json.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import { searchJson } from '../../outbound/guard/search-request.ts';
import type { SearchEngine, SearchHit, SearchQuery } from '../../ports/search-engine.ts';

export interface TavilyOptions {
  fetcher: GuardedFetcher;
  apiKey: string;
  baseUrl?: string;
}

const maxResults = 20;
const maxQuery = 400;

/** Tavily: https://docs.tavily.com/documentation/api-reference/endpoint/search */
export class TavilySearchEngine implements SearchEngine {
  readonly name = 'tavily';
  readonly #options: TavilyOptions;

  constructor(options: TavilyOptions) {
    this.#options = options;
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
    const { fetcher, apiKey, baseUrl = 'https://api.tavily.com' } = this.#options;
    const body = JSON.stringify({
      query: query.text.slice(0, maxQuery),
      max_results: Math.min(maxResults, query.limit),
      search_depth: 'basic',
      topic: query.category === 'news' ? 'news' : 'general',
      include_domains: query.includeDomains,
      exclude_domains: query.excludeDomains,
      start_date: day(query.publishedAfter),
      end_date: day(query.publishedBefore),
    });
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const url = new URL('/search', baseUrl);
    const answer = await searchJson(fetcher, this.name, url, { signal, method: 'POST', headers, body });
    return listField(answer, 'results').flatMap((result) => {
      const address = textField(result, 'url');
      if (!address) return [];
      const date = isoDate(textField(result, 'published_date'), Date.now());
      const text = textField(result, 'raw_content');
      return [
        {
          title: textField(result, 'title') ?? address,
          url: address,
          snippet: textField(result, 'content') ?? '',
          ...(date !== undefined && { publishedDate: date }),
          ...(text !== undefined && { text }),
        },
      ];
    });
  }
}

function day(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString().slice(0, 10);
}
