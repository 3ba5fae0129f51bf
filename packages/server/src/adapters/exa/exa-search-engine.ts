import { isoDate } from '../../lib/iso-date.ts';
import { listField, textField } from '../../lib/loose-json.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import { searchJson } from '../../outbound/guard/search-request.ts';
import type { SearchEngine, SearchHit, SearchQuery } from '../../ports/search-engine.ts';

export interface ExaOptions {
  fetcher: GuardedFetcher;
  apiKey: string;
  baseUrl?: string;
}

const snippetLength = 400;

/** Exa: https://docs.exa.ai/reference/search */
export class ExaSearchEngine implements SearchEngine {
  readonly name = 'exa';
  readonly #options: ExaOptions;

  constructor(options: ExaOptions) {
    this.#options = options;
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
    const { fetcher, apiKey, baseUrl = 'https://api.exa.ai' } = this.#options;
    const body = JSON.stringify({
      query: query.text,
      type: query.type === 'neural' || query.type === 'keyword' ? query.type : 'auto',
      numResults: Math.min(100, query.limit),
      category: query.category,
      includeDomains: query.includeDomains,
      excludeDomains: query.excludeDomains,
      startPublishedDate: iso(query.publishedAfter),
      endPublishedDate: iso(query.publishedBefore),
      contents: { highlights: true },
    });
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const url = new URL('/search', baseUrl);
    const answer = await searchJson(fetcher, this.name, url, { signal, method: 'POST', headers, body });
    return listField(answer, 'results').flatMap((result) => {
      const address = textField(result, 'url');
      if (!address) return [];
      const text = textField(result, 'text');
      const highlights = listField(result, 'highlights').filter((entry) => typeof entry === 'string');
      const date = isoDate(textField(result, 'publishedDate'), Date.now());
      const author = textField(result, 'author');
      return [
        {
          title: textField(result, 'title') ?? address,
          url: address,
          snippet: (highlights.join(' … ') || (text ?? '')).slice(0, snippetLength),
          ...(date !== undefined && { publishedDate: date }),
          ...(author !== undefined && { author }),
          ...(text !== undefined && { text }),
        },
      ];
    });
  }
}

function iso(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
