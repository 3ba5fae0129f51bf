/** Where a provider's calls go: what `UpstreamRequest` needs of a base URL. */
export interface UpstreamAddress {
  origin: string;
  /** Without a slash at its end. */
  prefix: string;
  /** With its question mark, or empty. */
  search: string;
}

export function readAddress(baseUrl: string): UpstreamAddress {
  const url = new URL(baseUrl);
  return { origin: url.origin, prefix: url.pathname.replace(/(?<!\/)\/+$/, ''), search: url.search };
}
