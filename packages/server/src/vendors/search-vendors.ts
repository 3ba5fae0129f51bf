import { BraveSearchEngine } from '../adapters/brave/brave-search-engine.ts';
import { ExaSearchEngine } from '../adapters/exa/exa-search-engine.ts';
import { KiwixSearchEngine } from '../adapters/kiwix/kiwix-search-engine.ts';
import { SearxngSearchEngine } from '../adapters/searxng/searxng-search-engine.ts';
import { SerperSearchEngine } from '../adapters/serper/serper-search-engine.ts';
import { TavilySearchEngine } from '../adapters/tavily/tavily-search-engine.ts';
import type { GuardedFetcher } from '../outbound/guard/guarded-fetcher.ts';
import type { SearchEngine } from '../ports/search-engine.ts';

/** What the operator said of a back end. */
export interface SearchAccess {
  /** Empty for a back end without keys. */
  apiKey: string;
  /** Undefined: the vendor's own address. */
  baseUrl: string | undefined;
  /** Of a Kiwix server; empty: all. */
  books: string[];
}

interface SearchVendor {
  /** The variable that switches it on: its key, or its address where it has no key. */
  keyName?: string;
  urlName: string;
  create(fetcher: GuardedFetcher, access: SearchAccess): SearchEngine;
}

/** All search back ends but Wikipedia, which is asked when there is none of these. One more is a row here. */
export const searchVendors: Record<string, SearchVendor> = {
  searxng: {
    urlName: 'SEARXNG_URL',
    create: (fetcher, { baseUrl = '' }) => new SearxngSearchEngine({ fetcher, url: baseUrl }),
  },
  kiwix: {
    urlName: 'KIWIX_URL',
    create: (fetcher, { baseUrl = '', books }) => new KiwixSearchEngine({ fetcher, url: baseUrl, books }),
  },
  brave: {
    keyName: 'BRAVE_API_KEY',
    urlName: 'BRAVE_BASE_URL',
    create: (fetcher, access) => new BraveSearchEngine({ fetcher, ...keyed(access) }),
  },
  tavily: {
    keyName: 'TAVILY_API_KEY',
    urlName: 'TAVILY_BASE_URL',
    create: (fetcher, access) => new TavilySearchEngine({ fetcher, ...keyed(access) }),
  },
  exa: {
    keyName: 'EXA_API_KEY',
    urlName: 'EXA_BASE_URL',
    create: (fetcher, access) => new ExaSearchEngine({ fetcher, ...keyed(access) }),
  },
  serper: {
    keyName: 'SERPER_API_KEY',
    urlName: 'SERPER_BASE_URL',
    create: (fetcher, access) => new SerperSearchEngine({ fetcher, ...keyed(access) }),
  },
};

function keyed({ apiKey, baseUrl }: SearchAccess): { apiKey: string; baseUrl?: string } {
  return { apiKey, ...(baseUrl !== undefined && { baseUrl }) };
}
