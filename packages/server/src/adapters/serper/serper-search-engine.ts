import { isoDate } from '../../lib/iso-date.ts';
import { listField, textField } from '../../lib/loose-json.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import { searchJson } from '../../outbound/guard/search-request.ts';
import type { SearchEngine, SearchHit, SearchQuery } from '../../ports/search-engine.ts';

export interface SerperOptions {
  fetcher: GuardedFetcher;
  apiKey: string;
  baseUrl?: string;
}

/** Serper: https://serper.dev/playground */
export class SerperSearchEngine implements SearchEngine {
  readonly name = 'serper';
  readonly #options: SerperOptions;

  constructor(options: SerperOptions) {
    this.#options = options;
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
    const { fetcher, apiKey, baseUrl = 'https://google.serper.dev' } = this.#options;
    const body = JSON.stringify({
      q: withSites(query),
      num: Math.min(100, query.limit),
      hl: query.language,
      tbs: timeFilter(query),
    });
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const url = new URL('/search', baseUrl);
    const answer = await searchJson(fetcher, this.name, url, { signal, method: 'POST', headers, body });
    return listField(answer, 'organic').flatMap((result) => {
      const address = textField(result, 'link');
      if (!address) return [];
      const date = isoDate(textField(result, 'date'), Date.now());
      return [
        {
          title: textField(result, 'title') ?? address,
          url: address,
          snippet: textField(result, 'snippet') ?? '',
          ...(date !== undefined && { publishedDate: date }),
        },
      ];
    });
  }
}

function withSites({ text, includeDomains = [], excludeDomains = [] }: SearchQuery): string {
  const included = includeDomains.map((domain) => `site:${domain}`).join(' OR ');
  const excluded = excludeDomains.map((domain) => `-site:${domain}`).join(' ');
  return [text, included && `(${included})`, excluded].filter(Boolean).join(' ');
}

function timeFilter({ publishedAfter, publishedBefore }: SearchQuery): string | undefined {
  if (publishedAfter === undefined && publishedBefore === undefined) return undefined;
  const day = (time: number) => {
    const date = new Date(time);
    return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
  };
  return `cdr:1,cd_min:${day(publishedAfter ?? 0)},cd_max:${day(publishedBefore ?? Date.now())}`;
}
