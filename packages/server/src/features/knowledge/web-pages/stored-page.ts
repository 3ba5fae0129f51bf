/** A page as it was fetched and read. */
export interface StoredPage {
  /** As asked for. */
  url: string;
  /** Where the answer came from. */
  finalUrl: string;
  /** SHA-256 of the body's bytes, hexadecimal. */
  contentHash: string;
  /** Milliseconds since 1970-01-01 UTC. */
  fetchedAt: number;
  mediaType: string;
  title: string;
  text: string;
  author: string | null;
  publishedDate: string | null;
  language: string | null;
  links: { url: string; text: string }[];
}

export interface PageRequest {
  workspaceId: string;
  url: string;
  signal: AbortSignal;
  /** A page fetched no longer ago than this is taken from the store. Default 0: always fetched. */
  maxAgeMs?: number;
}

/** Fetches and reads pages. */
export interface PageReading {
  /** Throws `url_not_allowed` (guard or robots.txt), `url_unreachable`, `url_timeout`, `url_too_large`, or the signal's reason. */
  read(request: PageRequest): Promise<StoredPage>;
}
