import { XMLParser } from 'fast-xml-parser';
import { field, textField } from '../../lib/loose-json.ts';
import { plainSnippet } from '../../lib/plain-snippet.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import { refused, searchRequest } from '../../outbound/guard/search-request.ts';
import type { SearchEngine, SearchHit, SearchQuery } from '../../ports/search-engine.ts';

export interface KiwixOptions {
  fetcher: GuardedFetcher;
  /** Base address of kiwix-serve. */
  url: string;
  /** Names of the books to search, as in the catalogue; empty: all of them. */
  books?: readonly string[];
}

const pageLength = 50;
const pages = 2;

/** ZIM files behind kiwix-serve, by its search results in XML: https://kiwix-tools.readthedocs.io/en/latest/kiwix-serve.html */
export class KiwixSearchEngine implements SearchEngine {
  readonly name = 'kiwix';
  readonly #options: KiwixOptions;
  #books: readonly string[] | null = null;

  constructor(options: KiwixOptions) {
    this.#options = options;
    if (options.books && options.books.length > 0) this.#books = options.books;
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
    const books = await this.#names(signal);
    const hits: SearchHit[] = [];
    // Books in different languages cannot be searched in one request.
    for (const book of books) {
      for (let page = 0; page < pages && hits.length < query.limit; page += 1) {
        const found = await this.#page(query, book, page * pageLength, signal);
        hits.push(...found);
        if (found.length < pageLength) break;
      }
    }
    return hits.slice(0, query.limit);
  }

  async #names(signal: AbortSignal): Promise<readonly string[]> {
    if (this.#books) return this.#books;
    const { fetcher } = this.#options;
    const body = await searchRequest(fetcher, this.name, this.#address('catalog/v2/entries'), { signal });
    const names = items(field(this.#parse(body), 'feed', 'entry')).flatMap((entry) => bookName(entry));
    if (names.length > 0) this.#books = names;
    return names;
  }

  async #page(query: SearchQuery, book: string, start: number, signal: AbortSignal): Promise<SearchHit[]> {
    const url = this.#address('search');
    url.searchParams.set('pattern', query.text);
    url.searchParams.set('books.name', book);
    url.searchParams.set('format', 'xml');
    url.searchParams.set('pageLength', String(Math.min(pageLength, query.limit)));
    // Counted from 1.
    url.searchParams.set('start', String(start + 1));
    const channel = field(
      this.#parse(await searchRequest(this.#options.fetcher, this.name, url, { signal })),
      'rss',
      'channel',
    );
    if (channel === undefined) throw refused(this.name, 'kiwix did not answer with a result list');
    return items(field(channel, 'item')).flatMap((item) => {
      const link = textField(item, 'link');
      if (!link || !URL.canParse(link, url.href)) return [];
      return [
        {
          title: plainSnippet(textField(item, 'title') ?? link),
          url: new URL(link, url).href,
          snippet: plainSnippet(textField(item, 'description') ?? ''),
        },
      ];
    });
  }

  #address(path: string): URL {
    const { url } = this.#options;
    return new URL(path, url.endsWith('/') ? url : `${url}/`);
  }

  #parse(body: string): unknown {
    try {
      // Titles may look like numbers; descriptions hold `<b>`.
      const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, stopNodes: ['*.description'] });
      return parser.parse(body);
    } catch (cause) {
      throw refused(this.name, 'kiwix did not answer with XML', undefined, cause);
    }
  }
}

function items(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The search wants the name in the address of the book: `/content/<name>`, in older servers `/<name>`. */
function bookName(entry: unknown): string[] {
  for (const link of items(field(entry, 'link'))) {
    if (textField(link, '@_type') !== 'text/html') continue;
    const name = /(?<![^/])([^/]+)\/?$/.exec(textField(link, '@_href') ?? '')?.[1];
    if (name) return [decodeURIComponent(name)];
  }
  const name = textField(entry, 'name');
  return name ? [name] : [];
}
