import type { DocumentReading } from '@parley/documents';
import { contactAddress, WikipediaSearchEngine } from '../adapters/wikipedia/wikipedia-search-engine.ts';
import type { SearchConfig } from '../config/search.ts';
import { PageReader } from '../features/knowledge/web-pages/page-reader.ts';
import { PageRepository } from '../features/knowledge/web-pages/page-repository.ts';
import { FileSearchEngine, type FileSearchParts } from '../features/research/search/file-search-engine.ts';
import { SearchService } from '../features/research/search/search-service.ts';
import { WebSearchService } from '../features/research/search/web-search-service.ts';
import { hostAndPort } from '../outbound/guard/guarded-connector.ts';
import { GuardedFetcher } from '../outbound/guard/guarded-fetcher.ts';
import type { SearchEngine } from '../ports/search-engine.ts';
import { searchVendors } from '../vendors/search-vendors.ts';
import type { Platform } from './platform.ts';
import { userAgentOf } from './user-agent.ts';

const robotsAgent = 'Parley';
const pageFetches = 16;

export interface SearchParts {
  /** The files of a workspace that fit a question best. */
  findFiles: FileSearchParts['find'];
  documents: DocumentReading;
}

/** Search back ends and the reading of pages. */
export function composeSearch(platform: Platform, { findFiles, documents }: SearchParts) {
  const { clock, config, database } = platform;
  const { search: settings, server } = config;
  // Back ends are named by the operator: their addresses may be private.
  const engineFetcher = new GuardedFetcher({
    userAgent: userAgentOf(contactAddress(server.contact)),
    allowedAddresses: [...server.allowPrivateAddresses, ...engineAddresses(settings)],
    concurrencyPerHost: 4,
  });
  // A Kiwix server holds the pages that it finds.
  const kiwix = settings.engines.find(({ vendor }) => vendor === 'kiwix');
  const pageFetcher = new GuardedFetcher({
    userAgent: userAgentOf(server.contact),
    allowedAddresses: [...server.allowPrivateAddresses, ...addressOf(kiwix?.access.baseUrl)],
    concurrency: pageFetches,
  });
  const fileSearch = new FileSearchEngine({
    find: findFiles,
    origin: server.publicUrl ?? `http://${server.host}:${server.port}`,
  });
  const engines = searchEngines(settings, engineFetcher);
  const search = new SearchService({ engines, files: fileSearch, clock });
  const pages = new PageRepository({ db: database.db });
  const reader = new PageReader({
    fetcher: pageFetcher,
    pages,
    clock,
    documents,
    robotsAgent,
    hostIntervalMs: settings.hostIntervalMs,
    workers: settings.pageProcesses,
    open: platform.openProcesses,
  });
  return {
    search,
    webSearch: new WebSearchService({ search, pages: reader }),
    pages,
    reader,
    upstreams: () => search.upstreams(),
    async close() {
      await Promise.all([reader.close(), engineFetcher.close(), pageFetcher.close()]);
    },
  };
}

function searchEngines({ engines, wikipedia }: SearchConfig, fetcher: GuardedFetcher): SearchEngine[] {
  const made = engines.flatMap(({ vendor, access }) => searchVendors[vendor]?.create(fetcher, access) ?? []);
  if (wikipedia === null) return made;
  const { language, baseUrl } = wikipedia;
  return [...made, new WikipediaSearchEngine({ fetcher, language, ...(baseUrl !== undefined && { baseUrl }) })];
}

function engineAddresses({ engines, wikipedia }: SearchConfig): string[] {
  return [wikipedia?.baseUrl, ...engines.map(({ access }) => access.baseUrl)].flatMap(addressOf);
}

function addressOf(url: string | undefined): string[] {
  return url !== undefined && URL.canParse(url) ? [hostAndPort(new URL(url))] : [];
}
