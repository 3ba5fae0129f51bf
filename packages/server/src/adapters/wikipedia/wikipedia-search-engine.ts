import { hostname } from 'node:os';
import { listField, textField } from '../../lib/loose-json.ts';
import { plainSnippet } from '../../lib/plain-snippet.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import { searchJson } from '../../outbound/guard/search-request.ts';
import type { SearchEngine, SearchHit, SearchQuery } from '../../ports/search-engine.ts';

export interface WikipediaOptions {
  /** Must send a User-Agent with a way to reach the operator (Wikimedia's access policy). */
  fetcher: GuardedFetcher;
  /** Language edition used when a query names none. */
  language: string;
  /** For mirrors and tests; `{language}` stands for the edition. Default Wikipedia itself. */
  baseUrl?: string;
}

/** An address for the User-Agent: what the operator gave, or the postmaster of this machine where that is none. Wikimedia turns others away. */
export function contactAddress(contact: string): string {
  return /[@/]/.test(contact) ? contact : `postmaster@${hostname()}`;
}

const editions = /^[a-z]{2,3}(?:-[a-z]{2,8})?$/;
const maxLimit = 100;

/** Wikipedia's search, by its REST API: https://www.mediawiki.org/wiki/API:REST_API/Reference#Search_pages */
export class WikipediaSearchEngine implements SearchEngine {
  readonly name = 'wikipedia';
  readonly #options: WikipediaOptions;
  /** Wikimedia asks for requests in series. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WikipediaOptions) {
    this.#options = options;
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
    const turn = this.#last.then(() => this.#ask(query, signal));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #ask(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
    signal.throwIfAborted();
    const { fetcher, baseUrl = 'https://{language}.wikipedia.org', language: fallback } = this.#options;
    const language = query.language && editions.test(query.language) ? query.language : fallback;
    const base = baseUrl.replace('{language}', language);
    const url = new URL('/w/rest.php/v1/search/page', base);
    url.searchParams.set('q', query.text.slice(0, 300));
    url.searchParams.set('limit', String(Math.min(query.limit, maxLimit)));
    const answer = await searchJson(fetcher, this.name, url, { signal, headers: { accept: 'application/json' } });
    return listField(answer, 'pages').flatMap((page) => {
      const key = textField(page, 'key');
      if (!key) return [];
      const excerpt = plainSnippet(textField(page, 'excerpt') ?? '');
      const description = textField(page, 'description');
      return [
        {
          title: textField(page, 'title') ?? key,
          url: new URL(`/wiki/${encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%3A', ':')}`, base).href,
          snippet: [description, excerpt].filter(Boolean).join(': '),
        },
      ];
    });
  }
}
