/**
 * A search back end, in our words.
 *
 * Throws `AppError`: `search_refused` (it said no: a captcha, a limit, an error), `search_timeout`, `search_unavailable` (out of reach), or the signal's
 * reason. Nothing found is an empty list, and only that.
 */
export interface SearchEngine {
  /** Short and fixed, such as `wikipedia`; named in results, health and errors. */
  readonly name: string;
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]>;
}

/** What is looked for. A back end uses what it understands; the rest is filtered afterwards. */
export interface SearchQuery {
  text: string;
  /** Results wanted, 1 to 100; a back end may give fewer. */
  limit: number;
  workspaceId: string;
  /** Host names; results come from these or their subdomains. */
  includeDomains?: readonly string[];
  excludeDomains?: readonly string[];
  /** Milliseconds since 1970-01-01 UTC. */
  publishedAfter?: number;
  publishedBefore?: number;
  category?: string;
  type?: 'neural' | 'keyword';
  /** Two letters, such as `de`. */
  language?: string;
}

/** One result, best first in its list. */
export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
  /** ISO 8601. */
  publishedDate?: string;
  author?: string;
  /** The page's text, when the back end gives it. */
  text?: string;
}
