import type { WebSearchRequest, WebSearchResponse, WebSearchResult } from '@parley/contract';
import { searchWords } from '@parley/text';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import { requireWeb } from '../../../lib/require-web.ts';
import type { Call } from '../../../ports/call.ts';
import type { SearchQuery } from '../../../ports/search-engine.ts';
import type { PageReading } from '../../knowledge/web-pages/stored-page.ts';
import { type MergedHit, spreadHosts } from './merge-hits.ts';
import { bestSentences, leadingSentences } from './page-excerpts.ts';
import type { Searching } from './search-service.ts';

const defaultResults = 10;
const defaultCharacters = 10_000;
const contentMs = 25_000;
const cacheMs = 10 * 60_000;

type Contents = NonNullable<WebSearchRequest['contents']>;

/** Web search as the API has it: filters, and the contents of the pages when they are asked for. */
export class WebSearchService {
  readonly #search: Searching;
  readonly #pages: PageReading;

  constructor(parts: { search: Searching; pages: PageReading }) {
    this.#search = parts.search;
    this.#pages = parts.pages;
  }

  async search(request: WebSearchRequest, call: Call): Promise<WebSearchResponse> {
    requireWeb(call);
    const wanted = request.num_results ?? request.max_results ?? defaultResults;
    const query = toQuery(request, wanted, call.workspaceId);
    const includeFiles = request.include_files ?? false;
    const { hits, reports } = await this.#search.search(query, { includeFiles, signal: call.signal });
    const shown = spreadHosts(hits).kept.slice(0, wanted);
    const { contents } = request;
    const results = await Promise.all(
      shown.map((hit) => (contents ? this.#withContents(hit, request.query, contents, call) : toResult(hit))),
    );
    return { success: true, results, autoprompt_string: query.text, backends: reports };
  }

  async #withContents(hit: MergedHit, query: string, contents: Contents, call: Call): Promise<WebSearchResult> {
    const result = toResult(hit);
    try {
      const page = hit.text ? { text: hit.text, author: null, publishedDate: null } : await this.#read(hit.url, call);
      return {
        ...result,
        author: result.author ?? page.author,
        published_date: result.published_date ?? page.publishedDate,
        ...(contents.text && { text: page.text.slice(0, charactersOf(contents.text)) }),
        ...(contents.highlights && { highlights: bestSentences(page.text, query, 3) }),
        ...(contents.summary && { summary: leadingSentences(page.text, query, charactersOf(contents.summary, 800)) }),
      };
    } catch (error) {
      if (call.signal.aborted) throw call.signal.reason;
      if (!isAppError(error)) throw error;
      return { ...result, content_error: error.message };
    }
  }

  #read(url: string, call: Call) {
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(contentMs)]);
    return this.#pages.read({ workspaceId: call.workspaceId, url, signal, maxAgeMs: cacheMs }).catch((error) => {
      if (!call.signal.aborted && signal.aborted) throw new AppError('url_timeout', 'The page did not answer in time.');
      throw error;
    });
  }
}

function toQuery(request: WebSearchRequest, wanted: number, workspaceId: string): SearchQuery {
  const text = request.query.trim();
  const after = dateOf(request.start_published_date, 'start_published_date');
  const before = dateOf(request.end_published_date, 'end_published_date');
  const isFiltered = request.include_domains || request.exclude_domains || after !== undefined || before !== undefined;
  return {
    text: request.use_autoprompt ? searchWords(text) : text,
    // What is filtered out afterwards, or too much of one host, must leave enough.
    limit: Math.min(100, isFiltered ? wanted * 3 : wanted * 2),
    workspaceId,
    ...(request.include_domains && { includeDomains: request.include_domains }),
    ...(request.exclude_domains && { excludeDomains: request.exclude_domains }),
    ...(after !== undefined && { publishedAfter: after }),
    ...(before !== undefined && { publishedBefore: before }),
    ...(request.category && { category: request.category }),
    // `auto` and `fast` leave the choice to the back ends.
    ...((request.type === 'neural' || request.type === 'keyword') && { type: request.type }),
  };
}

function dateOf(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  const time = Date.parse(value);
  if (!Number.isNaN(time)) return time;
  throw new AppError('invalid_request', `${name} must be an ISO 8601 date, such as 2026-01-31`, {
    title: `${name} is not a date`,
  });
}

function charactersOf(option: NonNullable<Contents['text']>, fallback = defaultCharacters): number {
  return typeof option === 'object' ? (option.max_characters ?? fallback) : fallback;
}

function toResult(hit: MergedHit): WebSearchResult {
  return {
    title: hit.title,
    url: hit.url,
    snippet: hit.snippet,
    score: Math.round(hit.score * 1e4) / 1e4,
    published_date: hit.publishedDate ?? null,
    author: hit.author ?? null,
  };
}
